# C = A + B: every block adds one tile, every thread a 4 x 4 patch, with predicates for the ragged edge.
import cutlass
import cutlass.cute as cute
import torch
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def add_kernel(
    gA: cute.Tensor,
    gB: cute.Tensor,
    gC: cute.Tensor,
    cC: cute.Tensor,
    shape: cute.Shape,
    thr_layout: cute.Layout,
    val_layout: cute.Layout,
):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()

    block = ((None, None), bidx)
    blkA = gA[block]  # (TileM,TileN)
    blkB = gB[block]  # (TileM,TileN)
    blkC = gC[block]  # (TileM,TileN)
    blkCrd = cC[block]  # (TileM,TileN) of coordinates

    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), gA.element_type)
    tiled_copy = cute.make_tiled_copy_tv(atom, thr_layout, val_layout)
    thr_copy = tiled_copy.get_slice(tidx)

    thrA = thr_copy.partition_S(blkA)  # (CPY,CPY_M,CPY_N)
    thrB = thr_copy.partition_S(blkB)
    thrC = thr_copy.partition_D(blkC)
    thrCrd = thr_copy.partition_S(blkCrd)

    frgA = cute.make_fragment_like(thrA)
    frgB = cute.make_fragment_like(thrB)
    frgC = cute.make_fragment_like(thrC)
    inside = cute.make_rmem_tensor(thrCrd.shape, cutlass.Boolean)
    for i in range(cute.size(inside)):
        inside[i] = cute.elem_less(thrCrd[i], shape)

    cute.copy(atom, thrA, frgA, pred=inside)
    cute.copy(atom, thrB, frgB, pred=inside)
    frgC.store(frgA.load() + frgB.load())
    cute.copy(atom, frgC, thrC, pred=inside)


@cute.jit
def add(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, copy_bits: cutlass.Constexpr = 128):
    vector = copy_bits // mA.element_type.width

    thr_layout = cute.make_ordered_layout((4, 32), order=(1, 0))
    val_layout = cute.make_ordered_layout((4, vector), order=(1, 0))
    tiler_mn, tv_layout = cute.make_layout_tv(thr_layout, val_layout)

    gA = cute.zipped_divide(mA, tiler_mn)  # ((TileM,TileN),(RestM,RestN))
    gB = cute.zipped_divide(mB, tiler_mn)
    gC = cute.zipped_divide(mC, tiler_mn)
    cC = cute.zipped_divide(cute.make_identity_tensor(mC.shape), tiler_mn)

    add_kernel(gA, gB, gC, cC, mC.shape, thr_layout, val_layout).launch(
        grid=[cute.size(gC, mode=[1]), 1, 1],
        block=[cute.size(tv_layout, mode=[0]), 1, 1],
    )


def main(m: int = 2048, n: int = 1024):
    a = torch.randn(m, n, device="cuda", dtype=torch.float32)
    b = torch.randn(m, n, device="cuda", dtype=torch.float32)
    c = torch.zeros(m, n, device="cuda", dtype=torch.float32)
    mA = from_dlpack(a, assumed_align=16)
    mB = from_dlpack(b, assumed_align=16)
    mC = from_dlpack(c, assumed_align=16)
    compiled = cute.compile(add, mA, mB, mC)
    compiled(mA, mB, mC)
    torch.testing.assert_close(c, a + b)


if __name__ == "__main__":
    main()
