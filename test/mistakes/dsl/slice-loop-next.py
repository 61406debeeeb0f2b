# The stage behind the last one, in the last round.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((128, 4)), 16)
    gA = cute.make_tensor(p, cute.make_layout((128, 4)))
    sA[tidx, 0] = gA[tidx, 0]
    for k in cutlass.range(3):  #! for k in cutlass.range(4):
        sA[tidx, k + 1] = gA[tidx, k]  # told


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
