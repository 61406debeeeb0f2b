# The storage of a staged tile is made for half of it.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(layout: cute.Layout, mA: cute.Tensor):
    @cute.struct
    class Storage:
        sA: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, cute.cosize(layout)], 128]  #! sA: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, cute.cosize(layout) // 2], 128]
        sB: cute.struct.Align[cute.struct.MemRange[cutlass.Float16, 4096], 128]

    smem = utils.SmemAllocator()
    storage = smem.allocate(Storage)
    sA = storage.sA.get_tensor(layout)  # told
    sB = storage.sB.get_tensor(cute.make_layout((64, 64)))
    cute.autovec_copy(mA, sA)
    cute.autovec_copy(sA, mA)


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    layout = cute.make_layout((64, 64, 2), stride=(64, 1, 4096))
    kernel(layout, cute.make_tensor(p, layout)).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
