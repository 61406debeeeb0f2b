# The last thread slices a tensor of three modes with two coordinates.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    gA = cute.make_tensor(p, cute.make_layout((64, 32, 4), stride=(32, 1, 2048)))
    if tidx == 127:
        last = gA[None, None, 3]  #! last = gA[None, 3]
        last[0, 0] = cutlass.Float16(0.0)
    else:
        gA[tidx % 64, 0, 0] = cutlass.Float16(1.0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
