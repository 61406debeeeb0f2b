# tma-size-mismatch in the DSL: the tiler has 32 columns, the tile in shared memory 64.
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync


@cute.jit
def wrong_tiler(a: cute.Tensor):
    smem = cute.make_layout((128, 64), stride=(64, 1))
    atom, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), a, smem, (128, 32))
