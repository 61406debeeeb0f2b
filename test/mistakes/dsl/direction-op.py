import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync


class Out:
    @cute.jit
    def __call__(self, o: cute.Tensor):
        lay = cute.make_layout((64, 32), stride=(32, 1))
        atom, t = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), o, lay, (64, 32))
        self.kernel(atom, t, lay).launch(grid=(1, 1, 1), block=(64, 1, 1))

    @cute.kernel
    def kernel(self, atom: cute.CopyAtom, t: cute.Tensor, lay: cute.Layout):
        tidx, _, _ = cute.arch.thread_idx()
        smem = cutlass.utils.SmemAllocator()
        s = smem.allocate_tensor(cutlass.Float32, lay, 128)
        g = cute.local_tile(t, (64, 32), (0, 0))
        bs, bg = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(s, 0, 2), cute.group_modes(g, 0, 2))
        for i in range(tidx, 64 * 32, 64):
            s[i] = cutlass.Float32(1.0)
        cute.arch.fence_proxy("async.shared", space="cta")  #! cute.arch.fence_acq_rel_cta()
        cute.arch.sync_threads()
        if tidx < 32:
            cute.copy(atom, bs, bg)  # told
            cute.arch.cp_async_bulk_commit_group()
            cute.arch.cp_async_bulk_wait_group(0)


if __name__ == "__main__":
    cute.compile(Out(), cute.runtime.make_fake_tensor(cutlass.Float32, (64, 32), stride=(32, 1), assumed_align=16))
