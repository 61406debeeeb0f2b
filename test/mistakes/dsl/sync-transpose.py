# Threads write a tile and read it turned with no barrier between.
import cutlass
import cutlass.cute as cute


@cute.kernel
def transpose(mA: cute.Tensor, mB: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    bx, by, _ = cute.arch.block_idx()
    smem = cutlass.utils.SmemAllocator()
    sT = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32), stride=(33, 1)), 16)
    gA = cute.local_tile(mA, (32, 32), (bx, by))
    gB = cute.local_tile(mB, (32, 32), (by, bx))
    thr = cute.make_layout((8, 32), stride=(32, 1))
    cute.autovec_copy(cute.local_partition(gA, thr, tidx), cute.local_partition(sT, thr, tidx))
    cute.arch.sync_threads()  #! (nothing)
    sTt = cute.make_tensor(sT.iterator, cute.make_layout((32, 32), stride=(1, 33)))
    cute.autovec_copy(cute.local_partition(sTt, thr, tidx), cute.local_partition(gB, thr, tidx))  # told


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 0x1000, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((1024, 512), stride=(512, 1)))
    mB = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    transpose(mA, mB).launch(grid=(32, 16, 1), block=(256, 1, 1))


if __name__ == "__main__":
    cute.compile(launch)
