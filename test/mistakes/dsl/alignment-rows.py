# Rows of 132 bytes under vectors of 16.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    gA = cute.make_tensor(p, cute.make_layout((64, 64), stride=(72, 1)))  #! gA = cute.make_tensor(p, cute.make_layout((64, 64), stride=(66, 1)))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    tAgA = tiled.get_slice(tidx).partition_S(gA)  # told
    tArA = cute.make_rmem_tensor_like(tAgA)
    cute.copy(tiled, tAgA, tArA)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
