# A tiler of three modes for a matrix, in the branch of a warp.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    mA = cute.make_tensor(p, cute.make_layout((256, 512), stride=(512, 1)))
    warp_idx = cute.arch.warp_idx()
    if warp_idx == 3:
        tile = cute.local_tile(mA, (64, 64), (0, 1))  #! tile = cute.local_tile(mA, (64, 64, 1), (0, 1, 0))
        tile[tidx % 64, 0] = cutlass.Float16(0.0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
