# The fragment holds nothing until it is filled: the first product adds to what was in the registers.
import cutlass
import cutlass.cute as cute


@cute.kernel
def kernel(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor, mma: cute.TiledMma):
    tidx, _, _ = cute.arch.thread_idx()
    gA = cute.local_tile(mA, (64, 16), (0, None))
    gB = cute.local_tile(mB, (64, 16), (0, None))
    thr = mma.get_slice(tidx)
    tCgA, tCgB, tCgC = thr.partition_A(gA), thr.partition_B(gB), thr.partition_C(mC)
    tCrA = mma.make_fragment_A(tCgA[None, None, None, 0])
    tCrB = mma.make_fragment_B(tCgB[None, None, None, 0])
    tCrC = mma.make_fragment_C(tCgC)
    tCrC.fill(0.0)  #! (nothing)
    for k in range(cute.size(gA, mode=[2])):
        cute.autovec_copy(tCgA[None, None, None, k], tCrA)
        cute.autovec_copy(tCgB[None, None, None, k], tCrB)
        cute.gemm(mma, tCrC, tCrA, tCrB, tCrC)  # told
    cute.autovec_copy(tCrC, tCgC)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0x1000, cute.AddressSpace.gmem, assumed_align=16)
    c = cute.make_ptr(cutlass.Float32, 0x1000, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((64, 256), stride=(256, 1)))
    mB = cute.make_tensor(p, cute.make_layout((64, 256), stride=(256, 1)))
    mC = cute.make_tensor(c, cute.make_layout((64, 64), stride=(64, 1)))
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((4, 1, 1)))
    kernel(mA, mB, mC, mma).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
