// Informations that shipped code does not deserve.
import { expect, test } from "vitest";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";

async function told(text: string, language: Language): Promise<readonly string[]> {
  const { problems } = await analysed(text, language);
  return problems.filter(({ severity }) => severity !== "hint").map(({ code }) => code);
}

test("a stride of 1 on one side of a choice is of the type of the other side", async () => {
  const text = (stride: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
void f(int n, bool isSwapped) {
  auto stride = ${stride};
  auto l = make_layout(make_shape(n, n), stride);
}
void g(int n, float* p) {
  auto t = make_tensor(make_gmem_ptr(p), make_layout(make_shape(n, n), make_stride(n, 1)));
}`;
  expect(await told(text("isSwapped ? make_stride(1, n) : make_stride(n, 1)"), "cpp")).toEqual(["dynamic-unit-stride"]);
});

test("a layout chosen with a stride of 1 on one side", async () => {
  const text = `
#include <cute/tensor.hpp>
using namespace cute;
void f(int n, bool isSwapped) {
  auto l = isSwapped ? make_layout(make_shape(n, n), make_stride(1, n)) : make_layout(make_shape(n, n), make_stride(n, 1));
}`;
  expect(await told(text, "cpp")).toEqual([]);
});

test("a run-time stride of 1 of a layout by itself, and of data that only the host reads", async () => {
  const text = `
#include <cute/tensor.hpp>
#include <thrust/host_vector.h>
using namespace cute;
void f(int n) {
  auto l = make_layout(make_shape(128, 4), make_stride(1, 512));
  thrust::host_vector<float> h(n * n);
  auto t = make_tensor(h.data(), make_layout(make_shape(n, n), make_stride(n, 1)));
}`;
  expect(await told(text, "cpp")).toEqual([]);
  const copied = text.replace("make_tensor(h.data()", "make_tensor(make_gmem_ptr(h.data())");
  expect(await told(copied, "cpp")).toEqual(["dynamic-unit-stride"]);
});

test("one element that a warp stores takes a sector, wherever it lies", async () => {
  const text = (stride: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void f(half_t* to, int warp) {
  Tensor g = make_tensor(make_gmem_ptr(to), make_shape(64, Int<1>{}));
  Tensor sum = make_tensor<half_t>(Shape<_1>{});
  copy(sum, g(${stride}, _));
}
void run(half_t* to) { f<<<1, 32>>>(to, 3); }`;
  const hints = async (stride: string): Promise<readonly string[]> =>
    (await analysed(text(stride), "cpp")).problems.map(({ code }) => code);
  expect(await hints("warp")).toEqual([]);
  expect(await hints("int(threadIdx.x) * 64")).toEqual(["uncoalesced"]);
});

test("comment-size: what a later place or another branch calls so says nothing of a mode", async () => {
  const source = (before: string, after: string): string => `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    ${before}
    a = cute.make_layout((64, 32))  # (MMA_M, MMA_N)
    ${after}
f()
`;
  const said = async (before: string, after: string): Promise<number> => {
    const { problems } = await analysed(source(before, after), "python");
    return problems.filter(({ code }) => code === "comment-size").length;
  };
  expect(await said("MMA_M = 128", "pass")).toBe(1);
  expect(await said("pass", "MMA_M = 128")).toBe(0);
  expect(await said("if cute.arch.thread_idx()[0] == 0:\n        MMA_M = 128", "pass")).toBe(0);
});

test("divide-not-exact: a tile larger than all there is has no last one to predicate", async () => {
  const source = (extents: string): string => `
import cutlass.cute as cute

@cute.jit
def f():
    clusters = cute.tiled_divide(cute.make_layout(${extents}), (128,))
f()
`;
  expect(await told(source("(1, 1, 1)"), "python")).toEqual([]);
  expect(await told(source("(200, 1, 1)"), "python")).toEqual(["divide-not-exact"]);
});

test("the registers that a warpgroup sets, by a name that a branch beside it has too", async () => {
  const text = (consumers: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t* p) {
  if (threadIdx.x >= 128) {
    constexpr int Registers = 24;
    cutlass::arch::warpgroup_reg_dealloc<Registers>();
  } else {
    constexpr int ${consumers};
    auto mma = make_tiled_mma(SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{}).get_slice(threadIdx.x);
    auto acc = mma.partition_fragment_C(make_tensor(make_smem_ptr(p), Layout<Shape<_64, _128>>{}));
    auto s = make_tensor(make_smem_ptr(p), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64>{}));
    auto a = mma.partition_fragment_A(make_tensor(make_smem_ptr(p), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{})));
    gemm(mma, a, mma.partition_fragment_B(s), acc);
  }
}`;
  expect(await told(text("Registers = 240; cutlass::arch::warpgroup_reg_alloc<Registers>()"), "cpp")).toEqual([]);
  expect(await told(text("Own = 56; cutlass::arch::warpgroup_reg_alloc<Own>()"), "cpp")).toEqual(["register-pressure"]);
});

test("modes that CuTe folds into one dimension, with strides of the run", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
void launch(float* p, int d, int heads, int seq, int splits, int batch) {
  auto shape = make_shape(128, 8, heads, seq, splits, batch);
  auto stride = make_stride(_1{}, 128, 8 * 128, 128 * heads, 128 * heads * seq, 128 * heads * seq * splits);
  auto m = make_tensor(make_gmem_ptr(p), shape, stride);
  auto tma = make_tma_copy(SM90_TMA_STORE{}, m, Layout<Shape<_32, _8>, Stride<_1, _32>>{});
}`;
  const severities = async (source: string): Promise<readonly string[]> =>
    (await analysed(source, "cpp")).problems.map(({ code, severity }) => `${severity} ${code}`);
  expect(await severities(text)).toEqual(["hint tma-rank"]);
  const tiled = text.replace(
    /auto tma = .*;/,
    "auto tile = Shape<_32, _8, _2, _2, _2, _2>{}; auto tma = make_tma_atom(SM90_TMA_LOAD{}, m, make_layout(tile), tile);",
  );
  expect(await severities(tiled)).toEqual(["information tma-rank"]);
});

