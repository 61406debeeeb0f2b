# Below a branch that the run decides, a copy of 16 bytes is given two floats.
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack
import torch

@cute.kernel
def finish(mO: cute.Tensor, n: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    store = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32, num_bits_per_copy=128)
    vals = cute.make_rmem_tensor((4,), cutlass.Float32)  #! vals = cute.make_rmem_tensor((2,), cutlass.Float32)
    vals.fill(0.0)
    if tidx < n:
        row = cute.local_tile(mO[bidx, None], (4,), (tidx,))  #! row = cute.local_tile(mO[bidx, None], (2,), (tidx,))
        cute.copy(store, vals, row)  # told

@cute.jit
def go(mO: cute.Tensor, n: cutlass.Int32):
    finish(mO, n).launch(grid=(16, 1, 1), block=(64, 1, 1))

go(from_dlpack(torch.zeros(16, 256, device="cuda"), assumed_align=16), 32)
