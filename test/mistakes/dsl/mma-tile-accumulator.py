import torch
import cutlass
import cutlass.cute as cute
import cutlass.utils.hopper_helpers as sm90_utils
from cutlass.cute.nvgpu import warpgroup
from cutlass.cute.runtime import from_dlpack


@cute.kernel
def epi(tiled_mma: cute.TiledMma, mD: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    gD = cute.local_tile(mD, (128, 256), (0, 0))  #! gD = cute.local_tile(mD, (128, 128), (0, 0))
    acc = cute.make_rmem_tensor(tiled_mma.partition_shape_C((128, 256)), cutlass.Float32)
    acc.fill(0.0)
    thr = tiled_mma.get_slice(tidx)
    tDgD = thr.partition_C(gD)  # told
    out = cute.make_rmem_tensor(acc.shape, cutlass.Float16)
    out.store(acc.load().to(cutlass.Float16))
    cute.autovec_copy(out, tDgD)


@cute.jit
def host(mD: cute.Tensor):
    mma = sm90_utils.make_trivial_tiled_mma(
        cutlass.Float16, cutlass.Float16, warpgroup.OperandMajorMode.K, warpgroup.OperandMajorMode.K,
        cutlass.Float32, (2, 1, 1), (64, 256)
    )
    epi(mma, mD).launch(grid=(1, 1, 1), block=(256, 1, 1))


host(from_dlpack(torch.zeros(128, 256, dtype=torch.float16, device="cuda"), assumed_align=16))
