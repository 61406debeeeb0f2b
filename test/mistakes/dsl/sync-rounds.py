# Two tiles are written in one loop and read in the next, by other threads.
import cutlass
import cutlass.cute as cute


@cute.kernel
def kernel(mA: cute.Tensor, mB: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = cutlass.utils.SmemAllocator()
    tiles = smem.allocate_tensor(cutlass.Float32, cute.make_layout((32, 32, 2), stride=(33, 1, 1056)), 16)
    turned = cute.make_tensor(tiles.iterator, cute.make_layout((32, 32, 2), stride=(1, 33, 1056)))
    threads = cute.make_layout((8, 32), stride=(32, 1))
    for i in cutlass.range(2):
        tile = tiles[None, None, i]
        cute.autovec_copy(cute.local_partition(mA, threads, tidx), cute.local_partition(tile, threads, tidx))
    cute.arch.sync_threads()  #! (nothing)
    for i in cutlass.range(2):
        part = turned[None, None, i]
        cute.autovec_copy(cute.local_partition(part, threads, tidx), cute.local_partition(mB, threads, tidx))  # told


@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((32, 32), stride=(32, 1)))
    kernel(mA, mA).launch(grid=(1, 1, 1), block=(256, 1, 1))
