# A guard at the top of a kernel, as one writes it in CUDA C++.
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_fake_compact_tensor


@cute.kernel
def add(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    bdim, _, _ = cute.arch.block_dim()
    i = bidx * bdim + tidx
    if i < cute.size(c):  #! if i >= cute.size(c):
        c[i] = a[i] + b[i]  #! return  # told
    assert a.element_type == b.element_type  #! c[i] = a[i] + b[i]


@cute.jit
def launch(a: cute.Tensor, b: cute.Tensor, c: cute.Tensor):
    add(a, b, c).launch(grid=(8, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    t = make_fake_compact_tensor(cutlass.Float32, (1000,))
    cute.compile(launch, t, t, t)
