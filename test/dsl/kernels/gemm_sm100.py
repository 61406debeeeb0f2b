# A GEMM for Blackwell, written for the tests: tcgen05 MMAs of an SM pair, TMA atoms for A and B, accumulators in tensor memory.
# kernels.test.ts compares what is evaluated here with what the real CuTe DSL traced (gemm_sm100.jsonl).
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
from cutlass.cute.nvgpu import cpasync, tcgen05
from cutlass.cute.runtime import make_fake_compact_tensor


@cute.kernel
def kernel(
    tma_a: cute.CopyAtom,
    mA: cute.Tensor,
    tma_b: cute.CopyAtom,
    mB: cute.Tensor,
    mC: cute.Tensor,
    tiled_mma: cute.TiledMma,
    sA_layout: cute.ComposedLayout,
    sB_layout: cute.ComposedLayout,
    cluster_layout: cute.Layout,
    tiler: cutlass.Constexpr,
):
    bidx, bidy, bidz = cute.arch.block_idx()
    tidx, tidy, tidz = cute.arch.thread_idx()
    pair = bidx % cute.size(tiled_mma.thr_id.shape)
    rank_in_cluster = cute.arch.block_idx_in_cluster()
    coord_in_cluster = cluster_layout.get_flat_coord(rank_in_cluster)
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(mC.element_type, sA_layout.outer, byte_alignment=128, swizzle=sA_layout.inner)
    sB = smem.allocate_tensor(mC.element_type, sB_layout.outer, byte_alignment=128, swizzle=sB_layout.inner)
    gA = cute.local_tile(mA, (tiler[0], tiler[2]), (bidx, None, bidz))
    gB = cute.local_tile(mB, (tiler[1], tiler[2]), (bidy, None, bidz))
    gC = cute.local_tile(mC, (tiler[0], tiler[1]), (bidx, bidy, bidz))
    thr_mma = tiled_mma.get_slice(pair)
    tCgA = thr_mma.partition_A(gA)
    tCgB = thr_mma.partition_B(gB)
    tCgC = thr_mma.partition_C(gC)
    a_layout = cute.make_layout(cute.slice_(cluster_layout, (0, 0, None, 0)).shape)
    tAsA, tAgA = cpasync.tma_partition(
        tma_a, coord_in_cluster[2], a_layout, cute.group_modes(sA, 0, 3), cute.group_modes(tCgA, 0, 3)
    )
    b_layout = cute.make_layout(cute.slice_(cluster_layout, (0, None, 0, 0)).shape)
    tBsB, tBgB = cpasync.tma_partition(
        tma_b, coord_in_cluster[1], b_layout, cute.group_modes(sB, 0, 3), cute.group_modes(tCgB, 0, 3)
    )
    tCrA = tiled_mma.make_fragment_A(sA)
    tCrB = tiled_mma.make_fragment_B(sB)
    acc_shape = tiled_mma.partition_shape_C((tiler[0], tiler[1]))
    acc = tiled_mma.make_fragment_C(acc_shape)
    k_tiles = cute.size(gA, mode=[2])
    k_blocks = cute.size(tCrA, mode=[2])
    stage_a = tAsA[None, 0]
    piece = tCrA[None, None, 1, 0]
    epi_tile = (128, 32)
    load = sm100_utils.get_tmem_load_op(
        (tiler[0] // 2, tiler[1], tiler[2]),
        utils.LayoutEnum.from_tensor(mC),
        mC.element_type,
        cutlass.Float32,
        epi_tile,
        True,
    )
    acc_epi = cute.flat_divide(acc[((None, None), 0, 0)], epi_tile)
    tiled_load = tcgen05.make_tmem_copy(load, acc_epi[None, None, 0, 0])
    thr_load = tiled_load.get_slice(tidx)
    tTRtAcc = thr_load.partition_S(acc_epi)
    gC_epi = cute.flat_divide(tCgC[((None, None), 0, 0)], epi_tile)
    tTRgC = thr_load.partition_D(gC_epi)
    tTRrC = cute.make_rmem_tensor(tTRgC[None, None, None, 0, 0].shape, cutlass.Float32)
    grouped = cute.group_modes(tTRtAcc, 3, cute.rank(tTRtAcc))
    pieces = cute.size(grouped, mode=[3])
    for i in cutlass.range_constexpr(pieces):
        part = grouped[None, None, None, i]


@cute.jit
def host(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, tiler: cutlass.Constexpr, stages: cutlass.Constexpr):
    a_major = utils.LayoutEnum.from_tensor(mA).mma_major_mode()
    b_major = utils.LayoutEnum.from_tensor(mB).mma_major_mode()
    tiled_mma = sm100_utils.make_trivial_tiled_mma(
        mA.element_type, a_major, b_major, cutlass.Float32, tcgen05.CtaGroup.TWO, (tiler[0], tiler[1])
    )
    cluster_shape = (2, 2, 1)
    cluster_layout = cute.tiled_divide(cute.make_layout(cluster_shape), (tiled_mma.thr_id.shape,))
    sA_layout = sm100_utils.make_smem_layout_a(tiled_mma, tiler, mA.element_type, stages)
    sB_layout = sm100_utils.make_smem_layout_b(tiled_mma, tiler, mB.element_type, stages)
    op_a = sm100_utils.cluster_shape_to_tma_atom_A(cluster_shape, tiled_mma.thr_id)
    op_b = sm100_utils.cluster_shape_to_tma_atom_B(cluster_shape, tiled_mma.thr_id)
    one_a = cute.slice_(sA_layout, (None, None, None, 0))
    one_b = cute.slice_(sB_layout, (None, None, None, 0))
    tma_a, tensor_a = cute.nvgpu.make_tiled_tma_atom_A(op_a, mA, one_a, tiler, tiled_mma, cluster_layout.shape)
    tma_b, tensor_b = cute.nvgpu.make_tiled_tma_atom_B(op_b, mB, one_b, tiler, tiled_mma, cluster_layout.shape)
    bytes_a = cute.size_in_bytes(mA.element_type, one_a)
    grid = cute.ceil_div((*mC.layout.shape, 1), tiler[:2])
    kernel(tma_a, tensor_a, tma_b, tensor_b, mC, tiled_mma, sA_layout, sB_layout, cluster_layout, tiler).launch(
        grid=[grid[0], grid[1], 1], block=[128, 1, 1], cluster=cluster_shape
    )


if __name__ == "__main__":
    m, n, k, l = (cute.sym_int(divisibility=8) for _ in range(4))
    a = make_fake_compact_tensor(cutlass.Float16, (m, k, l), stride_order=(1, 0, 2), assumed_align=16)
    b = make_fake_compact_tensor(cutlass.Float16, (n, k, l), stride_order=(1, 0, 2), assumed_align=16)
    c = make_fake_compact_tensor(cutlass.Float16, (m, n, l), stride_order=(1, 0, 2), assumed_align=16)
    cute.compile(host, a, b, c, (256, 128, 64), 4)
