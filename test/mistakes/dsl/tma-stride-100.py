import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import from_dlpack


@cute.jit
def make(x: cute.Tensor):
    atom, t = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), x, cute.make_layout((64, 32), stride=(32, 1)), (64, 32))  # told


if __name__ == "__main__":
    x = torch.empty((512, 104), dtype=torch.bfloat16)  #! x = torch.empty((512, 100), dtype=torch.bfloat16)
    cute.compile(make, from_dlpack(x, assumed_align=16))
