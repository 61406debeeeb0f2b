# A warp behind those that consume brings the tile: the launch has it too.
import cutlass
import cutlass.cute as cute

CONSUMERS = 128


@cute.kernel
def passing(out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    smem = cutlass.utils.SmemAllocator()
    data = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32,)), 16)
    full = smem.allocate_array(cutlass.Int64, 1)
    if tidx == 0:
        cute.arch.mbarrier_init(full, 32)  # told
        cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    if warp == CONSUMERS // 32:
        data[tidx % 32] = cutlass.Float32(tidx)
        cute.arch.mbarrier_arrive(full)
    else:
        cute.arch.mbarrier_wait(full, 0)
        out[tidx] = data[tidx % 32]


@cute.jit
def launch(out: cute.Tensor):
    passing(out).launch(grid=(1, 1, 1), block=(CONSUMERS + 32, 1, 1))  #! passing(out).launch(grid=(1, 1, 1), block=(CONSUMERS, 1, 1))
