# Every thread of the block arrives, twice as many are counted.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    bar = smem.allocate_array(cutlass.Int64, 1)
    values = smem.allocate_tensor(cutlass.Float32, cute.make_layout(128), 16)
    if tidx == 0:
        cute.arch.mbarrier_init(bar, 128)  #! cute.arch.mbarrier_init(bar, 256)
    cute.arch.mbarrier_init_fence()
    cute.arch.sync_threads()
    values[tidx] = cutlass.Float32(0.0)
    cute.arch.mbarrier_arrive(bar)
    cute.arch.mbarrier_wait(bar, 0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
