import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import make_fake_tensor
from cutlass.cute.typing import Int64, BFloat16

tile_shape = (64, 64)
threads = 128


@cute.struct
class Smem:
    full: cute.struct.MemRange[Int64, 2]
    x: cute.struct.Align[cute.struct.MemRange[BFloat16, 2 * 64 * 64], 128]
    y: cute.struct.Align[cute.struct.MemRange[BFloat16, 64 * 64], 128]


@cute.kernel
def pingpong(tma_in: cute.CopyAtom, mX: cute.Tensor, tma_out: cute.CopyAtom, mY: cute.Tensor, smem_layout: cute.Layout):
    tid, _, _ = cute.arch.thread_idx()
    bx, _, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    storage = cutlass.utils.SmemAllocator().allocate(Smem)
    staged = cute.append(smem_layout, cute.make_layout(2, stride=4096))
    sX = storage.x.get_tensor(staged)
    sY = storage.y.get_tensor(smem_layout)
    full = storage.full.data_ptr()
    gX = cute.local_tile(mX, tile_shape, (bx, None))
    gY = cute.local_tile(mY, tile_shape, (bx, None))
    tXsX, tXgX = cpasync.tma_partition(tma_in, 0, cute.make_layout(1), cute.group_modes(sX, 0, 2), cute.group_modes(gX, 0, 2))
    tYsY, tYgY = cpasync.tma_partition(tma_out, 0, cute.make_layout(1), cute.group_modes(sY, 0, 2), cute.group_modes(gY, 0, 2))

    if tid == 0:
        cute.arch.mbarrier_init(full, 1)
        cute.arch.mbarrier_init(full + 1, 1)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full, 64 * 64 * 2)
        cute.copy(tma_in, tXgX[None, 0], tXsX[None, 0], tma_bar_ptr=full)
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(full + 1, 64 * 64 * 2)  #! cute.arch.mbarrier_arrive_and_expect_tx(full + 1, 64 * 64 * 4)
        cute.copy(tma_in, tXgX[None, 1], tXsX[None, 1], tma_bar_ptr=full + 1)

    copy = cute.make_tiled_copy_tv(
        cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), BFloat16, num_bits_per_copy=128),
        cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)),
    )
    thr = copy.get_slice(tid)
    tS = thr.partition_S(sX)
    tD = thr.partition_D(sY)
    r = cute.make_fragment_like(tS[None, None, None, 0])
    for i in cutlass.range_constexpr(2):
        cute.arch.mbarrier_wait(full + i, 0)
        cute.copy(copy, tS[None, None, None, i], r)
        cute.copy(copy, r, tD)
        cute.arch.fence_proxy("async.shared", space="cta")
        cute.arch.sync_threads()
        if warp == 0:
            cute.copy(tma_out, tYsY, tYgY[None, i])
            cute.arch.cp_async_bulk_commit_group()
            cute.arch.cp_async_bulk_wait_group(0, read=True)
        cute.arch.sync_threads()


@cute.jit
def host(x: cute.Tensor, y: cute.Tensor):
    smem_layout = cute.make_layout(tile_shape, stride=(64, 1))
    tma_in, mX = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, smem_layout, tile_shape)
    tma_out, mY = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), y, smem_layout, tile_shape)
    pingpong(tma_in, mX, tma_out, mY, smem_layout).launch(grid=(16, 1, 1), block=(threads, 1, 1))


if __name__ == "__main__":
    x = make_fake_tensor(BFloat16, (1024, 128), stride=(128, 1), assumed_align=16)
    y = make_fake_tensor(BFloat16, (1024, 128), stride=(128, 1), assumed_align=16)
    cute.compile(host, x, y)
