# The four warps of the epilogue wait for each other; the warp that loads is not among them.
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
import cutlass.utils as utils


class Epilogue:
    def __init__(self):
        self.epilogue_warps = (0, 1, 2, 3)
        self.load_warp = 4
        self.threads = 32 * len((self.load_warp, *self.epilogue_warps))
        count = 32 * len(self.epilogue_warps)
        self.written = pipeline.NamedBarrier(barrier_id=1, num_threads=count)  #! self.written = pipeline.NamedBarrier(barrier_id=1, num_threads=self.threads)

    @cute.kernel
    def kernel(self):
        tidx, _, _ = cute.arch.thread_idx()
        warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
        tile = utils.SmemAllocator().allocate_tensor(cutlass.Float32, cute.make_layout(128), 16)
        if warp < self.load_warp:
            for _ in cutlass.range(4, unroll=1):
                tile[tidx] = cutlass.Float32(1.0)
                self.written.arrive_and_wait()
                value = tile[127 - tidx]
                self.written.arrive_and_wait()

    @cute.jit
    def __call__(self):
        self.kernel().launch(grid=(1, 1, 1), block=(self.threads, 1, 1))


@cute.jit
def launch():
    Epilogue()()


if __name__ == "__main__":
    cute.compile(launch)
