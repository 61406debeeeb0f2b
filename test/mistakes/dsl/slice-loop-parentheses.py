# The loop counts the tiles of another mode; the coordinate is one tuple in parentheses.
import cutlass
import cutlass.cute as cute


@cute.kernel
def kernel(mA: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    gA = cute.local_tile(mA, (8, 32), (None, None))
    if tidx < 8:
        for i in cutlass.range(cute.size(gA, mode=[3])):  #! for i in cutlass.range(cute.size(gA, mode=[2])):
            gA[(tidx, 0, 0, i)] = cutlass.Float32(0.0)  # told


@cute.jit
def host(mA: cute.Tensor):
    kernel(mA).launch(grid=(1, 1, 1), block=(32, 1, 1))


def main():
    p = cute.runtime.make_ptr(cutlass.Float32, 256, cute.AddressSpace.gmem, assumed_align=16)
    cute.compile(host, cute.make_tensor(p, cute.make_layout((64, 64), stride=(64, 1))))
