# cp.async and ldmatrix in CuTe DSL whose every access an H200's counters have counted.
import cutlass
import cutlass.cute as cute


class Matrices:
    """cp.async of 16 bytes into a tile, ldmatrix of it."""

    def __init__(self, kind):
        self.kind = kind
        self.threads = 128

    @cute.jit
    def __call__(self, a: cute.Tensor, b: cute.Tensor):
        if cutlass.const_expr(self.kind == "swizzled"):
            atom = cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, cute.make_layout((8, 64), stride=(64, 1)))
            tile = cute.tile_to_shape(atom, (64, 64), (0, 1))
        else:
            tile = cute.make_layout((64, 64), stride=(64 if self.kind == "plain" else 72, 1))
        mma = cute.make_tiled_mma(
            cute.nvgpu.warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)),
            cute.make_layout((2, 2, 1)),
            permutation_mnk=(32, 32, 16),
        )
        self.kernel(a, b, tile, mma).launch(grid=[1, 1, 1], block=[self.threads, 1, 1])

    @cute.kernel
    def kernel(self, a: cute.Tensor, b: cute.Tensor, tile, mma: cute.TiledMma):
        tidx, _, _ = cute.arch.thread_idx()
        smem = cutlass.utils.SmemAllocator()
        s = smem.allocate_tensor(cutlass.Float16, tile, 128)
        ga = cute.local_tile(a, (64, 64), (0, 0))
        past_l1 = cute.nvgpu.cpasync.CopyG2SOp(cache_mode=cute.nvgpu.cpasync.LoadCacheMode.GLOBAL)
        g2s_atom = cute.make_copy_atom(past_l1, cutlass.Float16, num_bits_per_copy=128)
        g2s = cute.make_tiled_copy_tv(g2s_atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
        thr = g2s.get_slice(tidx)
        cute.copy(g2s, thr.partition_S(ga), thr.partition_D(s))
        cute.arch.cp_async_commit_group()
        cute.arch.cp_async_wait_group(0)
        cute.arch.sync_threads()
        ldsm = cute.make_copy_atom(cute.nvgpu.warp.LdMatrix8x8x16bOp(False, 4), cutlass.Float16)
        s2r = cute.make_tiled_copy_A(ldsm, mma)
        thr_s2r = s2r.get_slice(tidx)
        thr_mma = mma.get_slice(tidx)
        r = mma.make_fragment_A(thr_mma.partition_A(s))
        cute.copy(s2r, thr_s2r.partition_S(s), thr_s2r.retile(r))
        out = cute.local_partition(cute.local_tile(b, (128, 32), (0, 0)), cute.make_layout((128, 1)), tidx)
        flat = cute.make_tensor(r.iterator, cute.make_layout(out.shape))
        cute.autovec_copy(flat, out)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    square = cute.make_tensor(p, cute.make_layout((64, 64), stride=(64, 1)))
    out = cute.make_tensor(p, cute.make_layout((128, 32), stride=(32, 1)))
    Matrices("plain")(square, out)
