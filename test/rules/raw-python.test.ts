// Raw tensor maps of cuda-python: the driver's rules speak there as in C++.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const source = (stride: string, box = "64", pack = "cbd.cuuint32_t") => `
import cuda.bindings.driver as cbd

def make(address):
    swizzle = cbd.CUtensorMapSwizzle.CU_TENSOR_MAP_SWIZZLE_128B
    error, tensor_map = cbd.cuTensorMapEncodeTiled(
        cbd.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
        2,
        address,
        (cbd.cuuint64_t(1024), cbd.cuuint64_t(512)),
        (cbd.cuuint64_t(${stride}),),
        (${pack}(${box}), ${pack}(64)),
        (cbd.cuuint32_t(1),) * 2,
        cbd.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
        swizzle,
        cbd.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
        cbd.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
    )
`;

const told = async (text: string) =>
  (await analysed(text, "python")).problems.map(({ code, message }) => `${code}: ${message}`);

test("as it should be", async () => {
  expect(await told(source("2048"))).toEqual([]);
});

test("a stride that is no multiple of 16 bytes", async () => {
  expect(await told(source("2056"))).toEqual([
    expect.stringMatching(/^tma-raw-descriptor: the stride of dimension 1 is 2056 B/),
  ]);
});

test("a box that is wider than its swizzle", async () => {
  expect(await told(source("2048", "128"))).toEqual([
    expect.stringMatching(/^tma-raw-descriptor: the inner box is 256 B wide, the swizzle covers 128 B/),
  ]);
});

test("numbers that only the run knows", async () => {
  expect(await told(source("pitch(address)"))).toEqual([]);
});

const ofMap = (tile: string): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync
from cutlass.cute.runtime import make_fake_compact_tensor
from cutlass._mlir.dialects import cute_nvgpu as ir

@cute.jit
def f(kv: cute.Tensor):
    tile = cute.composition(cute.make_identity_layout(kv.shape), ${tile})
    page = cute.select(cute.zipped_divide(tile, ${tile}), mode=[0])
    smem = cute.make_layout(((32, 64),), stride=((64, 1),))
    op = cpasync.CopyBulkTensorTileG2SOp()
    res = ir.atom_make_non_exec_tiled_tma_load(kv.value, smem, page, op._to_ir(), num_multicast=1)

f(make_fake_compact_tensor(cutlass.Float16, (cute.sym_int(), 64, cute.sym_int()), stride_order=(1, 0, 2), assumed_align=16))
`;

test("the compiler's own TMA atom of a map whose modes are swapped", async () => {
  const problems = async (tile: string): Promise<readonly string[]> =>
    (await analysed(ofMap(tile), "python")).problems.map(({ code, severity }) => `${severity} ${code}`);
  expect(await problems("(32, 64)")).toEqual([]);
  expect(await problems("(64, 32)")).toEqual(["error tma-majorness"]);
});

test("barriers of the bare-metal layer: one that nobody initialises", async () => {
  const text = (init: string): string => `
import cutlass
import cutlass.cute as cute
from cutlass.experimental import primitives as prims

@cute.kernel
def kernel():
    full = cutlass.Array(cutlass.Int64, 1, space=cutlass.AddressSpace.smem, alignment=8)
    done = cutlass.Array(cutlass.Int64, 1, space=cutlass.AddressSpace.smem, alignment=8)
    if cute.arch.warp_idx() == 0:
        if prims.elect_sync():
            prims.mbarrier_init(full, 1)
            ${init}
    prims.fence_mbarrier_init()
    prims.barrier_cta_sync(0)
    if cute.arch.warp_idx() == 0:
        if prims.elect_sync():
            prims.mbarrier_arrive_expect_tx(full, 4096)
            prims.tcgen05_commit(done, group=prims.CTAGroup.CTA_1)
        while not prims.mbarrier_try_wait_parity(done, 0, time_limit=10_000_000):
            pass
`;
  expect(await told(text("prims.mbarrier_init(done, 1)"))).toEqual([]);
  expect(await told(text("pass"))).toEqual([
    "barrier-uninitialised: done is never initialised in this kernel: let one thread set its arrivals before the others use it",
  ]);
});
