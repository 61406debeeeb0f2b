import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def naive(gA: cute.Tensor, gB: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    bdim, _, _ = cute.arch.block_dim()
    i = bidx * bdim + tidx
    m, n = gA.shape
    gB[i // n, i % n] = gA[i // n, i % n]  #! gB[i // n, i % n] = gA[i // n, i % n, 0]


@cute.jit
def host(a: cute.Tensor, b: cute.Tensor):
    naive(a, b).launch(grid=(64, 1, 1), block=(256, 1, 1))


if __name__ == "__main__":
    x = torch.zeros(128, 128)
    cute.compile(host, from_dlpack(x), from_dlpack(x))
