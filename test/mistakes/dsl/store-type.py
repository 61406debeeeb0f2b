import cutlass
import cutlass.cute as cute


@cute.kernel
def k(out: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    acc = cute.make_rmem_tensor((4, 2), cutlass.Float32)
    acc.fill(0.0)
    frg = cute.make_rmem_tensor_like(acc, cutlass.BFloat16)
    frg.store(acc.load().to(cutlass.BFloat16))  #! frg.store(acc.load())
    cute.autovec_copy(frg, out)


@cute.jit
def go(t: cute.Tensor):
    k(t).launch(grid=(1, 1, 1), block=(1, 1, 1))


if __name__ == "__main__":
    cute.compile(go, cute.runtime.make_fake_tensor(cutlass.BFloat16, (4, 2), stride=(1, 4), assumed_align=16))
