# The matrix has a stride more than modes; the copy below it is right.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 32), stride=(32, 1)), 128)
    gA = cute.make_tensor(p, cute.make_layout((64, 32), stride=(32, 1)))  #! gA = cute.make_tensor(p, cute.make_layout((64, 32), stride=(32, 1, 1)))
    other = cute.make_tensor(p, cute.make_layout((32, 32), stride=(32, 1)))
    cute.autovec_copy(gA, sA)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
