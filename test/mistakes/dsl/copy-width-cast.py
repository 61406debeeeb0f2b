# A copy does not convert.
import cutlass
import cutlass.cute as cute


@cute.kernel
def epilogue(c: cute.Tensor, mma: cute.TiledMma):
    tidx, _, _ = cute.arch.thread_idx()
    thr = mma.get_slice(tidx)
    tCgC = thr.partition_C(c)
    acc = mma.make_fragment_C(tCgC.shape)
    acc.fill(0.0)
    out = cute.make_rmem_tensor_like(acc, cutlass.Float16)
    out.store(acc.load().to(cutlass.Float16))
    cute.autovec_copy(out, tCgC)  #! cute.autovec_copy(acc, tCgC)


@cute.jit
def host(c: cute.Tensor):
    op = cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16))
    epilogue(c, cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)))).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(host, cute.runtime.make_fake_tensor(cutlass.Float16, (64, 64), stride=(64, 1), assumed_align=16))
