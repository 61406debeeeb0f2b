# local_tile at a tile that is not there.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    mA = cute.make_tensor(p, cute.make_layout((256, 512), stride=(512, 1)))
    gA = cute.local_tile(mA, (64, 64), (3, None))  #! gA = cute.local_tile(mA, (64, 64), (4, None))
    gA[0, tidx, 0] = cutlass.Float16(0.0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
