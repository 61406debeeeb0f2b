import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def masked(gX: cute.Tensor, cX: cute.Tensor, gY: cute.Tensor, shape: cute.Shape, tv: cute.Layout, tiler_mn: cute.Shape):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    blkX = gX[((None, None), bidx)]
    blkY = gY[((None, None), bidx)]
    blkC = cX[((None, None), bidx)]
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), gX.element_type, num_bits_per_copy=128)  #! atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), gX.element_type, num_bits_per_copy=32)
    tiled = cute.make_tiled_copy(atom, tv, tiler_mn)
    thr = tiled.get_slice(tidx)
    tX = thr.partition_S(blkX)
    tY = thr.partition_D(blkY)
    tC = thr.partition_S(blkC)
    frg = cute.make_fragment_like(tX)
    pred = cute.make_rmem_tensor((1, cute.size(tX, mode=[1]), cute.size(tX, mode=[2])), cutlass.Boolean)
    for i in range(cute.size(pred, mode=[1])):
        pred[0, i, 0] = cute.elem_less(tC[(0, 0), i, 0], shape)
    cute.copy(tiled, tX, frg, pred=pred)  # told
    cute.copy(tiled, frg, tY, pred=pred)


@cute.jit
def go(mX: cute.Tensor, mY: cute.Tensor):
    tiler_mn, tv = cute.make_layout_tv(cute.make_ordered_layout((4, 32), order=(1, 0)), cute.make_ordered_layout((1, 4), order=(1, 0)))
    gX = cute.zipped_divide(mX, tiler_mn)
    gY = cute.zipped_divide(mY, tiler_mn)
    cX = cute.zipped_divide(cute.make_identity_tensor(mX.shape), tiler_mn)
    masked(gX, cX, gY, mX.shape, tv, tiler_mn).launch(grid=(64, 1, 1), block=(128, 1, 1))


x = torch.randn(256, 128, device="cuda")
go(from_dlpack(x, assumed_align=16), from_dlpack(torch.empty_like(x), assumed_align=16))
