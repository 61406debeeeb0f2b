import torch
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import from_dlpack


class Gemm:
    def __init__(self):
        self.tile_m, self.tile_k, self.stages = 128, 64, 3

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        atom = cute.nvgpu.warpgroup.make_smem_layout_atom(cute.nvgpu.warpgroup.SmemLayoutAtomKind.K_SW128, cutlass.Float16)
        sA_layout = cute.tile_to_shape(atom, (self.tile_m, self.tile_k, self.stages), (0, 1, 2))
        one = cute.slice_(sA_layout, (None, None, 0))
        tma_atom_a, tma_a = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, one, (self.tile_m, self.tile_k))
        self.kernel(tma_atom_a, tma_a, sA_layout).launch(grid=(4, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, tma_atom_a: cute.CopyAtom, mA: cute.Tensor, sA_layout: cute.ComposedLayout):
        bidx, _, _ = cute.arch.block_idx()
        smem = utils.SmemAllocator()
        sA = smem.allocate_tensor(cutlass.Float16, sA_layout.outer, 1024, swizzle=sA_layout.inner)
        gA = cute.local_tile(mA, (self.tile_m, self.tile_k), (bidx, None))  #! gA = cute.local_tile(mA, (self.tile_m, 2 * self.tile_k), (bidx, None))
        tAsA, tAgA = cpasync.tma_partition(tma_atom_a, 0, cute.make_layout((1,)), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))  # told


def run():
    a = torch.randn(512, 1024, dtype=torch.float16)
    cute.compile(Gemm(), from_dlpack(a, assumed_align=16))


if __name__ == "__main__":
    run()
