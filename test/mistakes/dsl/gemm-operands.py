# Both operands are partitioned as A.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel():
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    layout = cute.make_layout((64, 8))
    sA = smem.allocate_tensor(cutlass.Float32, layout, 16)
    sB = smem.allocate_tensor(cutlass.Float32, layout, 16)
    mma = cute.make_tiled_mma(cute.nvgpu.MmaUniversalOp(cutlass.Float32), cute.make_layout((16, 16, 1)))
    thr = mma.get_slice(tidx)
    tCsA = thr.partition_A(sA)
    tCsB = thr.partition_B(sB)  #! tCsB = thr.partition_A(sB)
    rA = mma.make_fragment_A(tCsA)
    rB = cute.make_fragment_like(tCsB)
    acc = cute.make_rmem_tensor(mma.partition_shape_C((64, 64)), cutlass.Float32)
    acc.fill(0.0)
    cute.autovec_copy(tCsA, rA)
    cute.autovec_copy(tCsB, rB)
    cute.gemm(mma, acc, rA, tCsB, acc)  # told


@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(256, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
