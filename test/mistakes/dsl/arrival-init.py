import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

THREADS = 128


@cute.kernel
def k(atom: cute.CopyAtom, t: cute.Tensor):
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = cutlass.utils.SmemAllocator()
    mbar = smem.allocate_array(cutlass.Int64, 2)
    s = smem.allocate_tensor(cutlass.Float16, cute.make_layout((32, 64), stride=(64, 1)), byte_alignment=128)
    sg, gg = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(s, 0, 2), cute.group_modes(cute.local_tile(t, (32, 64), (0, 0)), 0, 2))
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_init(mbar, 1)  #! cute.arch.mbarrier_init(mbar, THREADS)
    cute.arch.mbarrier_init_fence()
    cute.arch.barrier()
    if warp == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_arrive_and_expect_tx(mbar, cute.size_in_bytes(cutlass.Float16, s.layout))
        cute.copy(atom, gg, sg, tma_bar_ptr=mbar)
    cute.arch.mbarrier_wait(mbar, 0)


@cute.jit
def go(x: cute.Tensor):
    atom, t = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, cute.make_layout((32, 64), stride=(64, 1)), (32, 64))
    k(atom, t).launch(grid=(1, 1, 1), block=(THREADS, 1, 1))


if __name__ == "__main__":
    cute.compile(go, cute.runtime.make_fake_tensor(cutlass.Float16, (256, 256), stride=(256, 1), assumed_align=16))
