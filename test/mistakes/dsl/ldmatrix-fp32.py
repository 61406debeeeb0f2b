import cutlass
import cutlass.cute as cute


@cute.kernel
def k():
    tidx, _, _ = cute.arch.thread_idx()
    dtype = cutlass.Float16
    s = cutlass.utils.SmemAllocator().allocate_tensor(dtype, cute.make_layout((64, 32), stride=(32, 1)), 16)
    op = cute.nvgpu.warp.MmaF16BF16Op(dtype, cutlass.Float32, (16, 8, 16))
    mma = cute.make_tiled_mma(op, cute.make_layout((2, 2, 1)), permutation_mnk=(32, 16, 16))
    thr = mma.get_slice(tidx)
    frag = mma.make_fragment_A(thr.partition_A(s))
    ld = cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4), dtype)  #! ld = cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(True, 4), dtype)
    tc = cute.make_tiled_copy_A(ld, mma)
    tcs = tc.get_slice(tidx)
    src = tcs.partition_S(s)
    dst = tcs.retile(frag)
    for kb in cutlass.range_constexpr(cute.size(src, mode=[2])):
        cute.copy(tc, src[None, None, kb], dst[None, None, kb])  # told


@cute.jit
def go():
    k().launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(go)
