# The fragments are of another type than the MMA.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((32, 32), stride=(32, 1)), 128)
    sB = smem.allocate_tensor(cutlass.Float16, cute.make_layout((16, 32), stride=(32, 1)), 128)  #! sB = smem.allocate_tensor(cutlass.BFloat16, cute.make_layout((16, 32), stride=(32, 1)), 128)
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)))
    thr = mma.get_slice(tidx)
    rA = cute.make_rmem_tensor_like(thr.partition_A(sA))
    rB = cute.make_rmem_tensor_like(thr.partition_B(sB))
    acc = cute.make_rmem_tensor(mma.partition_shape_C((32, 16)), cutlass.Float32)
    cute.gemm(mma, acc, rA, rB, acc)  # told


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
