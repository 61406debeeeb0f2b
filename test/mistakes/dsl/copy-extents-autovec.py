# The fragment is of another tile.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    gC = cute.make_tensor(p, cute.make_layout((64, 32), stride=(32, 1)))
    tCgC = cute.local_partition(gC, cute.make_layout((32, 4)), tidx)
    tCrC = cute.make_rmem_tensor((2, 8), cutlass.Float16)  #! tCrC = cute.make_rmem_tensor((2, 4), cutlass.Float16)
    tCrC.fill(0.0)
    cute.autovec_copy(tCrC, tCgC)  # told


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
