import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.pipeline as pipeline
from cutlass.cute.nvgpu import cpasync, warp

M, K = 128, 64

@cute.kernel
def load(atom: cute.CopyAtom, mA: cute.Tensor, sA_layout: cute.ComposedLayout):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.BFloat16, sA_layout.outer, 1024, sA_layout.inner)  #! sA = smem.allocate_tensor(cutlass.BFloat16, sA_layout.outer, 16, sA_layout.inner)
    bar = smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    gA = cute.local_tile(mA, (M, K), (bidx, None))
    tAsA, tAgA = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    if warp_idx == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(bar, M * K * 2)
        cute.copy(atom, tAgA[None, 0], tAsA, tma_bar_ptr=bar)
    cute.arch.mbarrier_wait(bar, 0)

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.BFloat16, 0, cute.AddressSpace.gmem, assumed_align=128)
    mA = cute.make_tensor(p, cute.make_layout((1024, 512), stride=(512, 1)))
    block = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))
    sA_layout = cute.tile_to_shape(block, (M, K), (0, 1))
    atom, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, sA_layout, (M, K))
    load(atom, tensor, sA_layout).launch(grid=(8, 1, 1), block=(128, 1, 1))
