# The loop over tiles ends early.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(t: cute.Tensor, n: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    for i in range(16):
        if i < n:  #! if i >= n:
            t[i * 32 + tidx] = 0.0  #! break  # told
        cute.arch.sync_warp()


@cute.jit
def launch(n: cutlass.Int32):
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    kernel(cute.make_tensor(p, cute.make_layout(512)), n).launch(grid=(1, 1, 1), block=(32, 1, 1))


if __name__ == "__main__":
    cute.compile(launch, 5)
