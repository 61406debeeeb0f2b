# The fence was taken for a barrier and dropped. The element type comes with the arguments.
from typing import Type

import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync


@cute.kernel
def kernel(tma: cute.CopyAtom, mC: cute.Tensor, layout: cute.Layout, dtype: cutlass.Constexpr):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sC = smem.allocate_tensor(dtype, layout, 128)
    gC = cute.local_tile(mC, (128, 64), (0, 0))
    mine = cute.local_partition(sC, cute.make_layout((16, 8)), tidx)
    values = cute.make_fragment_like(mine)
    values.fill(0)
    cute.autovec_copy(values, mine)
    cute.arch.fence_proxy("async.shared", space="cta")  #! (nothing)
    cute.arch.sync_threads()
    tCsC, tCgC = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sC, 0, 2), cute.group_modes(gC, 0, 2))
    if tidx == 0:
        cute.copy(tma, tCsC, tCgC)  # told


@cute.jit
def launch(C: cute.Pointer, dtype: Type[cutlass.Numeric]):
    mC = cute.make_tensor(C, cute.make_layout((512, 1024), stride=(1024, 1)))
    layout = cute.make_layout((128, 64), stride=(64, 1))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), mC, layout, (128, 64))
    kernel(tma, tensor, layout, dtype).launch(grid=(1, 1, 1), block=(128, 1, 1))
