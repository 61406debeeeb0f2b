# The fragment of B is retiled by the copy of A.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sB = smem.allocate_tensor(cutlass.Float16, cute.make_layout((48, 32), stride=(32, 1)), 128)
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((4, 1, 1)), permutation_mnk=(64, 16, 16))
    atom = cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16)
    copy_a = cute.make_tiled_copy_A(atom, mma)
    copy_b = cute.make_tiled_copy_B(atom, mma)
    thr_a = copy_a.get_slice(tidx)
    thr_b = copy_b.get_slice(tidx)
    tCrB = mma.make_fragment_B(mma.get_slice(tidx).partition_B(sB))
    cute.copy(copy_b, thr_b.partition_S(sB), thr_b.retile(tCrB))  #! cute.copy(copy_b, thr_a.partition_S(sB), thr_b.retile(tCrB))


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
