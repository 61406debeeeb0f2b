# The fragment of B is made of a partition of A, which has twice as many values.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    sB = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 16)
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, (2, 2, 1))
    thr = mma.get_slice(cute.arch.thread_idx()[0])
    tCsB = thr.partition_B(sB)  #! tCsB = thr.partition_A(sB)
    tCrB = mma.make_fragment_B(tCsB)  # told
    cute.autovec_copy(tCsB, tCrB)


@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
