# The tile begins 4 bytes after an address of 16.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    gA = cute.make_tensor(p + 8, cute.make_layout((64, 64), stride=(128, 1)))  #! gA = cute.make_tensor(p + 2, cute.make_layout((64, 64), stride=(128, 1)))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    src = tiled.get_slice(tidx).partition_S(gA)  # told
    dst = cute.make_rmem_tensor_like(src)
    cute.copy(tiled, src, dst)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
