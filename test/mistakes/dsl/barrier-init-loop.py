# A barrier for each of four tiles; the loop that initialises them is one short.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

TILES = 4


@cute.kernel
def kernel():
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    full = smem.allocate_array(cutlass.Int64, TILES)
    if tidx == 0:
        for i in cutlass.range_constexpr(TILES):  #! for i in cutlass.range_constexpr(TILES - 1):
            cute.arch.mbarrier_init(full + i, 128)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    for i in cutlass.range_constexpr(TILES):
        cute.arch.mbarrier_arrive(full + i)
        cute.arch.mbarrier_wait(full + i, 0)


@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
