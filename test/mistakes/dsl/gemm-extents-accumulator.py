# The accumulator is of another tile.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 16), stride=(16, 1)), 128)
    sB = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 16), stride=(16, 1)), 128)
    mma = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), cute.make_layout((4, 1, 1)))
    thr = mma.get_slice(tidx)
    rA = mma.make_fragment_A(thr.partition_A(sA))
    rB = mma.make_fragment_B(thr.partition_B(sB))
    acc = cute.make_rmem_tensor(mma.partition_shape_C((64, 64)), cutlass.Float32)  #! acc = cute.make_rmem_tensor(mma.partition_shape_C((64, 32)), cutlass.Float32)
    acc.fill(0.0)
    cute.gemm(mma, acc, rA, rB, acc)  # told


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
