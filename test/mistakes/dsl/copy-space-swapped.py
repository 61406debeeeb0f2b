# The two sides of cp.async have changed places.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync


@cute.kernel
def kernel(gA: cute.Tensor):
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 16)
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    thr = tiled.get_slice(cute.arch.thread_idx()[0])
    tAgA = thr.partition_S(gA)
    tAsA = thr.partition_D(sA)
    cute.copy(tiled, tAgA, tAsA)  #! cute.copy(tiled, tAsA, tAgA)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    mA = cute.make_tensor(p, cute.make_layout((64, 64), stride=(64, 1)))
    kernel(mA).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
