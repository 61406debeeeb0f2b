# The tile follows the barriers in the storage and has no alignment of its own.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync


@cute.struct
class Storage:
    bar: cute.struct.MemRange[cutlass.Int64, 2]
    sA: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 4096], 128]  #! sA: cute.struct.MemRange[cutlass.Float16, 4096]


@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout):
    tidx, _, _ = cute.arch.thread_idx()
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    storage = smem.allocate(Storage)
    sA = storage.sA.get_tensor(layout)
    bar = storage.bar.data_ptr()
    gA = cute.local_tile(mA, (64, 64), (0, 0))
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if warp_idx == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, 8192)
        cute.copy(tma, tAgA, tAsA, tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    layout = cute.make_layout((64, 64), stride=(64, 1))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, layout, (64, 64))
    kernel(tma, tensor, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
