# Sums of rows and a matrix product for Ampere, written for the tests: cp.async, ldmatrix, predicates, reductions.
# kernels.test.ts compares what is evaluated here with what the real CuTe DSL traced (rowsum_sm80.jsonl).
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync, warp
from cutlass.cute.runtime import make_fake_compact_tensor


@cute.kernel
def kernel(
    mX: cute.Tensor,
    mW: cute.Tensor,
    mO: cute.Tensor,
    copy_x: cute.TiledCopy,
    tiled_mma: cute.TiledMma,
    sX_layout: cute.ComposedLayout,
    tile: cutlass.Constexpr,
):
    tidx, tidy, tidz = cute.arch.thread_idx()
    row, column, batch = cute.arch.block_idx()
    lane = tidx % 32
    warp_idx = tidx // 32
    gX = cute.local_tile(mX, (tile[0], tile[2]), (row, None))
    gW = cute.local_tile(mW, (tile[1], tile[2]), (column, None))
    gO = cute.local_tile(mO, (tile[0], tile[1]), (row, column))
    smem = utils.SmemAllocator()
    sX = smem.allocate_tensor(mX.element_type, sX_layout, byte_alignment=128)
    sW = smem.allocate_tensor(mW.element_type, sX_layout, byte_alignment=128)
    thr_copy = copy_x.get_slice(tidx)
    tXgX = thr_copy.partition_S(gX)
    tXsX = thr_copy.partition_D(sX)
    thr_mma = tiled_mma.get_slice(tidx)
    tCsX = thr_mma.partition_A(sX)
    tCsW = thr_mma.partition_B(sW)
    tCgO = thr_mma.partition_C(gO)
    tCrX = tiled_mma.make_fragment_A(tCsX[None, None, None, 0])
    tCrW = tiled_mma.make_fragment_B(tCsW[None, None, None, 0])
    acc = tiled_mma.make_fragment_C(tCgO)
    ldmatrix = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(False, 4), mX.element_type)
    copy_a = cute.make_tiled_copy_A(ldmatrix, tiled_mma)
    copy_b = cute.make_tiled_copy_B(ldmatrix, tiled_mma)
    thr_a = copy_a.get_slice(tidx)
    tSsX = thr_a.partition_S(sX)
    tSrX = thr_a.retile(tCrX)
    thr_b = copy_b.get_slice(tidx)
    tSsW = thr_b.partition_S(sW)
    tSrW = thr_b.retile(tCrW)
    cX = cute.make_identity_tensor(mX.shape)
    tile_cX = cute.local_tile(cX, (tile[0], tile[2]), (row, None))
    tXcX = thr_copy.partition_S(tile_cX)
    pred_layout = cute.make_layout(
        (tXgX.shape[0][1], cute.size(tXgX, mode=[1]), cute.size(tXgX, mode=[2])),
        stride=(cute.size(tXgX, mode=[2]), 0, 1),
    )
    pred = cute.make_rmem_tensor(pred_layout, cutlass.Int32)
    k_tiles = cute.size(tXgX, mode=[3])
    stages = cute.size(tXsX, mode=[3])
    k_blocks = cute.size(tCrX, mode=[2])
    for k in cutlass.range_constexpr(k_blocks):
        next_k = (k + 1) % k_blocks
        piece = tSsX[None, None, next_k, 0]
        into = tSrX[None, None, next_k]
    rows = cute.make_layout((acc.shape[0][1], acc.shape[1]), stride=(acc.stride[0][1], acc.stride[1]))
    columns = cute.make_layout((acc.shape[0][0], acc.shape[2]), stride=(acc.stride[0][0], acc.stride[2]))
    by_row = cute.make_tensor(acc.iterator, cute.append(cute.group_modes(rows, 0, 2), columns))
    sums = cute.make_rmem_tensor(cute.size(rows), cutlass.Float32)
    half = cute.make_fragment_like(acc, mO.element_type)
    out_atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), mO.element_type, num_bits_per_copy=32)
    lanes = cute.make_layout((4, 8), stride=(1, 4))
    lane_coord = lanes.get_hier_coord(lane)
    vectors = cute.logical_divide(gO, (None, 8))
    two = cute.recast_tensor(half, cutlass.Int32)


@cute.jit
def host(mX: cute.Tensor, mW: cute.Tensor, mO: cute.Tensor, tile: cutlass.Constexpr, stages: cutlass.Constexpr):
    element = mX.element_type
    vector = 128 // element.width
    threads_k = tile[2] // vector
    swizzle = cute.make_swizzle(3, 3, 3)
    atom_layout = cute.make_composed_layout(swizzle, 0, cute.make_layout((8, 64), stride=(64, 1)))
    sX_layout = cute.tile_to_shape(atom_layout, (tile[0], tile[2], stages), (0, 1, 2))
    async_copy = cute.make_copy_atom(
        cpasync.CopyG2SOp(cache_mode=cpasync.LoadCacheMode.GLOBAL), element, num_bits_per_copy=128
    )
    threads = cute.make_layout((128 // threads_k, threads_k), stride=(threads_k, 1))
    copy_x = cute.make_tiled_copy_tv(async_copy, threads, cute.make_layout((1, vector)))
    mma_op = warp.MmaF16BF16Op(element, cutlass.Float32, (16, 8, 16))
    tiled_mma = cute.make_tiled_mma(mma_op, cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))
    grid = cute.ceil_div(mO.shape, (tile[0], tile[1]))
    kernel(mX, mW, mO, copy_x, tiled_mma, sX_layout, tile).launch(grid=[grid[0], grid[1], 1], block=[128, 1, 1])


if __name__ == "__main__":
    m, n, k = (cute.sym_int(divisibility=8) for _ in range(3))
    x = make_fake_compact_tensor(cutlass.Float16, (m, k), stride_order=(1, 0), assumed_align=16)
    w = make_fake_compact_tensor(cutlass.Float16, (n, k), stride_order=(1, 0), assumed_align=16)
    o = make_fake_compact_tensor(cutlass.Float16, (m, n), stride_order=(1, 0), assumed_align=16)
    cute.compile(host, x, w, o, (128, 128, 64), 3)
