# Half of the values.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    gC = cute.make_tensor(p, cute.make_layout((8, 16)))
    rC = cute.make_rmem_tensor((8, 16), cutlass.Float16)  #! rC = cute.make_rmem_tensor((8, 8), cutlass.Float16)
    if tidx == 0:
        cute.basic_copy(gC, rC)  # told


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
