// What CuTe DSL refuses below a choice of the trace that nobody here decides: whoever takes that side has it refused.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (lines: string, more = ""): Promise<readonly string[]> => {
  const source = `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

class Kernel:
    def __init__(self, swapped):
        self.swapped = swapped

    @cute.kernel
    def kernel(self, tiled_copy: cute.TiledCopy):
        smem = utils.SmemAllocator()
        sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 32, 3)), 128)
        sB = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 32)), 128)
        tile = sB
        ${lines}

    @cute.jit
    def __call__(self, tiled_copy: cute.TiledCopy):
        self.kernel(tiled_copy).launch(grid=(1, 1, 1), block=(128, 1, 1))
${more}`;
  const { problems } = await analysed(source, "python");
  return problems.flatMap(({ code, severity }) => (severity === "error" ? [code] : []));
};

test("a coordinate of too few items is told on either side", async () => {
  expect(await told("if cutlass.const_expr(self.swapped): part = sA[(None, 1)]")).toEqual(["coordinate-rank"]);
  expect(await told("if cutlass.const_expr(self.swapped): part = sA[(None, None, 1)]")).toEqual([]);
});

test("what was chosen before by the same question fits there", async () => {
  const chosen = "if cutlass.const_expr(self.swapped): tile = sA";
  expect(
    await told(`${chosen}
        if cutlass.const_expr(self.swapped): part = tile[(None, None, 1)]`),
  ).toEqual([]);
  expect(
    await told(`${chosen}
        if cutlass.const_expr(not self.swapped): part = tile[(None, 1)]`),
  ).toEqual([]);
});

test("a side that the only caller does not take is not traced", async () => {
  const lines = "if cutlass.const_expr(self.swapped): part = sA[(None, 1)]";
  const caller = `
def run(tiled_copy: cute.TiledCopy):
    Kernel(False)(tiled_copy)
`;
  expect(await told(lines, caller)).toEqual([]);
});

test("how many modes a tensor has decides although what they are is not known", async () => {
  expect(
    await told(`sC = smem.allocate_tensor(cutlass.Float16, cute.make_layout((self.swapped, 32, 3)), 128)
        tRS_sA = tiled_copy.get_slice(cute.arch.thread_idx()[0]).partition_D(sC)
        if cutlass.const_expr(cute.rank(tRS_sA) == 4): part = tRS_sA[(None, None, None, 1)]
        else: part = tRS_sA[(None, None, 1)]
        part = tRS_sA[(None, None, None, 1)]`),
  ).toEqual([]);
});

test("a closure that nobody calls is not traced", async () => {
  expect(
    await told(`def staged(k): return sA[(None, k)]
        def whole(): return sA[(None, None, None)]
        chosen = staged if cutlass.const_expr(not self.swapped) else whole`),
  ).toEqual([]);
});

test("a tensor is no type, and an element type is one", async () => {
  expect(await told("if cutlass.const_expr(isinstance(sA, type)): part = sA[(None, 1)]")).toEqual([]);
  expect(await told("if cutlass.const_expr(isinstance(cutlass.Float16, type)): part = sA[(None, 1)]")).toEqual([
    "coordinate-rank",
  ]);
});
