// What is known of a value that is one of a list: lists narrow each other.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (list: string): string => `
import cutlass.cute as cute
from device import get_arch

@cute.jit
def launch():
    arch = get_arch()
    assert arch in ${list}
    if arch in [8, 12]:
        tile = 64 if arch == 12 else 128
`;

async function tileFor(list: string): Promise<string> {
  const { index } = await analysed(kernel(list), "python");
  const found = index.facts.facts.find((one) => one.kind === "variable" && one.name === "tile");
  if (found?.kind !== "variable") return "none";
  return found.value.kind === "num" ? String(found.value.value) : found.value.kind;
}

test("in [9, 10, 12] and in [8, 12] leave 12", async () => {
  expect(await tileFor("[9, 10, 12]")).toBe("64");
});

test("in [8, 12] twice leaves both", async () => {
  expect(await tileFor("[8, 9, 12]")).toBe("alternatives");
});
