import cutlass
import cutlass.cute as cute


class K:
    def __init__(self, dtype):
        self.dtype = dtype

    @cute.kernel
    def kernel(self, mma: cute.TiledMma):
        tidx, _, _ = cute.arch.thread_idx()
        sB = cutlass.utils.SmemAllocator().allocate_tensor(self.dtype, cute.make_layout((64, 32), stride=(32, 1)), 16)
        thr = mma.get_slice(tidx)
        frag = mma.make_fragment_B(thr.partition_B(sB))
        tc = cute.make_tiled_copy_B(cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4), self.dtype), mma)
        cp = tc.get_slice(tidx)
        view = cp.retile(frag)
        src = cp.partition_S(sB)
        cute.copy(tc, src[None, None, 0], view[None, None, 0])  #! cute.copy(tc, src[None, None, 0], frag[None, None, 0])

    @cute.jit
    def __call__(self):
        mma = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(self.dtype, cutlass.Float32, (16, 8, 16)), cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))
        self.kernel(mma).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(K(cutlass.BFloat16))
