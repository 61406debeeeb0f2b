# Nobody calls it: that A has two modes the kernel says, which is given the TMA's tensor alone.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync


class Loader:
    def __init__(self):
        self.tile = (128, 64)

    @cute.kernel
    def kernel(self, atom: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout):
        bidx, _, _ = cute.arch.block_idx()
        smem = utils.SmemAllocator()
        sA = smem.allocate_tensor(cutlass.Float16, layout, 128)
        gA = cute.local_tile(mA, self.tile, (bidx, None))
        tAsA, tAgA = cpasync.tma_partition(
            atom,
            0,
            cute.make_layout(1),
            cute.group_modes(sA, 0, 2),
            cute.group_modes(gA, 0, 2),  #! gA,
        )

    def make_atom(self, tensor: cute.Tensor, layout: cute.Layout):
        op = cpasync.CopyBulkTensorTileG2SOp()
        atom, coordinates = cpasync.make_tiled_tma_atom(op, tensor, layout, self.tile)
        return atom, coordinates

    @cute.jit
    def __call__(self, a: cute.Tensor):
        layout = cute.make_layout((128, 64), stride=(64, 1))
        atom, coordinates = self.make_atom(a, layout)
        self.kernel(atom, coordinates, layout).launch(grid=(8, 1, 1), block=(128, 1, 1))