test("a named barrier that older versions of CUTLASS leave to the user", async () => {
  const number = async (id: number): Promise<readonly string[]> => {
    const { problems } = await analysed(
      `#include <cutlass/arch/barrier.h>
__global__ void kernel() { cutlass::arch::NamedBarrier::sync(128, ${id}); }
void launch() { kernel<<<1, 128>>>(); }`,
      "cpp",
    );
    return problems.map(({ code, severity }) => `${severity} ${code}`);
  };
  expect(await number(7)).toEqual([]);
  expect(await number(9)).toEqual(["information named-barrier"]);
  expect(await number(10)).toEqual(["warning named-barrier"]);
});

test("an extent of 1 that only the run knows is no stride", async () => {
  const text = (seq: number): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float* p, int heads, int seq) {
  auto t = make_tensor(make_gmem_ptr(p), make_shape(heads, seq, 128));
}
void launch(float* p, int heads) { kernel<<<1, 32>>>(p, heads, ${seq}); }`;
  expect(await told(text(1), "cpp")).toEqual([]);
  expect(await told(text(2), "cpp")).toEqual([]);
});

test("a tensor that a tensor map is made of and that the kernel replaces", async () => {
  const text = (kernel: string): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(manager, atoms, real):
    ${kernel}

@cute.jit
def go():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    initial = cute.make_tensor(p, cute.make_layout((64, 64), stride=(64, 1)))
    op = cpasync.CopyBulkTensorTileG2SOp()
    tile = cute.make_layout((128, 64), stride=(64, 1))
    atom, tensor = cpasync.make_tiled_tma_atom(op, initial, tile, (128, 64))
`;
  expect(await told(text("pass"), "python")).toEqual(["tma-box-exceeds"]);
  expect(await told(text("manager.update_tensormap(real, atoms)"), "python")).toEqual([]);
});

