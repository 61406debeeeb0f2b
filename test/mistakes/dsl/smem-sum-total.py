import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


class FlashAttn:
    def __init__(self, head_dim, m_block, n_block):
        self.head_dim, self.m_block, self.n_block = head_dim, m_block, n_block

    @cute.jit
    def __call__(self, q: cute.Tensor):
        lq = cute.make_layout((self.m_block, self.head_dim), stride=(self.head_dim, 1))
        lkv = cute.make_layout((self.n_block, self.head_dim, 2), stride=(self.head_dim, 1, self.n_block * self.head_dim))

        @cute.struct
        class SharedStorage:
            sQ: cute.struct.Align[cute.struct.MemRange[cutlass.BFloat16, cute.cosize(lq)], 1024]
            sK: cute.struct.Align[cute.struct.MemRange[cutlass.BFloat16, cute.cosize(lkv)], 1024]
            sV: cute.struct.Align[cute.struct.MemRange[cutlass.BFloat16, cute.cosize(lkv)], 1024]

        self.kernel(q, lq, SharedStorage).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, q: cute.Tensor, lq: cute.Layout, SharedStorage: cutlass.Constexpr):
        smem = utils.SmemAllocator()
        storage = smem.allocate(SharedStorage)  # told
        sQ = storage.sQ.get_tensor(lq)


if __name__ == "__main__":
    q = cute.runtime.make_fake_tensor(cutlass.BFloat16, (1024, 128), stride=(128, 1), assumed_align=16)
    cute.compile(FlashAttn(128, 128, 128), q)  #! cute.compile(FlashAttn(256, 128, 128), q)
