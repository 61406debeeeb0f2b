# Four atoms along M take 64 rows, the tile has 32.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel():
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, (2, 2, 1))  #! mma = cute.make_tiled_mma(op, (4, 1, 1))
    thr = mma.get_slice(tidx)
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((32, 16), stride=(16, 1)), 16)
    tCsA = thr.partition_A(sA)  # told
    tCrA = mma.make_fragment_A(tCsA)
    cute.autovec_copy(tCsA, tCrA)


@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
