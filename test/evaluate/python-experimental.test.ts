// `cutlass.cute.experimental`: buffers, maps of TMA copies and layouts of accumulators as nvidia-cutlass-dsl 4.8 traces them.
import { test } from "vitest";
import { checkPython } from "./facts-of.ts";

test("buffers, maps and partitions of a kernel for tensor memory", () =>
  checkPython(`import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100
from cutlass.cute import experimental as cute_ext
from cutlass.cute.nvgpu import OperandMajorMode, tcgen05
from cutlass.cute.runtime import from_dlpack
import torch

@cute_ext.kernel
def kernel(mA: cute.Tensor, mD: cute.Tensor):
    tidx, _, _ = cute.arch.thread_idx()
    mma = sm100.make_trivial_tiled_mma(
        cutlass.Float16, OperandMajorMode.K, OperandMajorMode.K, cutlass.Float32, tcgen05.CtaGroup.ONE, (128, 256)
    )
    tiler = (128, 256, 64)
    gA = cute.zipped_divide(mA, cute.core._pack_shape((128, 64)))  # gA -> gmem_ptr[16b] o ((128,64),(4,4)):((256,1),(32768,64))
    acc_layout = cute_ext.make_tmem_layout_acc(mma, tiler, 2)  # acc_layout -> ((128,256),1,1,2):((65536,1),0,0,256)
    sA_layout = sm100.make_smem_layout_a(mma, tiler, cutlass.Float16, 3)
    sA = cute_ext.allocate(cutlass.Float16, cute.AddressSpace.smem, sA_layout, alignment=1024)  # sA -> smem_ptr[16b,S<3,4,3>] o ((128,16),1,4,3):((64,1),0,16,8192)
    acc = cute_ext.allocate(cutlass.Float32, cute.AddressSpace.tmem, acc_layout, alignment=16)  # acc -> tmem_[32b] o ((128,256),1,1,2):((65536,1),0,0,256)
    map_a = cute_ext.get_cta_v_map_ab(mA, tiler, mma, "A")  # map_a -> ((128,16),1,4):((1@0,1@1),0,16@1)
    map_b = cute_ext.get_cta_v_map_ab(mA, tiler, mma, "B")  # map_b -> ((256,16),1,4):((1@0,1@1),0,16@1)
    map_d = cute_ext.get_cta_v_map_c(mD, (128, 32))  # map_d -> (128,32):(1@0,1@1)
    tv = cute.make_layout(((16, 8), (8, 1)), stride=((8, 128), (1, 1024)))
    part = cute_ext.partition(gA[(None, None), (0, 0)], tidx, layout_tv=tv, tiler=cute.core._pack_tile((128, 8)))  # part -> gmem_ptr[16b] o ((8,1),(1,8)):((256,8),(0,8))
    gD = cute.flat_divide(mD, (128, 32))
    t2r = tcgen05.make_tmem_copy(
        sm100.get_tmem_load_op((128, 256, 64), utils.LayoutEnum.ROW_MAJOR, cutlass.Float16, cutlass.Float32, (128, 32), False),
        acc[(None, None), 0, 0, 0],
    )
    regs = cute_ext.make_t2r_rmem_layout(t2r, gD, tidx)  # regs -> ((32,1),1,1):((1,0),0,0)

@cute_ext.jit
def launch(mA: cute.Tensor, mD: cute.Tensor):
    kernel(mA, mD).launch(grid=(1, 1, 1), block=(192, 1, 1))


if __name__ == "__main__":
    mA = from_dlpack(torch.empty(512, 256, dtype=torch.float16), assumed_align=16)
    mD = from_dlpack(torch.empty(512, 256, dtype=torch.float16), assumed_align=16)
    compiled = cute_ext.compile(launch, mA, mD)
`));

test("a pipeline of its own gives stages with an index of the run", () =>
  checkPython(`import cutlass
import cutlass.cute as cute
from cutlass.cute import experimental as cute_ext

@cute_ext.jit
def stages(layout: cutlass.Constexpr):
    buffer = cute_ext.allocate(cutlass.Float16, cute.AddressSpace.smem, cute.make_layout((64, 4)), alignment=128)
    pipe = cute_ext.TMAToUMMAPipeline.create(num_stages=4)
    token, idx = pipe.producer_acquire_and_get_stage()
    one = buffer[None, idx]  # one -> smem_ptr[16b] o (64):(1)
    same = cute.core.slice_(buffer, (None, idx))  # same -> smem_ptr[16b] o (64):(1)
    store = cute_ext.TMAStorePipeline(stages=4, arv_count=128, barrier_id=1, tma_warp_id=0)
    at = store.get_index()  # at -> index
    bar = cute_ext.get_mbarrier(token)  # bar -> smem_ptr[64b]
    kind = cute_ext.OperationTypeEnum.SM90_TMA_LOAD  # kind -> OperationTypeEnum.SM90_TMA_LOAD
`));
