# Eight stages of A and of B are 256 KiB.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    stages = 6  #! stages = 8
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64, stages)), 128)
    sB = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64, stages)), 128)  # told


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
