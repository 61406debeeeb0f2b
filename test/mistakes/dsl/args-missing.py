# The coordinate of the CTA in its cluster is left out.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync


@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout):
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, layout, 128)
    gA = cute.local_tile(mA, (64, 64), (0, 0))
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))  #! tAsA, tAgA = cpasync.tma_partition(tma, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))


@cute.jit
def host(mA: cute.Tensor):
    layout = cute.make_layout((64, 64), stride=(64, 1))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, layout, (64, 64))
    kernel(tma, tensor, layout).launch(grid=(1, 1, 1), block=(32, 1, 1))
