import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import make_fake_compact_tensor


class Neighbours:
    def __init__(self, distance):
        self.distance = distance

    @cute.jit
    def __call__(self, x: cute.Tensor):
        atom = cute.make_copy_atom(cpasync.CopyG2SOp(), x.element_type, num_bits_per_copy=128)
        tiled = cute.make_tiled_copy_tv(atom, cute.make_layout(32), cute.make_layout(8))
        self.kernel(x, tiled).launch(grid=(8, 64, 1), block=(32, 1, 1))

    @cute.kernel
    def kernel(self, x: cute.Tensor, tiled: cute.TiledCopy):
        thread, _, _ = cute.arch.thread_idx()
        column, row, _ = cute.arch.block_idx()
        smem = utils.SmemAllocator()
        staged = smem.allocate_tensor(x.element_type, cute.make_layout(256), 16)
        moved = cute.domain_offset((self.distance,), x[row, None])
        tile = cute.local_tile(moved, (256,), (column,))
        part = tiled.get_slice(thread)
        source = part.partition_S(tile)  # told
        cute.copy(tiled, source, part.partition_D(staged))
        cute.arch.cp_async_commit_group()
        cute.arch.cp_async_wait_group(0)


def main():
    x = make_fake_compact_tensor(cutlass.Float16, (64, 4096), stride_order=(1, 0), assumed_align=16)
    cute.compile(Neighbours(8), x)  #! cute.compile(Neighbours(4), x)
