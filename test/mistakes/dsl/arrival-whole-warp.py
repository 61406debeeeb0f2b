# Without the election every thread of the warp arrives with the bytes, at a barrier of one arrival.
import torch
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync, warp, warpgroup
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def copy_kernel(tma_atom: cute.CopyAtom, mA_tma: cute.Tensor, sA_layout: cute.ComposedLayout):
    tidx, _, _ = cute.arch.thread_idx()
    warp_idx = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.BFloat16, sA_layout.outer, 1024, sA_layout.inner)
    mbar = smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(mbar, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    gA = cute.local_tile(mA_tma, (M, K), (0, 0))
    tAsA, tAgA = cpasync.tma_partition(tma_atom, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    if warp_idx == 0:
        with cute.arch.elect_one():  #! if True:
            cute.arch.mbarrier_arrive_and_expect_tx(mbar, M * K * 2)  # told
        cute.copy(tma_atom, tAgA, tAsA, tma_bar_ptr=mbar)
    cute.arch.mbarrier_wait(mbar, 0)


M, K = 128, 64


@cute.jit
def host(mA: cute.Tensor):
    kind = warpgroup.SmemLayoutAtomKind.K_SW128
    sA_layout = cute.tile_to_shape(warpgroup.make_smem_layout_atom(kind, cutlass.BFloat16), (M, K), order=(0, 1))
    tma_atom, tma_tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, sA_layout, (M, K))
    copy_kernel(tma_atom, tma_tensor, sA_layout).launch(grid=(1, 1, 1), block=(128, 1, 1))


a = torch.randn(M, K, dtype=torch.bfloat16, device="cuda")
host(from_dlpack(a, assumed_align=16))
