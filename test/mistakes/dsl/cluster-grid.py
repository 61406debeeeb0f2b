import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_fake_compact_tensor


@cute.kernel
def twice(x: cute.Tensor):
    row, column, _ = cute.arch.block_idx()
    thread, _, _ = cute.arch.thread_idx()
    if row < x.shape[0]:
        x[row, column * 128 + thread] *= 2.0


class Twice:
    def __init__(self, cluster):
        self.cluster = cluster

    @cute.jit
    def __call__(self, x: cute.Tensor):
        blocks = (x.shape[0], cute.ceil_div(x.shape[1], 128), 1)
        grid = cute.round_up(blocks, self.cluster)  #! grid = blocks
        twice(x).launch(grid=grid, block=(128, 1, 1), cluster=self.cluster)


def main():
    x = make_fake_compact_tensor(cutlass.Float32, (33, 1024), stride_order=(1, 0))
    cute.compile(Twice((2, 1, 1)), x)
