# The storage's fields are more than a block may have.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(p: cute.Pointer):
    tidx, _, _ = cute.arch.thread_idx()
    @cute.struct
    class Storage:
        bars: cute.struct.MemRange[cutlass.Int64, 8]
        sA: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 65536], 1024]
        sB: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 32768], 1024]  #! sB: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 65536], 1024]

    smem = utils.SmemAllocator()
    storage = smem.allocate(Storage)  # told


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    kernel(p).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
