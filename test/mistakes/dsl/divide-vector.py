# A stride of 6 through modes of 4.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    gA = cute.make_tensor(p, cute.make_layout((4, 16), stride=(1, 5)))
    part = cute.composition(gA, cute.make_layout(8, stride=4))  #! part = cute.composition(gA, cute.make_layout(8, stride=6))
    part[tidx % 8] = cutlass.Float16(0.0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
