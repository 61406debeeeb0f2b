import torch
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack


class Sgemm:
    def __init__(self, cta_tiler=(128, 128, 8)):
        self._cta_tiler = cta_tiler
        self._bM, self._bN, self._bK = cta_tiler

    @cute.jit
    def __call__(self, mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
        self.kernel(mA, mB, mC).launch(grid=(4, 4, 1), block=(256, 1, 1))

    @cute.kernel
    def kernel(self, mA: cute.Tensor, mB: cute.Tensor, mC: cute.Tensor):
        bidx, bidy, _ = cute.arch.block_idx()
        tiler_coord = (bidx, bidy, None)
        gA = cute.local_tile(mA, tiler=self._cta_tiler, coord=tiler_coord, proj=(1, None, 1))
        gB = cute.local_tile(mB, tiler=self._cta_tiler, coord=tiler_coord, proj=(None, 1, 1))  #! gB = cute.local_tile(mB, tiler=self._cta_tiler, coord=tiler_coord)
        gC = cute.local_tile(mC, tiler=self._cta_tiler, coord=tiler_coord, proj=(1, 1, None))


def main(m, n, k):
    a = torch.zeros(m, k)
    b = torch.zeros(n, k)
    c = torch.zeros(m, n)
    cute.compile(Sgemm(), from_dlpack(a), from_dlpack(b), from_dlpack(c))


if __name__ == "__main__":
    main(512, 512, 64)
