# A helper that the kernel calls has no argument of that name.
import cutlass
import cutlass.cute as cute


@cute.jit
def scaled(value: cutlass.Float32, factor: cutlass.Float32) -> cutlass.Float32:
    return value * factor


@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    mA[tidx] = scaled(mA[tidx], factor=2.0)  #! mA[tidx] = scaled(mA[tidx], alpha=2.0)


@cute.jit
def host(mA: cute.Tensor):
    kernel(mA).launch(grid=(1, 1, 1), block=(32, 1, 1))
