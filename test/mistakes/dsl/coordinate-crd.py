# crd2idx of a coordinate that has parts where the shape has none.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    gA = cute.make_tensor(p, cute.make_layout(128))
    at = cute.crd2idx((1, (2, 3)), cute.make_layout((4, (4, 8))))  #! at = cute.crd2idx(((0, 1), (2, 3)), cute.make_layout((4, (4, 8))))
    gA[at] = cutlass.Float16(0.0)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
