# A stride too few, below a branch of the run.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    if tidx < 32:
        l = cute.make_layout((4, 8, 2), stride=(1, 4, 32))  #! l = cute.make_layout((4, 8, 2), stride=(1, 4))
        t = cute.make_tensor(p, l)
        t[0, 0, 0] = cutlass.Float16(0.0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
