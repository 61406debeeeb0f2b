// Assertions that are left alone, because what they ask is settled outside the file.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

test("what an environment variable sets may be asserted", async () => {
  const { problems } = await analysed(
    `
import os
import cutlass.cute as cute

TOOL = os.environ.get("TOOL", None)

def run():
    assert TOOL is not None

run()
`,
    "python",
  );
  expect(problems).toEqual([]);
});
