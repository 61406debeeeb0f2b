// Modes that a result certainly has although its layout is not known, and what is refused of it.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (line: string): string => `
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

class Kernel:
    def __init__(self, acc):
        self.acc = acc

    @cute.jit
    def __call__(self, a: cute.Tensor, c: cute.Tensor, c_layout):
        self.epi = utils.sm100.make_smem_layout_epi(c.element_type, c_layout, (64, 32), 4)
        op = cpasync.CopyBulkTensorTileS2GOp()
        atom, tensor = cpasync.make_tiled_tma_atom(op, c, cute.slice_(self.epi, (None, None, 0)), (64, 32))
        self.kernel(a, tensor, atom, self.epi).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, a: cute.Tensor, mC: cute.Tensor, atom: cute.CopyAtom, epi: cute.ComposedLayout):
        tidx, _, _ = cute.arch.thread_idx()
        smem = utils.SmemAllocator()
        sC = smem.allocate_tensor(a.element_type, epi.outer, 128, swizzle=epi.inner)
        tiles = cute.zipped_divide(a, (8, 8))
        copy = cute.make_tiled_copy_D(cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), a.element_type), self.acc)
        tRS_sC = copy.get_slice(tidx).partition_D(sC)
        gC = cute.local_tile(mC, (64, 32), (None, None))
        sG, gG = cute.group_modes(sC, 0, 2), cute.group_modes(gC, 0, 2)
        bSG_sC, bSG_gC = cpasync.tma_partition(atom, 0, cute.make_layout(1), sG, gG)
        ${line}
`;

async function told(line: string): Promise<readonly string[]> {
  const { problems } = await analysed(kernel(line), "python");
  return problems.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code}: ${message}`);
}

const fits = [
  "n = cute.size(tiles, mode=[1])",
  "n = tiles.shape[1][0]",
  "part = sC[None, None, 0]",
  "part = tRS_sC[(None, None, None, 3)]",
  "part = bSG_gC[(None, 0, 0)]",
  "cute.copy(atom, bSG_sC[(None, 0)], bSG_gC[(None, 0, 0)])",
  "element = sC[7]",
];

test.each(fits)("silent: %s", async (line) => {
  expect(await told(line)).toEqual([]);
});

const refused: readonly (readonly [line: string, said: string])[] = [
  ["n = cute.size(tiles, mode=[2])", "not-traced: size: mode 2 of 2 modes: the first is 0"],
  ["n = tiles.shape[2]", "not-traced: shape: item 2 of 2 modes: the first is 0"],
  [
    "part = sC[None, None, None, 0]",
    "not-traced: tensor: the coordinate has 4 items for 3 modes: give one for each mode, nested alike",
  ],
  [
    "part = tRS_sC[(None, None, None, None, 3)]",
    "not-traced: tensor: the coordinate has 5 items for 4 modes: give one for each mode, nested alike",
  ],
  [
    "part = bSG_gC[(None, 0)]",
    "not-traced: tensor: the coordinate has 2 items for 3 modes: give one for each mode, nested alike",
  ],
  [
    "cute.copy(atom, bSG_sC[(None, None)], bSG_gC[(None, 0, 0)])",
    "not-traced: copy: the source has 2 modes and the destination 1",
  ],
];

test.each(refused)("told: %s", async (line, said) => {
  expect(await told(line)).toEqual([said]);
});

test("what an unknown argument has is not handed on to the other results", async () => {
  const text = `
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.jit
def f(x: cute.Tensor, layout):
    op = cpasync.CopyBulkTensorTileG2SOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, x, cute.slice_(layout, (None, None, 0)), (64, 32))
    tiles = cute.local_tile(tensor, (64, 32), (None, None, None))
`;
  const { problems } = await analysed(text, "python");
  expect(problems).toEqual([]);
});

test("the modes of a tensor that nobody passes are what its uses show: nothing is told", async () => {
  const text = `
import cutlass.cute as cute

@cute.jit
def f(x: cute.Tensor, isDeep):
    if isDeep:
        a = x[None, None, 0]
    else:
        b = x.shape[3]
`;
  const { problems } = await analysed(text, "python");
  expect(problems).toEqual([]);
});
