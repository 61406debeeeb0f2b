import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.pipeline as pipeline
from cutlass.cute.nvgpu import cpasync, warp

@cute.kernel
def kernel(gA: cute.Tensor, gC: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 32), stride=(32, 1)), 128)
    sB = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 32), stride=(32, 1)), 128)
    atom = cute.make_copy_atom(cpasync.CopyG2SOp(cache_mode=cpasync.LoadCacheMode.GLOBAL), cutlass.Float16, num_bits_per_copy=128)
    load = cute.make_tiled_copy_tv(atom, cute.make_layout((32, 4), stride=(4, 1)), cute.make_layout((1, 8)))
    thr_load = load.get_slice(tidx)
    tAgA = thr_load.partition_S(gA)
    tAsA = thr_load.partition_D(sA)
    cute.copy(load, tAgA, tAsA)
    cute.arch.cp_async_commit_group()
    cute.arch.cp_async_wait_group(0)
    cute.arch.sync_threads()
    mma = cute.make_tiled_mma(warp.MmaF16BF16Op(cutlass.Float16, cutlass.Float32, (16, 8, 16)), cute.make_layout((2, 2, 1)), permutation_mnk=(32, 32, 16))
    thr = mma.get_slice(tidx)
    tCrA = mma.make_fragment_A(thr.partition_A(sA))
    tCrB = mma.make_fragment_B(thr.partition_B(sB))
    acc = cute.make_rmem_tensor(mma.partition_shape_C((128, 64)), cutlass.Float32)
    acc.fill(0.0)
    ldsm = cute.make_copy_atom(warp.LdMatrix8x8x16bOp(transpose=False, num_matrices=4), cutlass.Float16)
    s2r = cute.make_tiled_copy_A(ldsm, mma)
    thr_s2r = s2r.get_slice(tidx)
    tXsA = thr_s2r.partition_S(sA)
    tXrA = thr_s2r.retile(tCrA)  #! tXrA = tCrA
    cute.copy(s2r, tXsA, tXrA)  # told
    cute.autovec_copy(thr.partition_B(sB), tCrB)
    for k in cutlass.range_constexpr(cute.size(tCrA, mode=[2])):
        cute.gemm(mma, acc, tCrA[None, None, k], tCrB[None, None, k], acc)
    cute.autovec_copy(acc, thr.partition_C(gC))

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=128)
    c = cute.make_ptr(cutlass.Float32, 0, cute.AddressSpace.gmem, assumed_align=128)
    gA = cute.make_tensor(p, cute.make_layout((128, 32), stride=(4096, 1)))
    gC = cute.make_tensor(c, cute.make_layout((128, 64), stride=(64, 1)))
    kernel(gA, gC).launch(grid=(1, 1, 1), block=(128, 1, 1))
