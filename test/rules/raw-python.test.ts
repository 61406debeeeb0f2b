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

const elected = (warp: string, { count = "1", place = "buffer", coordinate = "0" } = {}): string => `
import cutlass
import cutlass.cute as cute
import cutlass.experimental.cuda as cuda
from cutlass.experimental import primitives as prims

@cute.kernel
def kernel(desc: cutlass.GridConstant[cuda.TensorMap]):
    buffer = cutlass.Array(cutlass.Float16, 4096, space=cutlass.AddressSpace.smem, alignment=128)
    bar = cutlass.Array(cutlass.Int64, 1, space=cutlass.AddressSpace.smem, alignment=8)
    done = cutlass.Array(cutlass.Int64, 1, space=cutlass.AddressSpace.smem, alignment=8)
    warp_idx = cute.arch.warp_idx()
    if warp_idx == 0:
        if prims.elect_sync():
            prims.mbarrier_init(bar, 1)
            prims.mbarrier_init(done, ${count})
    prims.fence_mbarrier_init()
    prims.barrier_cta_sync(0)
    if ${warp}:
        if prims.elect_sync():
            prims.cp_async_bulk_tensor_shared_cta_global(${place}, desc.get_ptr(), (${coordinate}, 0), bar)
    if warp_idx == 0:
        if prims.elect_sync():
            prims.mbarrier_arrive_expect_tx(bar, desc.global_tx_bytes())
            prims.tcgen05_commit(done, group=prims.CTAGroup.CTA_1)
    while not prims.mbarrier_try_wait_parity(bar, 0):
        pass
    while not prims.mbarrier_try_wait_parity(done, 0, time_limit=10_000_000):
        pass

@cute.jit
def launch(desc: cutlass.GridConstant[cuda.TensorMap]):
    kernel(desc).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

test("the bare-metal layer: an elected thread arrives once, whatever group of CTAs an MMA's commit is of", async () => {
  expect(await told(elected("warp_idx == 0"))).toEqual([]);
  expect(await told(elected("warp_idx == 0", { count: "2" }))).toEqual([
    "barrier-arrivals: done counts 2 arrivals, 1 comes: its wait never ends; initialise it with 1",
  ]);
});

test("the bare-metal layer: a copy that an elected thread of every warp issues, unless each has a tile of its own", async () => {
  expect(await told(elected("warp_idx < 4"))).toEqual([
    "tma-elected: 4 warps issue this TMA copy, one is to: put it under `if warp_idx == 0:`",
  ]);
  expect(await told(elected("warp_idx < 4", { coordinate: "warp_idx * 16" }))).toEqual([]);
  expect(await told(elected("warp_idx < 4", { place: "buffer.data_ptr() + warp_idx * 1024" }))).toEqual([]);
});

const brought = (bytes: string, b = "b.get_ptr()"): string => `
import cutlass
import cutlass.cute as cute
import cutlass.experimental.cuda as cuda
from cutlass.experimental import primitives as prims

@cute.kernel
def kernel(a: cutlass.GridConstant[cuda.TensorMap], b: cutlass.GridConstant[cuda.TensorMap]):
    tile_a = cutlass.Array(cutlass.Float16, 4096, space=cutlass.AddressSpace.smem, alignment=128)
    tile_b = cutlass.Array(cutlass.Float16, 2048, space=cutlass.AddressSpace.smem, alignment=128)
    full = cutlass.Array(cutlass.Int64, 1, space=cutlass.AddressSpace.smem, alignment=8)
    map_a = a.get_ptr()
    bytes = ${bytes}
    if cute.arch.warp_idx() == 0:
        if prims.elect_sync():
            prims.mbarrier_init(full, 1)
    prims.fence_mbarrier_init()
    prims.barrier_cta_sync(0)
    if cute.arch.warp_idx() == 0:
        if prims.elect_sync():
            prims.mbarrier_arrive_expect_tx(full, bytes)
            prims.cp_async_bulk_tensor_shared_cta_global(tile_a, map_a, (0, 0), full)
            prims.cp_async_bulk_tensor_shared_cta_global(tile_b, ${b}, (0, 0), full)
    while not prims.mbarrier_try_wait_parity(full, 0):
        pass

@cute.jit
def launch(x: cute.Tensor, y: cute.Tensor):
    a = cuda.create_tensor_map_tiled(x.iterator.toint(), cutlass.Float16, global_dims=[64, 64], global_strides=[8], box_dims=[64, 64])
    b = cuda.create_tensor_map_tiled(y.iterator.toint(), cutlass.Float16, global_dims=[64, 64], global_strides=[8], box_dims=[64, 32])
    kernel(a, b).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

test("the bare-metal layer: bytes that the boxes of a barrier's copies bring", async () => {
  expect(await told(brought("a.global_tx_bytes() + b.global_tx_bytes()"))).toEqual([]);
  expect(await told(brought("a.global_tx_bytes()"))).toEqual([
    "tma-transaction-bytes: the barrier expects 8192 B, the copies on it bring 12288 B (2 of them): its wait ends before all has come; expect 12288 B",
  ]);
  // Nobody says which map it is.
  expect(await told(brought("a.global_tx_bytes()", "other()"))).toEqual([]);
});
