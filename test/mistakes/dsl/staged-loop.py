import cutlass
import cutlass.cute as cute


@cute.kernel
def last_column(x: cute.Tensor, y: cute.Tensor):
    row, _, _ = cute.arch.thread_idx()
    last = x[row, 0]  #! (nothing)
    for column in cutlass.range(x.shape[1]):
        last = x[row, column]
    scaled = [last * column for column in range(2)]  # told
    for column in cutlass.range_constexpr(2):
        y[row, column] = scaled[column]


@cute.jit
def launch(x: cute.Tensor, y: cute.Tensor):
    last_column(x, y).launch(grid=(1, 1, 1), block=(32, 1, 1))
