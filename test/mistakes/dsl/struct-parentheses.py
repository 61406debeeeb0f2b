# Align takes its arguments in brackets.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.struct
class Storage:
    mbar: cute.struct.MemRange[cutlass.Int64, 2]
    sA: cute.struct.Align[cute.struct.MemRange[cutlass.Float32, 32 * 32], 128]  #! sA: cute.struct.Align(cute.struct.MemRange[cutlass.Float32, 32 * 32], 128)


@cute.kernel
def k(a: cute.Tensor):
    storage = utils.SmemAllocator().allocate(Storage)
    sA = storage.sA.get_tensor(cute.make_layout((32, 32), stride=(32, 1)))
    tidx, _, _ = cute.arch.thread_idx()
    cute.autovec_copy(cute.local_partition(a, cute.make_layout((32, 4)), tidx), cute.local_partition(sA, cute.make_layout((32, 4)), tidx))


@cute.jit
def host(a: cute.Tensor):
    k(a).launch(grid=(1, 1, 1), block=(128, 1, 1))


if __name__ == "__main__":
    cute.compile(host, cute.runtime.make_fake_tensor(cutlass.Float32, (32, 32), stride=(32, 1), assumed_align=16))
