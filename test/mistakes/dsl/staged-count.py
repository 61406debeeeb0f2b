import cutlass
import cutlass.cute as cute


@cute.kernel
def nonzeros(x: cute.Tensor, y: cute.Tensor, n: cutlass.Int32):
    thread, _, _ = cute.arch.thread_idx()
    count = cutlass.Int32(0)
    for k in cutlass.range(n):
        if x[thread, k] != 0.0:
            count = count + 1  #! count = count + 1.0
    y[thread] = cutlass.Float32(count)


@cute.jit
def launch(p: cute.Pointer, q: cute.Pointer, n: cutlass.Int32):
    x = cute.make_tensor(p, cute.make_layout((128, 32), stride=(32, 1)))
    nonzeros(x, cute.make_tensor(q, cute.make_layout(128)), n).launch(grid=(1, 1, 1), block=(128, 1, 1))
