# The accumulator is that of a tile of 64 columns, the operands have 128. A library that is not here says the element type.
from settings import element

import cutlass
import cutlass.cute as cute
import cutlass.utils as utils


@cute.kernel
def kernel():
    tidx, _, _ = cute.arch.thread_idx()
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(element, cute.make_layout((64, 32), stride=(32, 1)), 128)
    sB = smem.allocate_tensor(element, cute.make_layout((128, 32), stride=(32, 1)), 128)
    mma = cute.make_tiled_mma(cute.nvgpu.warp.MmaF16BF16Op(element, cutlass.Float32, (16, 8, 16)), cute.make_layout((4, 1, 1)))
    thr = mma.get_slice(tidx)
    rA = mma.make_fragment_A(thr.partition_A(sA))
    rB = mma.make_fragment_B(thr.partition_B(sB))
    acc = cute.make_rmem_tensor(mma.partition_shape_C((64, 128)), cutlass.Float32)  #! acc = cute.make_rmem_tensor(mma.partition_shape_C((64, 64)), cutlass.Float32)
    acc.fill(0.0)
    cute.gemm(mma, acc, rA[None, None, 0], rB[None, None, 0], acc)  # told


@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(128, 1, 1))
