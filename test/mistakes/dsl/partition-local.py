# Threads of three modes for a matrix.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    gA = cute.make_tensor(p, cute.make_layout((64, 32), stride=(32, 1)))
    mine = cute.local_partition(gA, cute.make_layout((16, 8)), tidx)  #! mine = cute.local_partition(gA, cute.make_layout((16, 8, 1)), tidx)
    mine[0, 0] = cutlass.Float16(0.0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
