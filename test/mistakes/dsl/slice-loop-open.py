# A loop over tiles, of which only the run knows how many there are, runs once too often.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 16)
    gA = cute.local_tile(mA, (64, 64), (bidx, None))
    tiled = cute.make_tiled_copy_tv(
        cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16),
        cute.make_layout((16, 8), stride=(8, 1)),
        cute.make_layout((1, 1)),
    )
    thr = tiled.get_slice(tidx)
    tAgA = thr.partition_S(gA)
    tAsA = thr.partition_D(sA)
    tiles = cute.size(gA, mode=[2])
    for k in cutlass.range(tiles):  #! for k in cutlass.range(tiles + 1):
        cute.copy(tiled, tAgA[None, None, None, k], tAsA)  # told
        cute.arch.sync_threads()


@cute.jit
def launch(pA: cute.Pointer, m: cutlass.Int32, k: cutlass.Int32):
    mA = cute.make_tensor(pA, cute.make_layout((m, k), stride=(k, 1)))
    kernel(mA).launch(grid=(cute.ceil_div(m, 64), 1, 1), block=(128, 1, 1))