test("a comment of numbers alone in a template is of the instance that was printed; names are of all", async () => {
  const text = (comment: string, param: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
${param}
void f() {
  auto a = make_layout(Shape<_8, Shape<_4, _2>>{});  // ${comment}
}
void g() { f${param === "" ? "" : "<int>"}(); }`;
  expect(await told(text("(_8, _8)", "template <class T>"), "cpp")).toEqual([]);
  expect(await told(text("(_8, _4, _2)", ""), "cpp")).toEqual(["comment-shape"]);
  expect(await told(text("(M, N, K)", "template <class T>"), "cpp")).toEqual(["comment-shape"]);
});

test("a comment behind a list says what is in it", async () => {
  const text = (value: string): string => `
import cutlass.cute as cute

def f():
    results = ${value}  # (backend, method, median)
    return cute.make_layout(4)
`;
  expect(await told(text("[]"), "python")).toEqual([]);
  expect(await told(text("(1, 2)"), "python")).toEqual(["comment-shape"]);
});

test("letters with primed ones beside them are the comment's own", async () => {
  const text = (comment: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p) {
  int M = 1024;
  int N = 512;
  auto t = make_tensor(make_gmem_ptr(p), make_layout(make_shape(M, N)));
  auto tiles = tiled_divide(t, make_shape(Int<256>{}, Int<128>{}));  // ${comment}
}`;
  expect(await told(text("((M, N), m', n')"), "cpp")).toEqual([]);
  expect(await told(text("((M, N), m, n)"), "cpp")).toEqual(["comment-size", "comment-size"]);
});

test("a remainder is known to the code that divides coordinates alike", async () => {
  const text = (coordinates: string): string => `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    x = cute.make_tensor(p, cute.make_layout((1000,)))
    gX = cute.zipped_divide(x, (512,))
    ${coordinates}
`;
  expect(await told(text("cX = cute.zipped_divide(cute.make_identity_tensor((1000,)), (512,))"), "python")).toEqual([]);
  expect(await told(text("pass"), "python")).toEqual(["divide-not-exact"]);
});

test("a remainder is known to the code that asks whether the tile divides evenly", async () => {
  const text = (test: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
void f(float* p) {
  auto shape = make_shape(257, 513);
  auto tile = make_shape(Int<128>{}, Int<64>{});
  auto t = tiled_divide(make_tensor(make_gmem_ptr(p), make_layout(shape)), tile);
  if (${test}) print(t);
}`;
  expect(await told(text("not evenly_divides(shape, tile)"), "cpp")).toEqual([]);
  expect(await told(text("size(shape) > 0"), "cpp")).toEqual(["divide-not-exact"]);
});

test("a remainder is known to the code that counts the tiles alone", async () => {
  const text = (used: string): string => `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    tiles = cute.zipped_divide(cute.make_tensor(p, cute.make_layout((1000,))), (512,))
    ${used}
`;
  expect(await told(text("grid = tiles[(0, None)].shape"), "python")).toEqual([]);
  expect(await told(text("grid = cute.size(tiles, mode=[1])"), "python")).toEqual([]);
  expect(await told(text("print(tiles.shape, tiles[0, 1])"), "python")).toEqual(["divide-not-exact"]);
});

test("a run-time stride of 1 of a tensor that a tensor map is made of", async () => {
  const text = (used: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
void f(half_t* p, int64_t n) {
  auto t = make_tensor(make_gmem_ptr(p), make_shape(n, int64_t(64)), make_stride(int64_t(64), int64_t(1)));
  ${used}
}`;
  const made = "auto tma = make_tma_copy(SM90_TMA_LOAD{}, t, make_layout(Shape<_64, _64>{}, Stride<_64, _1>{}));";
  expect(await told(text(made), "cpp")).toEqual([]);
  expect(await told(text(""), "cpp")).toEqual(["dynamic-unit-stride"]);
});

test("a run-time stride of 1 of a tensor that is read and written one element at a time", async () => {
  const text = (use: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void f(float* p, float* q, int n) {
  Tensor t = make_tensor(make_gmem_ptr(p), make_shape(n, n), make_stride(n, 1));
  for (int i = threadIdx.x; i < n; i += 128) t(i, 0) += 2.f * t(i, n - 1);
  ${use}
}`;
  expect(await told(text(""), "cpp")).toEqual([]);
  expect(await told(text("Tensor r = make_tensor<float>(Shape<_4>{}); copy(t(0, _), r);"), "cpp")).toEqual([
    "dynamic-unit-stride",
  ]);
  expect(await told(text("Tensor tile = local_tile(t, Shape<_64, _64>{}, make_coord(0, 0));"), "cpp")).toEqual([
    "dynamic-unit-stride",
  ]);
});

test("a pointer's swizzle goes by the address: its buffer may start at any multiple of 128 bytes", async () => {
  const text = (layout: string, swizzle: string): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor):
    smem = cutlass.utils.SmemAllocator()
    plain = cute.make_layout((128, 64), stride=(64, 1))
    sA = smem.allocate_tensor(cutlass.Float16, ${layout}, 128${swizzle})
    gA = cute.group_modes(cute.local_tile(mA, (128, 64), (None, None)), 0, 2)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), gA)

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    layout = cute.make_composed_layout(cute.make_swizzle(3, 4, 3), 0, cute.make_layout((128, 64), stride=(64, 1)))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, layout, (128, 64))
    kernel(tma, tensor).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
  const codes = async (layout: string, swizzle: string): Promise<readonly string[]> =>
    (await analysed(text(layout, swizzle), "python")).problems.map(({ code }) => code);
  expect(await codes("plain", ", swizzle=cute.make_swizzle(3, 4, 3)")).toEqual([]);
  expect(await codes("cute.make_composed_layout(cute.make_swizzle(3, 3, 3), 0, plain)", "")).toEqual([
    "smem-swizzle-alignment",
  ]);
});

test("TMA writes a box: strides of 0 in its destination write nothing twice", async () => {
  const text = (copy: string): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(tma: cute.CopyAtom, mA: cute.Tensor, bar: cute.Pointer):
    smem = cutlass.utils.SmemAllocator()
    plain = cute.make_copy_atom(cute.nvgpu.CopyUniversalOp(), cutlass.Float16)
    to = smem.allocate_tensor(cutlass.Float16, cute.make_layout((128, 64), stride=(1, 0)), 128)
    ${copy}
`;
  expect(await told(text("cute.copy(plain, mA, to)"), "python")).toEqual(["copy-race"]);
  expect(await told(text("cute.copy(tma, mA, to, tma_bar_ptr=bar)"), "python")).toEqual([]);
});
