# Every thread of the block arrives once; twice as many are counted.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    bar = smem.allocate(cutlass.Int64, byte_alignment=8)
    if cute.arch.warp_idx() == 0:
        with cute.arch.elect_one():
            cute.arch.mbarrier_init(bar, cnt=256)  #! cute.arch.mbarrier_init(bar, cnt=512)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    cute.arch.mbarrier_arrive(bar, arrive_count=1)
    cute.arch.mbarrier_wait(bar, phase=0)


@cute.jit
def launch():
    kernel().launch(grid=[1, 1, 1], block=[256, 1, 1])


if __name__ == "__main__":
    cute.compile(launch)
