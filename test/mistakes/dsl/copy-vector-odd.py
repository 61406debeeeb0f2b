# Rows of 60 halves are no rows of vectors of 16 bytes.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(72, 1)), 16)  #! sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(68, 1)), 16)
    gA = cute.make_tensor(p, cute.make_layout((64, 64), stride=(64, 1)))
    atom = cute.make_copy_atom(cute.nvgpu.cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    thr = tiled.get_slice(tidx)
    cute.copy(tiled, thr.partition_S(gA), thr.partition_D(sA))  # told


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
