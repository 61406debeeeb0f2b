import cutlass
import cutlass.cute as cute


@cute.kernel
def sums(x: cute.Tensor, y: cute.Tensor):
    thread, _, _ = cute.arch.thread_idx()
    row = cute.make_rmem_tensor(32, cutlass.Float32)
    cute.autovec_copy(x[thread, None], row)
    y[thread] = row.load().reduce(cute.ReductionOp.ADD, init_val=0.0, reduction_profile=0)  #! y[thread] = row.load().reduce(cute.ReductionOp.ADD, init_val=0.0, profile=0)


@cute.jit
def launch(p: cute.Pointer, q: cute.Pointer):
    x = cute.make_tensor(p, cute.make_layout((128, 32), stride=(32, 1)))
    sums(x, cute.make_tensor(q, cute.make_layout(128))).launch(grid=(1, 1, 1), block=(128, 1, 1))
