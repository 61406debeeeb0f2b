import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_fake_compact_tensor


@cute.kernel
def scale(x: cute.Tensor, y: cute.Tensor):
    column, row, batch = cute.arch.block_idx()
    thread, _, _ = cute.arch.thread_idx()
    one = x[batch, None, None]  #! one = x[None, batch, None]
    tile = cute.local_tile(one, (16, 128), (row, column))  # told
    out = cute.local_tile(y[batch, None, None], (16, 128), (row, column))
    for i in cutlass.range(16):
        out[i, thread] = tile[i, thread] * 2.0


@cute.jit
def launch(x: cute.Tensor, y: cute.Tensor):
    scale(x, y).launch(grid=(x.shape[2] // 128, x.shape[1] // 16, x.shape[0]), block=(128, 1, 1))


x = make_fake_compact_tensor(cutlass.Float32, (4, 256, 1024), stride_order=(2, 1, 0))
y = make_fake_compact_tensor(cutlass.Float32, (4, 256, 1024), stride_order=(2, 1, 0))
cute.compile(launch, x, y)
