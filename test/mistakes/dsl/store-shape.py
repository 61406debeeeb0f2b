import cutlass
import cutlass.cute as cute


@cute.kernel
def add(gA: cute.Tensor, gB: cute.Tensor, gC: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    i = bidx * 128 + tidx
    a = gA[(None, (i, 0))]
    b = gB[(None, (i, 0))]
    c = gC[(None, (i, 0))]
    c.store(a.load() + b.load())  # told


@cute.jit
def go(mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
    gA = cute.zipped_divide(mA, (1, 8))
    gB = cute.zipped_divide(mB, (1, 8))
    gC = cute.zipped_divide(mC, (1, 8))  #! gC = cute.zipped_divide(mC, (1, 4))
    add(gA, gB, gC).launch(grid=(8, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    t = cute.runtime.make_fake_tensor(cutlass.Float16, (1024, 1024), stride=(1024, 1), assumed_align=16)
    cute.compile(go, t, t, t)
