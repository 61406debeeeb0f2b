# One thread copies a stage more than there is.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float32, cute.make_layout((128, 3)), 16)
    gA = cute.make_tensor(p, cute.make_layout((128, 8)))
    is_first = tidx == 0
    for k in cutlass.range(cute.size(sA, mode=[1])):  #! for k in cutlass.range(cute.size(gA, mode=[1])):
        if is_first:
            sA[tidx, k] = gA[tidx, k]  # told
        cute.arch.sync_threads()


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
