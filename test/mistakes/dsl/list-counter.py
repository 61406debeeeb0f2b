import cutlass
import cutlass.cute as cute


@cute.kernel
def weighted(x: cute.Tensor, y: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    parts = [x[thread, i] for i in range(4)]
    total = cutlass.Float32(0.0)
    for i in cutlass.range_constexpr(4):  #! for i in cutlass.range(4):
        total = total + parts[i]  # told
    y[thread] = total


@cute.jit
def launch(p: cute.Pointer, q: cute.Pointer):
    x = cute.make_tensor(p, cute.make_layout((128, 4), stride=(4, 1)))
    weighted(x, cute.make_tensor(q, cute.make_layout(128))).launch(grid=(1, 1, 1), block=(128, 1, 1))
