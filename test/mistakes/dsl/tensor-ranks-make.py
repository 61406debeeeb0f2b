import cutlass
import cutlass.cute as cute


@cute.kernel
def k(q: cute.Tensor, heads: cutlass.Constexpr):
    bidx, _, _ = cute.arch.block_idx()
    if bidx == 0:
        b, s, d = q.shape
        view = cute.make_tensor(q.iterator, cute.make_layout((s, heads, d // heads), stride=(d, d // heads, 1)))  #! view = cute.make_tensor(q.iterator, cute.make_layout((s, heads, d // heads), stride=(d, 1)))
        cute.printf("{}", view.layout)


@cute.jit
def go(q: cute.Tensor):
    k(q, 8).launch(grid=(1, 1, 1), block=(1, 1, 1))


if __name__ == "__main__":
    cute.compile(go, cute.runtime.make_fake_tensor(cutlass.Float16, (2, 128, 512), stride=(65536, 512, 1), assumed_align=16))
