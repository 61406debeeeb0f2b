# The kernel's own assertion: the block divides the tile.
import cutlass
import cutlass.cute as cute


class Gemm:
    def __init__(self, tile, threads):
        self.tile = tile
        self.threads = threads
        assert tile[0] * tile[1] % threads == 0, "the threads must divide the tile"  # told

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        self.kernel(mA).launch(grid=(1, 1, 1), block=(self.threads, 1, 1))

    @cute.kernel
    def kernel(self, mA: cute.Tensor):
        tidx, _, _ = cute.arch.thread_idx()
        gA = cute.local_tile(mA, self.tile, (0, 0))
        gA[tidx] = cutlass.Float16(0.0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    mA = cute.make_tensor(p, cute.make_layout((256, 512), stride=(512, 1)))
    Gemm((64, 64), 128)(mA)  #! Gemm((64, 64), 96)(mA)


if __name__ == "__main__":
    cute.compile(launch)
