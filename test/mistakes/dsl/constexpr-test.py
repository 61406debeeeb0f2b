import cutlass
import cutlass.cute as cute


@cute.kernel
def first_of_block(x: cute.Tensor, size: cute.IntTuple):
    thread, _, _ = cute.arch.thread_idx()
    if thread == 0:  #! if cutlass.const_expr(thread == 0):
        for i in cutlass.range_constexpr(size[0]):
            if cutlass.const_expr(i % 2 == 0):
                x[i] = cutlass.Float32(0.0)


@cute.jit
def launch(x: cute.Tensor, size: cute.IntTuple):
    first_of_block(x, size).launch(grid=(1, 1, 1), block=(32, 1, 1))


def main(x: cute.Tensor):
    launch(x, (4, 4))
