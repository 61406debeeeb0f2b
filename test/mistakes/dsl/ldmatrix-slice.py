# A thread's slice of the tiled copy is handed to the helper that multiplies; its ldmatrix does not transpose V.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import warp


@cute.jit
def multiply(mma: cute.TiledMma, acc: cute.Tensor, tCrA: cute.Tensor, tCrB: cute.Tensor, tCsB: cute.Tensor, thr_copy):
    view = thr_copy.retile(tCrB)
    for k in cutlass.range_constexpr(cute.size(tCsB.shape[2])):
        cute.copy(thr_copy, tCsB[None, None, k], view[None, None, k])  # told
        cute.gemm(mma, acc, tCrA[None, None, k], tCrB[None, None, k], acc)


@cute.kernel
def kernel():
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    mma = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), (4, 1, 1), permutation_mnk=(64, 16, 16))
    sV = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 128)
    sVt = cute.make_tensor(sV.iterator, cute.make_layout((64, 64), stride=(1, 64)))
    thr_mma = mma.get_slice(tidx)
    tCrA = cute.make_rmem_tensor(thr_mma.partition_shape_A((64, 64)), cutlass.Float16)
    tCrB = mma.make_fragment_B(thr_mma.partition_B(sVt))
    acc = cute.make_rmem_tensor(thr_mma.partition_shape_C((64, 64)), cutlass.Float32)
    atom = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(transpose=True, num_matrices=4), cutlass.Float16)  #! atom = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(transpose=False, num_matrices=4), cutlass.Float16)
    thr_copy = cute.make_tiled_copy_B(atom, mma).get_slice(tidx)
    multiply(mma, acc, tCrA, tCrB, thr_copy.partition_S(sVt), thr_copy)


@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
