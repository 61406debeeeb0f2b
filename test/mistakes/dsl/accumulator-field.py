# wgmma over the tiles of K: the first gemm leaves out what the registers hold, those behind it add.
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import warpgroup


@cute.kernel
def product(mma: cute.TiledMma, a_layout: cute.ComposedLayout, b_layout: cute.ComposedLayout, mC: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, a_layout.outer, 128, swizzle=a_layout.inner)
    sB = smem.allocate_tensor(cutlass.Float16, b_layout.outer, 128, swizzle=b_layout.inner)
    thr = mma.get_slice(tidx)
    rA = mma.make_fragment_A(thr.partition_A(sA))
    rB = mma.make_fragment_B(thr.partition_B(sB))
    tC = thr.partition_C(mC)
    acc = cute.make_rmem_tensor(tC.shape, cutlass.Float32)
    mma.set(warpgroup.Field.ACCUMULATE, False)
    for k in cutlass.range_constexpr(cute.size(rA, mode=[2])):
        warpgroup.fence()
        cute.gemm(mma, acc, rA[None, None, k], rB[None, None, k], acc)
        mma.set(warpgroup.Field.ACCUMULATE, True)  #! mma.set(warpgroup.Field.ACCUMULATE, False)
    warpgroup.commit_group()
    warpgroup.wait_group(0)
    cute.autovec_copy(acc, tC)


@cute.jit
def launch(mC: cute.Tensor):
    op = warpgroup.MmaF16BF16Op(
        cutlass.Float16,
        cutlass.Float32,
        (64, 128, 16),
        warpgroup.OperandSource.SMEM,
        warpgroup.OperandMajorMode.K,
        warpgroup.OperandMajorMode.K,
    )
    atom = warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind.K_SW128, cutlass.Float16)
    a_layout = cute.tile_to_shape(atom, (64, 64), (0, 1))
    b_layout = cute.tile_to_shape(atom, (128, 64), (0, 1))
    product(cute.make_tiled_mma(op), a_layout, b_layout, mC).launch(grid=(1, 1, 1), block=(128, 1, 1))
