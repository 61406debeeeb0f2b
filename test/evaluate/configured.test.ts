// Host code that chooses a configuration: what one choice sets together stays together.
import { expect, test } from "vitest";
import { rowsOf } from "./facts-of.ts";

const host = (choice: string): string => `
import cutlass.cute as cute

class Kernel:
    def __init__(self, tile, stages):
        self.tile = tile
        self.stages = stages

    @cute.jit
    def __call__(self):
        staged = cute.make_layout((*self.tile, self.stages))
        first = cute.slice_(staged, (None, None, 0))

def compiled(tile, stages):
    kernel = Kernel(tile, stages)
    cute.compile(kernel)

def choose(k, tactic):
${choice.trim().replace(/^/gm, "    ")}
    compiled(tile, stages)
`;

const shown = async (choice: string, name: string): Promise<readonly string[]> =>
  (await rowsOf({ "/p/gemm.py": host(choice) }, "/p/gemm.py"))
    .filter((row) => row.name === name)
    .map((row) => row.value);

test("a kernel of each of the tiles, with its own stages", async () => {
  const choice = `
if k % 128 == 0:
    tile, stages = (16, 64), 4
else:
    tile, stages = (32, 32), 8`;
  expect(await shown(choice, "staged")).toEqual(["(16,64,4):(1,16,1024)", "(32,32,8):(1,32,1024)"]);
});

test("of a choice that has an outcome nobody knows the others are known", async () => {
  const choice = `
if tactic < 0:
    tile, stages = (16, 64), 4
else:
    tile, stages = unseen(tactic)`;
  expect(await shown(choice, "first")).toContain("(16,64):(1,16)");
});

test("what several choices set is not taken apart", async () => {
  const choice = `
tile = (16, 64) if k % 128 == 0 else (32, 32)
stages = 4 if tactic < 0 else 8`;
  expect(await shown(choice, "tile")).toEqual(["(16,64) | (32,32)", "(16,64) | (32,32)", "(16,64) | (32,32)"]);
});
