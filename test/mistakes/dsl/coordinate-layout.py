# A layout of two modes is called with three coordinates.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    layout = cute.make_layout((16, 8), stride=(8, 1))
    gA = cute.make_tensor(p, cute.make_layout(128))
    gA[layout((tidx % 16, 1))] = cutlass.Float16(0.0)  #! gA[layout((tidx % 16, 1, 0))] = cutlass.Float16(0.0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
