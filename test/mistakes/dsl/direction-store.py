# A store with the barrier that loads take, in the order of a load.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync


@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout):
    tidx, _, _ = cute.arch.thread_idx()
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    sD = smem.allocate_tensor(cutlass.Float16, layout, 128)
    gD = cute.local_tile(mA, (64, 64), (0, 0))
    tDsD, tDgD = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sD, 0, 2), cute.group_modes(gD, 0, 2))
    sD[tidx] = cutlass.Float16(1.0)
    cute.arch.fence_proxy("async.shared", space="cta")
    cute.arch.sync_threads()
    if warp_idx == 0:
        cute.copy(tma, tDsD, tDgD)  #! cute.copy(tma, tDgD, tDsD)
        cute.arch.cp_async_bulk_commit_group()
        cute.arch.cp_async_bulk_wait_group(0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    layout = cute.make_layout((64, 64), stride=(64, 1))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), mA, layout, (64, 64))
    kernel(tma, tensor, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
