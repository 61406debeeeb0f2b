# The accumulators are written without retile.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sC = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 32), stride=(32, 1)), 128)
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float16, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))
    acc = cute.make_rmem_tensor(mma.partition_shape_C((64, 32)), cutlass.Float16)
    acc.fill(0.0)
    atom = cute.make_copy_atom(cute.nvgpu.warp.StMatrix8x8x16bOp(False, 4), cutlass.Float16)
    r2s = cute.make_tiled_copy_C(atom, mma)
    thr = r2s.get_slice(tidx)
    cute.copy(r2s, thr.retile(acc), thr.partition_D(sC))  #! cute.copy(r2s, acc, thr.partition_D(sC))


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
