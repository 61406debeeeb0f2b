# A copy of one tile and its wait: a wait that leaves the only group on its way waits for nothing.
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync


@cute.kernel
def turned(mA: cute.Tensor, mB: cute.Tensor, load: cute.TiledCopy):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((32, 64), stride=(64, 1)), 16)
    thr = load.get_slice(tidx)
    cute.copy(load, thr.partition_S(mA), thr.partition_D(sA))
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)  #! cute.arch.cp_async_wait_group(1)
    cute.arch.sync_threads()
    lanes = cute.make_layout((2, 64), stride=(64, 1))
    cute.autovec_copy(cute.local_partition(sA, lanes, tidx), cute.local_partition(mB, lanes, tidx))


@cute.jit
def launch(a: cute.Pointer, b: cute.Pointer):
    mA = cute.make_tensor(a, cute.make_layout((32, 64), stride=(64, 1)))
    mB = cute.make_tensor(b, cute.make_layout((32, 64), stride=(64, 1)))
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(), cutlass.Float16, num_bits_per_copy=128)
    load = cute.make_tiled_copy_tv(
        atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8))
    )
    turned(mA, mB, load).launch(grid=(1, 1, 1), block=(128, 1, 1))


def main():
    a = cute.runtime.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    b = cute.runtime.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    cute.compile(launch, a, b)
