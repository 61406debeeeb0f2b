# Four subtiles of a tile: the loop's counter stands at the mode that has them.
import cutlass
import cutlass.cute as cute


@cute.kernel
def store(mC: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    tiles = cute.flat_divide(mC, (128, 32))
    mine = tiles[tidx, None, None, None]
    for i in cutlass.range(cute.size(mine, mode=[2])):
        # The shape alone: whatever the counter is, it is the same.
        row = cute.make_rmem_tensor(mine[None, i, 0].shape, cutlass.Float32)
        row.fill(0.0)
        cute.autovec_copy(row, mine[None, 0, i])  #! cute.autovec_copy(row, mine[None, i, 0])


@cute.jit
def launch(c: cute.Pointer):
    mC = cute.make_tensor(c, cute.make_layout((128, 128), stride=(128, 1)))
    store(mC).launch(grid=(1, 1, 1), block=(128, 1, 1))


def main():
    cute.compile(launch, cute.runtime.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16))
