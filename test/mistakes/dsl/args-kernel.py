# The kernel has been given another parameter, its launch no argument for it.
import cutlass
import cutlass.cute as cute


class Scale:
    @cute.jit
    def __call__(self, mA: cute.Tensor, alpha: cutlass.Float32):
        layout = cute.make_layout((8, 32), stride=(32, 1))
        self.kernel(mA, layout, alpha).launch(grid=(1, 1, 1), block=(256, 1, 1))  #! self.kernel(mA, alpha).launch(grid=(1, 1, 1), block=(256, 1, 1))

    @cute.kernel
    def kernel(self, mA: cute.Tensor, layout: cute.Layout, alpha: cutlass.Float32):
        tidx, _, _ = cute.arch.thread_idx()
        mA[tidx] = mA[tidx] * alpha
