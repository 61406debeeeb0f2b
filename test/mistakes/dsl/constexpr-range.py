import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import make_fake_compact_tensor


@cute.kernel
def squares(x: cute.Tensor, out: cute.Tensor):
    lane, _, _ = cute.arch.thread_idx()
    row, _, _ = cute.arch.block_idx()
    columns = x.shape[1]
    total = cutlass.Float32(0.0)
    rounds = cute.ceil_div(columns, 32)
    for i in cutlass.range(rounds):  #! for i in cutlass.range_constexpr(rounds):
        column = i * 32 + lane
        if column < columns:
            total += x[row, column] * x[row, column]
    total = cute.arch.warp_reduction_sum(total)
    if lane == 0:
        out[row] = total


@cute.jit
def launch(x: cute.Tensor, out: cute.Tensor):
    squares(x, out).launch(grid=(x.shape[0], 1, 1), block=(32, 1, 1))


def main():
    rows, columns = cute.sym_int(), cute.sym_int()
    x = make_fake_compact_tensor(cutlass.Float32, (rows, columns), stride_order=(1, 0))
    cute.compile(launch, x, make_fake_compact_tensor(cutlass.Float32, (rows,)))
