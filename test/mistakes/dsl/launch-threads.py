# The block has a warp for each row of the tile.
import cutlass
import cutlass.cute as cute


@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, tidy, _ = cute.arch.thread_idx()
    mA[tidy, tidx] = mA[tidy, tidx] * 2.0


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 256, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((32, 32), stride=(32, 1)))  #! mA = cute.make_tensor(p, cute.make_layout((64, 32), stride=(32, 1)))
    rows = cute.size(mA, mode=[0])
    kernel(mA).launch(grid=(1, 1, 1), block=(32, rows, 1))  # told


if __name__ == "__main__":
    cute.compile(launch)
