# A stage is asked for that the partition has not.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    gA = cute.make_tensor(p, cute.make_layout((64, 32, 4), stride=(32, 1, 2048)))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=64)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 4)))
    tAgA = tiled.get_slice(tidx).partition_S(gA)
    frag = cute.make_rmem_tensor_like(tAgA[None, None, None, 0])
    cute.copy(tiled, tAgA[None, None, None, 1], frag)  #! cute.copy(tiled, tAgA[None, None, None, 1], frag[None, None, None, 0])


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
