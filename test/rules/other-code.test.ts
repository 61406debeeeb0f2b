// Code of other people that is right, or whose mistake nothing proves: each was told an error or a warning once.
import { expect, test } from "vitest";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

const told = async (source: string, language: Language): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  return problems.filter(({ severity }) => severity === "error" || severity === "warning").map(({ code }) => code);
};

const twoTiles = (index: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <bool A, class Mma, class T>
CUTE_DEVICE auto part(Mma const& mma, T const& tensor) {
  if constexpr (A) return mma.partition_fragment_A(tensor);
  else return mma.partition_fragment_B(tensor);
}
template <class Mma, class Atom, bool A>
CUTE_DEVICE void f(half_t* p, int i) {
  auto mma = Mma{}.get_slice(threadIdx.x);
  auto q = part<A>(mma, make_tensor(make_smem_ptr(p), tile_to_shape(Atom{}, Shape<_64, _64>{})));
  auto k = part<A>(mma, make_tensor(make_smem_ptr(p), tile_to_shape(Atom{}, Shape<_64, _64, _2>{})));
  auto r = k(${index});
}`;

test("C++: two tiles that are known by their numbers of modes alone go through one function", async () => {
  expect(await told(twoTiles("_, _, _, i"), "cpp")).toEqual([]);
  expect(await told(twoTiles("_, _, i"), "cpp")).toEqual(["coordinate-rank"]);
});

const modesOfEither = (index: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Atom, class Flags>
CUTE_DEVICE void f(half_t* p, Flags flags, int i) {
  using L = std::conditional_t<Flags::isStaged, decltype(tile_to_shape(Atom{}, Shape<_64, _64, _2>{})), decltype(tile_to_shape(Atom{}, Shape<_64, _64>{}))>;
  auto s = make_tensor(make_smem_ptr(p), L{});
  auto r = s(${index});
}`;

test.each(["_, _, i", "_, i"])("C++: a layout of two or of three modes, taken as %s", async (index) => {
  expect(await told(modesOfEither(index), "cpp")).toEqual([]);
});

const mapOf = (fill: string): string => `
#include <cuda.h>
enum class Kind;
void make(void* p, Kind kind, uint64_t d0, uint64_t d1) {
  CUtensorMap map{};
  CUtensorMapDataType type;
  int bytes;
  switch (kind) {
    case Kind::half: type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16; bytes = 2; break;
    case Kind::bfloat: type = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16; bytes = 2; break;
    case Kind::e4m3:
    case Kind::e5m2: type = CU_TENSOR_MAP_DATA_TYPE_UINT8; bytes = 1; break;
    default: throw 1;
  }
  uint64_t size[2] = {d0, d1};
  uint64_t stride[1] = {d0 * bytes};
  uint32_t box[2] = {64, 64};
  uint32_t steps[2] = {1, 1};
  auto none = CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE;
  auto nan = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
  auto fill = ${fill};
  cuTensorMapEncodeTiled(&map, type, 2, p, size, stride, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, fill);
}`;

test.each([
  ["type == CU_TENSOR_MAP_DATA_TYPE_UINT8 ? none : nan", []],
  ["type != CU_TENSOR_MAP_DATA_TYPE_UINT8 ? nan : none", []],
  ["nan", ["tma-raw-descriptor"]],
])("C++: cases of a switch exclude each other: fill = %s", async (fill, expected) => {
  expect(await told(mapOf(fill), "cpp")).toEqual(expected);
});

test("CuTe DSL: what an assert equates a size with is Python's own number", async () => {
  const source = `
import cutlass
import cutlass.cute as cute

class Kernel:
    def __init__(self, d):
        assert d == 128
        self.d = d

    @cute.jit
    def __call__(self):
        atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16, num_bits_per_copy=128)
        threads = cute.make_ordered_layout((self.d // 8, 2), order=(0, 1))
        copy = cute.make_tiled_copy_tv(atom, threads, cute.make_layout((8, 1)))

def run(q):
    _, _, _, d = q.shape
    cute.compile(Kernel(d))
`;
  expect(await told(source, "python")).toEqual([]);
});

const fragment = (use: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Mma, class Tile>
CUTE_DEVICE void f(Tile const& sK, Tile const& sV) {
  Mma mma;
  auto thr = mma.get_slice(threadIdx.x);
  auto tKsK = thr.partition_B(sK);
  auto tKrK = thr.make_fragment_A(tKsK);
  auto left = thr.partition_fragment_A(sK);
  auto right = thr.make_fragment_B(thr.partition_B(sV));
  gemm(mma, ${use}, right, thr.partition_fragment_C(sK));
}`;

test("C++: a fragment of the other operand that nothing uses does no harm", async () => {
  expect(await told(fragment("left"), "cpp")).toEqual([]);
  expect(await told(fragment("tKrK"), "cpp")).toEqual(["role-swapped"]);
});

const waits = `
@cute.jit
def multiply(tmem):
    tmem.wait_for_alloc()
`;

const allocating = (mma: string, before = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.pipeline as pipeline
${before}
@cute.kernel
def kernel():
    smem = cutlass.utils.SmemAllocator()
    slot = smem.allocate_array(cutlass.Int32, 1)
    bar = pipeline.NamedBarrier(barrier_id=1, num_threads=160)
    tmem = cutlass.utils.TmemAllocator(slot, barrier_for_retrieve=bar)
    warp = cute.arch.make_warp_uniform(cute.arch.warp_idx())
    if warp == 4:
        ${mma}
    if warp < 4:
        tmem.allocate(512)
        tmem.wait_for_alloc()

@cute.jit
def launch():
    kernel().launch(grid=(1, 1, 1), block=(192, 1, 1))
`;

test("CuTe DSL: a function that is given the allocator waits at its barrier too", async () => {
  expect(await told(allocating("multiply(tmem)", waits), "python")).toEqual([]);
  expect(await told(allocating("pass"), "python")).toEqual(["named-barrier"]);
});

const rows = (width: number, stride: number): string => `
import cutlass
import cutlass.cute as cute

@cute.jit
def f(p: cute.Pointer, n: cutlass.Int32):
    out = cute.make_tensor(p, cute.make_layout((n, ${width}), stride=(${stride}, 1)))
    tile = cute.local_tile(out, (16, 32), (0, 0))
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8)), cute.make_layout((1, 4))).get_slice(0)
    mine = copy.partition_D(tile)

f(cute.runtime.make_ptr(cutlass.Float32, 256, cute.AddressSpace.gmem, assumed_align=16), 7)
`;

test("CuTe DSL: what of a tile stands out of its tensor is not written, however its rows overlap", async () => {
  expect(await told(rows(8, 8), "python")).toEqual([]);
  expect(await told(rows(32, 24), "python")).toEqual(["layout-overlap"]);
});

test("CuTe DSL: a tile that a function is handed may stand out of a tensor that its caller cuts", async () => {
  const handed = (cut: string, size = "16, 32"): string => `
import cutlass
import cutlass.cute as cute

@cute.jit
def store(tile: cute.Tensor):
    atom = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float32)
    copy = cute.make_tiled_copy_tv(atom, cute.make_layout((16, 8)), cute.make_layout((1, 4))).get_slice(0)
    mine = copy.partition_D(${cut})

@cute.jit
def f(p: cute.Pointer):
    out = cute.make_tensor(p, cute.make_layout((7, 8, 4), stride=(8, 1, 56)))
    store(cute.local_tile(out, (${size}), (0, 0, None)))

f(cute.runtime.make_ptr(cutlass.Float32, 256, cute.AddressSpace.gmem, assumed_align=16))
`;
  expect(await told(handed("tile"), "python")).toEqual([]);
  expect(await told(handed("tile[None, None, 0]"), "python")).toEqual([]);
  const own = "cute.make_tensor(tile.iterator, cute.make_layout((16, 32), stride=(8, 1)))";
  expect(await told(handed(own, "7, 8"), "python")).toEqual(["layout-overlap"]);
});

const outer = (k: number): string => `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    atom = cute.make_mma_atom(cute.nvgpu.MmaUniversalOp(cutlass.Float16))
    a = cute.make_rmem_tensor((8, 4), cutlass.Float16)
    b = cute.make_rmem_tensor((8, ${k}), cutlass.Float16)
    c = cute.make_rmem_tensor((8, 8), cutlass.Float16)
    cute.gemm(atom, c, a, b, c)
`;

test("CuTe DSL: a gemm of (M,K), (N,K) and (M,N) has no mode of values", async () => {
  expect(await told(outer(4), "python")).toEqual([]);
  expect(await told(outer(2), "python")).toEqual(["gemm-extents"]);
});

test("C++: a kernel's bound is no constant that another function happens to have under the name", async () => {
  const source = `
#include <cute/tensor.hpp>
#include "bounds.h"
__global__ void __launch_bounds__(kThreads) kernel(float* p) { p[threadIdx.x] = 0; }
void other() { constexpr int kThreads = 64; auto l = cute::make_layout(cute::Int<kThreads>{}); }
void launch(float* p) { kernel<<<1, 256>>>(p); }`;
  expect(await told(source, "cpp")).toEqual([]);
});

test("C++: a function of another file that chooses one thread by assembly", async () => {
  const elect = `#pragma once
#include <cstdint>
inline __device__ uint32_t chosen() {
  uint32_t pred = 0, lane = 0;
  asm volatile("elect.sync %0|%1, %2;" : "+r"(lane), "+r"(pred) : "r"(0xFFFFFFFF));
  return pred;
}
`;
  const kernel = (test: string): string => `
#include <cutlass/arch/barrier.h>
#include "elect.cuh"
__global__ void kernel() {
  __shared__ cutlass::arch::ClusterTransactionBarrier full;
  int warp = threadIdx.x / 32;
  if (threadIdx.x == 0) full.init(1);
  __syncthreads();
  if (${test}) full.arrive_and_expect_tx(1024);
  else if (warp >= 1) full.wait(0);
}
void launch() { kernel<<<1, 64>>>(); }`;
  const codes = async (test: string): Promise<readonly string[]> => {
    const { problems } = await analysed(kernel(test), "cpp", {}, { "elect.cuh": elect });
    return problems.filter(({ severity }) => severity === "error").map(({ code }) => code);
  };
  expect(await codes("warp == 0 && chosen()")).toEqual([]);
  expect(await codes("warp == 0")).toEqual(["barrier-arrivals"]);
});
