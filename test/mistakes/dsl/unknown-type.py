# The element type is the caller's; four values of a thread meet fragments of two.
import cutlass
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def kernel(mA: cute.Tensor, tv: cute.Layout):
    tidx, _, _ = cute.arch.thread_idx()
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), mA.element_type)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 4)))
    src = tiled.get_slice(tidx).partition_S(cute.local_tile(mA, (32, 32), (0, 0)))
    dst = cute.make_rmem_tensor((4, 2, 1), mA.element_type)  #! dst = cute.make_rmem_tensor((4, 1, 1), mA.element_type)
    cute.copy(tiled, src, dst)  # told


@cute.jit
def launch(mA: cute.Tensor):
    kernel(mA, cute.make_layout(1)).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    import numpy

    cute.compile(launch, from_dlpack(numpy.zeros((64, 64), dtype=numpy.float16)))
