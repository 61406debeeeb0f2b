# The element type stands behind the layout.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def k(a: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    layout = cute.make_layout((32, 32), stride=(33, 1))
    sA = utils.SmemAllocator().allocate_tensor(cutlass.Float32, layout, 16)  #! sA = utils.SmemAllocator().allocate_tensor(layout, cutlass.Float32, 16)
    sA[tidx, 0] = a[tidx, 0]


@cute.jit
def host(a: cute.Tensor):
    k(a).launch(grid=(1, 1, 1), block=(32, 1, 1))


if __name__ == "__main__":
    cute.compile(host, cute.runtime.make_fake_tensor(cutlass.Float32, (32, 32), stride=(32, 1), assumed_align=16))
