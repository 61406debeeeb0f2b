# Buffers in a list, one for each stage.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    stages = 6  #! stages = 8
    buffers = [smem.allocate_tensor(cutlass.Float32, cute.make_layout((128, 64)), 128) for _ in range(stages)]  # told
    for i in cutlass.range_constexpr(stages):
        buffers[i][tidx] = cutlass.Float32(0.0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
