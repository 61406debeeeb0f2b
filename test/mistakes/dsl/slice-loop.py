# One K block more than there are.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    gA = cute.make_tensor(p, cute.make_layout((128, 8), stride=(8, 1)))
    total = cutlass.Float32(0.0)
    for k in cutlass.range_constexpr(cute.size(gA, mode=[1])):  #! for k in cutlass.range_constexpr(cute.size(gA, mode=[1]) + 1):
        total += gA[tidx, k].to(cutlass.Float32)  # told
    gA[tidx, 0] = total.to(cutlass.Float16)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
