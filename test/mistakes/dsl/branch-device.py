# Each side of a choice by the device is compiled for some device.
import torch
import cutlass
import cutlass.cute as cute


class Copy:
    def __init__(self):
        self.wide = torch.cuda.get_device_capability()[0] >= 10
        self.rows = 128 if self.wide else 64

    @cute.jit
    def __call__(self, p: cute.Pointer):
        self.kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, p: cute.Pointer):
        gA = cute.make_tensor(p, cute.make_layout((self.rows, 64), stride=(64, 1)))
        if cutlass.const_expr(self.wide):
            rA = cute.make_rmem_tensor(64, cutlass.Float16)
            cute.autovec_copy(gA[0, None], rA)  #! cute.autovec_copy(gA[0, None, 0], rA)
            gA[1, 0] = rA[0]


if __name__ == "__main__":
    p = cute.runtime.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    cute.compile(Copy(), p)
