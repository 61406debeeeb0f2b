# The allocator calls it byte_alignment.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout(128), byte_alignment=16)  #! sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout(128), alignment=16)
    sA[tidx] = mA[tidx]


@cute.jit
def host(mA: cute.Tensor):
    kernel(mA).launch(grid=(1, 1, 1), block=(128, 1, 1))


def main():
    p = cute.runtime.make_ptr(cutlass.Float32, 256, cute.AddressSpace.gmem, assumed_align=16)
    cute.compile(host, cute.make_tensor(p, cute.make_layout(128)))
