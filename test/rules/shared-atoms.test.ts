// CuTe DSL without a permutation: of a mode with one atom's elements all atoms get the same, and none lies behind (the trace's own
// coordinates).
import { expect, test } from "vitest";
import { rowsOf } from "../evaluate/facts-of.ts";
import { analysed } from "../features/analysed.ts";

const kernel = (body: string): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warp

@cute.kernel
def kernel():
    smem = cutlass.utils.SmemAllocator()
    op = warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    rows = cute.make_tiled_mma(op, cute.make_layout((4, 1, 1)))
    square = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))
${body}
`;

test.each([
  ["rows.get_slice(96)", "(16, 32)", "(0,0) o ((2,2,2),1,2):((1@1,8@0,8@1),0,16@1)"],
  ["rows.get_slice(96)", "(48, 16)", "(48,0) o ((2,2,2),1,1):((1@1,8@0,8@1),0,0)"],
  ["square.get_slice(32)", "(16, 16)", "(16,0) o ((2,2,2),1,1):((1@1,8@0,8@1),0,0)"],
])("coordinates of A for %s, a tile of %s", async (thread, shape, expected) => {
  const text = kernel(`    a = ${thread}.partition_A(cute.make_identity_tensor(${shape}))`);
  const rows = await rowsOf({ "/p/a.py": text }, "/p/a.py");
  expect(rows.find(({ name }) => name === "a")?.value).toBe(expected);
});

test.each([
  ["rows", 16, []],
  ["rows", 48, ["mma-tile"]],
  ["square", 16, ["mma-tile"]],
])("%s and a tile of %i rows", async (mma, extent, expected) => {
  const body = `    s = smem.allocate_tensor(cutlass.Float16, cute.make_layout((${extent}, 16)), 16)
    a = ${mma}.get_slice(cute.arch.thread_idx()[0]).partition_A(s)`;
  const { problems } = await analysed(kernel(body), "python");
  expect(problems.map(({ code }) => code)).toEqual(expected);
});
