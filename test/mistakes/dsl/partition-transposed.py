# The tile in global memory is cut the other way round than the TMA atom's box: as many elements, others.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync, warpgroup
from cutlass.cute.runtime import from_dlpack
import torch

@cute.kernel
def load(tma_atom: cute.CopyAtom, mA: cute.Tensor, sA_layout: cute.ComposedLayout):
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, sA_layout.outer, byte_alignment=1024, swizzle=sA_layout.inner)
    bidx, _, _ = cute.arch.block_idx()
    gA = cute.local_tile(mA, (128, 64), (bidx, None))  #! gA = cute.local_tile(mA, (64, 128), (bidx, None))
    tAsA, tAgA = cpasync.tma_partition(
        tma_atom, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2)  # told
    )

@cute.jit
def run(mA: cute.Tensor):
    atom = warpgroup.make_smem_layout_atom(warpgroup.SmemLayoutAtomKind.K_SW128, cutlass.Float16)
    sA_layout = cute.tile_to_shape(atom, (128, 64, 3), order=(0, 1, 2))
    one = cute.slice_(sA_layout, (None, None, 0))
    tma_atom, tma_tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, one, (128, 64))
    load(tma_atom, tma_tensor, sA_layout).launch(grid=(8, 1, 1), block=(128, 1, 1))

run(from_dlpack(torch.randn(1024, 512, dtype=torch.float16, device="cuda"), assumed_align=16))
