# The source of ldmatrix is partitioned as its destination is.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 32), stride=(32, 1)), 128)
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)))
    atom = cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16)
    s2r = cute.make_tiled_copy_A(atom, mma)
    thr = s2r.get_slice(tidx)
    tCrA = mma.make_fragment_A(mma.get_slice(tidx).partition_A(sA))
    tXsA = thr.partition_S(sA)  #! tXsA = thr.partition_D(sA)
    tXrA = thr.retile(tCrA)
    cute.copy(s2r, tXsA, tXrA)  # told


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
