# The shared tile is half as tall; what the elements are, only the caller knows.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync


class Load:
    def __init__(self, rows: int = 128):
        self.rows = rows

    @cute.jit
    def __call__(self, mA: cute.Tensor):
        self.dtype = mA.element_type
        mA = cute.make_tensor(mA.iterator, cute.make_layout((512, 64), stride=(64, 1)))
        vector = 128 // self.dtype.width
        atom = cute.make_copy_atom(cpasync.CopyG2SOp(), self.dtype, num_bits_per_copy=128)
        threads = cute.make_layout((128 // (64 // vector), 64 // vector), stride=(64 // vector, 1))
        self.tiled = cute.make_tiled_copy_tv(atom, threads, cute.make_layout((1, vector)))
        self.kernel(mA, self.tiled).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, mA: cute.Tensor, tiled: cute.TiledCopy):
        tidx, _, _ = cute.arch.thread_idx()
        smem = utils.SmemAllocator()
        sA = smem.allocate_tensor(self.dtype, cute.make_layout((self.rows, 64), stride=(64, 1)), 128)  #! sA = smem.allocate_tensor(self.dtype, cute.make_layout((self.rows // 2, 64), stride=(64, 1)), 128)
        gA = cute.local_tile(mA, (self.rows, 64), (0, 0))
        thr = tiled.get_slice(tidx)
        cute.copy(tiled, thr.partition_S(gA), thr.partition_D(sA))  # told
