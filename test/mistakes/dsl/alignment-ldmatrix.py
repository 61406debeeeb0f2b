# Rows of 72 bytes: ldmatrix takes each row at a multiple of 16.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel():
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, (4, 1, 1))
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 32), stride=(40, 1)), 16)  #! sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 32), stride=(36, 1)), 16)
    rA = mma.make_fragment_A(mma.get_slice(tidx).partition_A(sA))
    tiled = cute.make_tiled_copy_A(cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16), mma)
    thr = tiled.get_slice(tidx)
    tAsA = thr.partition_S(sA)  # told
    cute.copy(tiled, tAsA, thr.retile(rA))


@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
