# The epilogue's buffer comes on top of the main loop's.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    bars = smem.allocate_array(cutlass.Int64, 16)
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64, 6)), 1024)
    sB = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64, 6)), 1024)
    sC = smem.allocate_tensor(cutlass.Float32, cute.make_layout((64, 64)), 1024)  #! sC = smem.allocate_tensor(cutlass.Float32, cute.make_layout((128, 128)), 1024)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
