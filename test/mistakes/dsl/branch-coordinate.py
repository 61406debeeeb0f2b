# A tile of the wrong height, at a coordinate that only the run chooses.
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel(mA: cute.Tensor, skip: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    tile = bidx
    if tile >= skip:
        tile = bidx + 1
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 16)
    gA = cute.local_tile(mA, (64, 64), (tile, 0))  #! gA = cute.local_tile(mA, (32, 64), (tile, 0))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
    tiled = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8), stride=(8, 1)), cute.make_layout((1, 8)))
    thr = tiled.get_slice(tidx)
    cute.copy(tiled, thr.partition_S(gA), thr.partition_D(sA))  # told


@cute.jit
def launch(skip: cutlass.Int32):
    p = cute.make_ptr(cutlass.Float16, 256, cute.AddressSpace.gmem, assumed_align=128)
    mA = cute.make_tensor(p, cute.make_layout((512, 64), stride=(64, 1)))
    kernel(mA, skip).launch(grid=(8, 1, 1), block=(128, 1, 1))
