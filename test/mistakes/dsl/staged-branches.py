import cutlass
import cutlass.cute as cute


@cute.kernel
def halves(x: cute.Tensor, bias: cutlass.Constexpr):
    thread, _, _ = cute.arch.thread_idx()
    if cutlass.const_expr(bias):
        first = cutlass.Float32(1.0)
    else:
        first = cutlass.Float32(0.0)
    factor = first  #! (nothing)
    if thread < 16:
        factor = cutlass.Float32(2.0)
    else:
        factor = cutlass.Float32(0.5)
    x[thread] = x[thread] * factor + first  # told


@cute.jit
def launch(x: cute.Tensor):
    halves(x, True).launch(grid=(1, 1, 1), block=(32, 1, 1))
