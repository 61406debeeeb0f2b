// Where a field of CuTe DSL's storage lies, against what TMA needs.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (before: string, align: number, code = "smem-alignment"): Promise<readonly string[]> => {
  const source = `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

class Kernel:
    def __init__(self, dtype):
        self.dtype = dtype

    @cute.jit
    def __call__(self, a: cute.Tensor):
        layout = cute.make_layout((64, 64), stride=(64, 1))

        @cute.struct
        class Storage:
            ${before}
            tile: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 4096], ${align}]

        self.storage = Storage
        p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
        mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
        tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, layout, (64, 64))
        self.kernel(tma, tensor, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout):
        storage = utils.SmemAllocator().allocate(self.storage)
        sA = storage.tile.get_tensor(layout)
        gA = cute.local_tile(mA, (64, 64), (0, 0))
        parts = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
`;
  const { problems } = await analysed(source, "python");
  return problems.filter((one) => one.code === code).map(({ message }) => message.replace(/[:;].*/, ""));
};

test("a field lies where those before it end, whatever it asks for", async () => {
  expect(await told("bars: cute.struct.MemRange[cutlass.Int64, 2]", 16)).toEqual([
    "the tensor starts 16 B into its struct",
  ]);
  expect(await told("other: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 512], 128]", 16)).toEqual([]);
});

test("storage itself begins where its strictest field may", async () => {
  expect(await told("other: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 512], 16]", 16)).toEqual([
    "the buffer is aligned to 16 B",
  ]);
});

test("behind a field of unknown type it may lie anywhere", async () => {
  expect(await told("other: cute.struct.Align[cute.struct.MemRange[self.dtype, 512], 128]", 16)).toEqual([]);
});

test("behind a field of one of two types of one size its place is known", async () => {
  const before = (type: string): string => `other: cute.struct.Align[cute.struct.MemRange[${type}, 512], 128]`;
  const either = "(cutlass.Float16 if self.dtype == 1 else cutlass.BFloat16)";
  expect(await told(before(either), 16)).toEqual([]);
});

test("what TMA fills and asks for less than TMA needs lies well by luck, unless it is known to", async () => {
  const after = (other: string, align: number): Promise<readonly string[]> =>
    told(`other: cute.struct.Align[cute.struct.MemRange[${other}, 512], 128]`, align, "smem-field-alignment");
  expect(await after("self.dtype", 16)).toEqual(["the field that sA lies in asks for 16 B of alignment"]);
  expect(await after("self.dtype", 128)).toEqual([]);
  expect(await after("cutlass.Float16", 16)).toEqual([]);
});
