# tma-size-mismatch in the DSL: the tiler has 32 columns, the tile in shared memory 64.
import cutlass.cute as cute
import torch
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import from_dlpack


@cute.jit
def wrong_tiler(a: cute.Tensor):
    smem = cute.make_layout((128, 64), stride=(64, 1))
    atom, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), a, smem, (128, 32))


def main():
    a = torch.zeros(4096, 2048, device="cuda", dtype=torch.float16)
    wrong_tiler(from_dlpack(a, assumed_align=16))
