import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def copy_kernel(gA: cute.Tensor, gB: cute.Tensor, tv: cute.Layout, tiler: cute.Shape):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), gA.element_type, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy(atom, tv, tiler)
    thr = tiled.get_slice(tidx)
    blkA = gA[((None, None), bidx)]
    blkB = gB[((None, None), bidx)]
    tA = thr.partition_S(blkA)
    tB = thr.partition_S(blkB)
    frg = cute.make_fragment_like(tA)
    cute.copy(tiled, tA, frg)  # told
    cute.copy(tiled, frg, tB)


@cute.jit
def elementwise(mA: cute.Tensor, mB: cute.Tensor):
    thr_layout = cute.make_layout((4, 32), stride=(32, 1))
    val_layout = cute.make_layout((4, 8), stride=(8, 1))  #! val_layout = cute.make_layout((4, 8), stride=(1, 4))
    tiler_mn, tv_layout = cute.make_layout_tv(thr_layout, val_layout)
    gA = cute.zipped_divide(mA, tiler_mn)
    gB = cute.zipped_divide(mB, tiler_mn)
    copy_kernel(gA, gB, tv_layout, tiler_mn).launch(grid=[cute.size(gA, mode=[1]), 1, 1], block=[cute.size(tv_layout, mode=[0]), 1, 1])


if __name__ == "__main__":
    a = torch.randn(1024, 512, dtype=torch.float16)
    b = torch.empty_like(a)
    cute.compile(elementwise, from_dlpack(a, assumed_align=16), from_dlpack(b, assumed_align=16))
