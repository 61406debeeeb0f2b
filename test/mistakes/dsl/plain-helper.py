import cutlass
import cutlass.cute as cute


@cute.jit  #! (nothing)
def clamped(v, limit):
    out = v
    if v > limit:  # told
        out = limit
    return out


@cute.kernel
def clamp(x: cute.Tensor, limit: cutlass.Float32):
    thread, _, _ = cute.arch.thread_idx()
    x[thread] = clamped(x[thread], limit)


@cute.jit
def launch(p: cute.Pointer, limit: cutlass.Float32):
    x = cute.make_tensor(p, cute.make_layout(128))
    clamp(x, limit).launch(grid=(1, 1, 1), block=(128, 1, 1))


cute.compile(launch, cute.runtime.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16), 1.0)
