// Bytes of tiles whose sizes have names: what a barrier expects against what its copies bring.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (bytes: string): Promise<readonly string[]> => {
  const source = bulk(bytes);
  const { problems } = await analysed(source, "python");
  return problems.map(({ code, message, place }) => `${code} at ${source.slice(place.start, place.end)}: ${message}`);
};

const bulk = (bytes: string): string => `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

class Copy:
    def __init__(self, rows: int):
        self.rows = rows

    @cute.kernel
    def kernel(self, mA: cute.Tensor, layout: cute.Layout):
        smem = utils.SmemAllocator()
        sA = smem.allocate_tensor(cutlass.Float16, layout, 128)
        sB = smem.allocate_tensor(cutlass.Float16, layout, 128)
        bar = smem.allocate_array(cutlass.Int64, 1)
        atom = cute.make_copy_atom(cpasync.CopyBulkG2SOp(), cutlass.Float16)
        if cute.arch.thread_idx()[0] == 0:
            cute.arch.mbarrier_init(bar, 1)
        cute.arch.mbarrier_init_fence()
        cute.arch.sync_threads()
        if cute.arch.warp_idx() == 0:
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(bar, ${bytes})
            cute.copy(atom, mA, sA, mbar_ptr=bar)
            cute.copy(atom, mA, sB, mbar_ptr=bar)
        cute.arch.mbarrier_wait(bar, 0)

    @cute.jit
    def __call__(self, p: cute.Pointer):
        layout = cute.make_layout((self.rows, 64), stride=(64, 1))
        self.kernel(cute.make_tensor(p, layout), layout).launch(grid=(1, 1, 1), block=(128, 1, 1))

def run(rows: int):
    Copy(rows)(cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16))
`;

test.each([
  "2 * self.rows * 64 * 2",
  "2 * cute.size_in_bytes(cutlass.Float16, layout)",
  // Of other sizes nobody knows whether they are the same.
  "2 * cute.arch.grid_dim()[0] * 128",
])("%s may be what comes", async (bytes) => {
  expect(await told(bytes)).toEqual([]);
});

test.each([
  ["self.rows * 64 * 2", "128*rows", "its wait ends before all has come"],
  ["cute.size_in_bytes(cutlass.Float16, layout)", "128*rows", "its wait ends before all has come"],
  ["2 * self.rows * 64 * 4", "512*rows", "its wait never ends"],
])("%s is not", async (bytes, own, end) => {
  expect(await told(bytes)).toEqual([
    `tma-transaction-bytes at ${bytes}: the barrier expects ${own} B, the copies on it bring 256*rows B (2 of them): ${end}; expect 256*rows B`,
  ]);
});
