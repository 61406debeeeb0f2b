# In a loop the phase of the barrier is always 0.
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync


@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = cutlass.utils.SmemAllocator()
    bar = smem.allocate_array(cutlass.Int64, 1)
    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((64, 32), stride=(32, 1)), 128)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    gA = cute.local_tile(mA, (64, 32), (0, None))
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    total = cutlass.Float32(0)
    for k in cutlass.range(8, unroll=1):
        if warp == 0:
            with cute.arch.elect_one():
                cute.arch.mbarrier_arrive_and_expect_tx(bar, 64 * 32 * 4)
            cute.copy(tma, tAgA[None, k], tAsA, tma_bar_ptr=bar)
        cute.arch.mbarrier_wait(bar, k % 2)  #! cute.arch.mbarrier_wait(bar, 0)
        total += sA[tidx % 64, tidx // 64]
        cute.arch.sync_threads()
    out[tidx] = total


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 0x1000, cute.AddressSpace.gmem, assumed_align=128)
    mA = cute.make_tensor(p, cute.make_layout((64, 256), stride=(256, 1)))
    out = cute.make_tensor(p, cute.make_layout(128))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, cute.make_layout((64, 32), stride=(32, 1)), (64, 32))
    kernel(tma, tensor, out).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
