// A tile for TMA that is not one mode: the DSL refuses the partition, and nothing is said of what would come behind it.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const kernel = (tensors: string): string => `import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync
@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64), stride=(64, 1)), 128)
    bar = smem.allocate_array(cutlass.Int64, 1)
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), ${tensors})
    if cute.arch.thread_idx()[0] == 0:
        cute.arch.mbarrier_arrive_and_expect_tx(bar, 128 * 64 * 2)
    if cute.arch.thread_idx()[0] < 32:
        cute.copy(tma, tAgA, tAsA, tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)
@cute.jit
def host():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((128, 64), stride=(64, 1)))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, cute.make_layout((128, 64), stride=(64, 1)), (128, 64))
    kernel(tma, tensor).launch(grid=(1, 1, 1), block=(128, 1, 1))
host()
`;

const told = async (tensors: string): Promise<readonly string[]> =>
  (await analysed(kernel(tensors), "python")).problems
    .filter(({ severity }) => severity === "error" || severity === "warning")
    .map(({ code, message }) => `${code}: ${message}`);

test("both tensors grouped", async () =>
  expect(await told("cute.group_modes(sA, 0, 2), cute.group_modes(mA, 0, 2)")).toEqual([]));

test("none of them: one error, and the bytes of the copy are not judged", async () =>
  expect(await told("sA, mA")).toEqual([
    "tma-partition-size: the first mode of the shared-memory tensor has 128 elements, one TMA copy takes 8192 elements: make the tile one mode in both, cute.group_modes(tensor, 0, n)",
  ]));
