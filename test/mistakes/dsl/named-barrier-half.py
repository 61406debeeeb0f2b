# All four warps come to the barrier of the block's halves.
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils


class Kernel:
    def __init__(self, threads: int):
        self.threads = threads
        self.bar = pipeline.NamedBarrier(barrier_id=1, num_threads=threads)  #! self.bar = pipeline.NamedBarrier(barrier_id=1, num_threads=threads // 2)

    @cute.jit
    def rotate(self, tile: cute.Tensor, tidx: cutlass.Int32):
        value = tile[127 - tidx]
        self.bar.arrive_and_wait()
        tile[tidx] = value

    @cute.kernel
    def kernel(self):
        tidx, _, _ = cute.arch.thread_idx()
        tile = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(128), 16)
        tile[tidx] = cutlass.Float32(1.0)
        self.bar.arrive_and_wait()
        self.rotate(tile, tidx)

    @cute.jit
    def __call__(self):
        self.kernel().launch(grid=(1, 1, 1), block=(self.threads, 1, 1))


@cute.jit
def launch():
    Kernel(128)()


if __name__ == "__main__":
    cute.compile(launch)
