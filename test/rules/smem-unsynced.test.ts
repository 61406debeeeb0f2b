// What may be a barrier, or a wait for cp.async, between a copy to shared memory and one out of it.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (lines: string, threads = 256): Promise<number> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
void meet();
__device__ void together() { __syncthreads(); }
__global__ void kernel(float const* A, float* B, int n) {
  __shared__ float smem[2 * 32 * 33];
  auto threads = Layout<Shape<_8, _32>, Stride<_32, _1>>{};
  auto plain = Layout<Shape<_32, _32>, Stride<_32, _1>>{};
  auto tile = make_tensor(make_smem_ptr(smem), Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{});
  auto other = make_tensor(make_smem_ptr(smem + 32 * 33), Layout<Shape<_32, _32>, Stride<Int<33>, _1>>{});
  auto turned = make_tensor(make_smem_ptr(smem), Layout<Shape<_32, _32>, Stride<_1, Int<33>>>{});
  auto from = local_partition(make_tensor(make_gmem_ptr(A), plain), threads, threadIdx.x);
  auto to = local_partition(make_tensor(make_gmem_ptr(B), plain), threads, threadIdx.x);
  auto mine = local_partition(tile, threads, threadIdx.x);
  auto besides = local_partition(other, threads, threadIdx.x);
  auto theirs = local_partition(turned, threads, threadIdx.x);
  ${lines}
}
void launch(float const* A, float* B, int n) { kernel<<<1, ${threads}>>>(A, B, n); }`;
  const { problems } = await analysed(source, "cpp");
  return problems.filter(({ code }) => code === "smem-unsynced").length;
};

const write = "copy(from, mine);";
const read = "copy(theirs, to);";

test.each([
  ["nothing between", `${write} ${read}`],
  ["the algebra alone", `${write} auto r = make_fragment_like(theirs); clear(r); ${read}`],
  ["in each round", `for (int i = 0; i < n; ++i) { ${write} ${read} __syncthreads(); }`],
  ["a barrier before both", `__syncthreads(); ${write} ${read}`],
  ["half of the threads write, all read", `if (threadIdx.x < 128) { ${write} } ${read}`],
  [
    "half of the threads write in rounds",
    `if (threadIdx.x < 128) { for (int i = 0; i < 2; ++i) { ${write} } } ${read}`,
  ],
  ["a fence of proxies", `${write} cutlass::arch::fence_view_async_shared(); ${read}`],
])("told: %s", async (_, lines) => {
  expect(await told(lines)).toBe(1);
});

test.each([
  ["a barrier", `${write} __syncthreads(); ${read}`],
  ["a named barrier", `${write} cutlass::arch::NamedBarrier::sync(256, 0); ${read}`],
  ["a group of CUDA's", `${write} auto g = cooperative_groups::this_thread_block(); g.sync(); ${read}`],
  ["a function that synchronises", `${write} together(); ${read}`],
  ["a function that nobody knows", `${write} meet(); ${read}`],
  ["assembly", `${write} asm volatile("bar.sync 1, 256;"); ${read}`],
  ["another tile", `copy(from, besides); ${read}`],
  ["what the thread itself wrote", `${write} copy(mine, to);`],
  ["a branch that may not be taken", `if (n > 3) { ${write} } ${read}`],
  ["who reads comes to the other side", `if (threadIdx.x < 128) { ${write} } else { ${read} }`],
  ["only some of a branch's threads are known", `if (threadIdx.x < n) { ${write} } ${read}`],
  ["a barrier behind the branch", `if (threadIdx.x < 128) { ${write} } __syncthreads(); ${read}`],
  ["each half has its own", `if (threadIdx.x < 32) { ${write} } if (threadIdx.x < 32) { ${read} }`],
  ["a branch within one that may not be taken", `if (n > 3) { if (threadIdx.x < 128) { ${write} } } ${read}`],
  ["the read comes first", `${read} ${write}`],
])("not told: %s", async (_, lines) => {
  expect(await told(lines)).toBe(0);
});

test("one warp alone is left to itself", async () => {
  const ofWarp = `if (threadIdx.x < 32) { ${write} ${read} }`;
  expect(await told(ofWarp)).toBe(0);
  expect(await told(`${write} ${read}`, 32)).toBe(0);
});

const staged = async (lines: string): Promise<number> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* A, float* B, int n) {
  __shared__ float smem[2 * 32 * 33];
  auto threads = Layout<Shape<_8, _32>, Stride<_32, _1>>{};
  auto tiles = Layout<Shape<_32, _32, _2>, Stride<_32, _1, _1024>>{};
  auto stages = make_tensor(make_smem_ptr(smem), Layout<Shape<_32, _32, _2>, Stride<Int<33>, _1, Int<1056>>>{});
  auto turned = make_tensor(make_smem_ptr(smem), Layout<Shape<_32, _32, _2>, Stride<_1, Int<33>, Int<1056>>>{});
  auto gA = make_tensor(make_gmem_ptr(A), tiles);
  auto gB = make_tensor(make_gmem_ptr(B), tiles);
  ${lines}
}
void launch(float const* A, float* B, int n) { kernel<<<1, 256>>>(A, B, n); }`;
  const { problems } = await analysed(source, "cpp");
  return problems.filter(({ code }) => code === "smem-unsynced").length;
};

const put = (stage: string): string =>
  `copy(local_partition(gA(_, _, 0), threads, threadIdx.x), local_partition(stages(_, _, ${stage}), threads, threadIdx.x));`;
const take = (stage: string): string =>
  `copy(local_partition(turned(_, _, ${stage}), threads, threadIdx.x), local_partition(gB(_, _, 0), threads, threadIdx.x));`;
const twice = (lines: string): string => `for (int i = 0; i < 2; ++i) { ${lines} }`;

test.each([
  ["all stages, then all", `${twice(put("i"))} ${twice(take("i"))}`],
  ["all stages, then the first", `${twice(put("i"))} ${take("0")}`],
  ["the stage of the round", twice(`${put("i")} ${take("i")} __syncthreads();`)],
  ["whatever stage it is", `int s = n % 2; ${put("s")} ${take("s")}`],
])("told in rounds: %s", async (_, lines) => {
  expect(await staged(lines)).toBe(1);
});

test.each([
  ["the other stage in each round", twice(`__syncthreads(); ${put("1 - i")} ${take("i")}`)],
  [
    "a barrier in the rounds before",
    `${twice(`__syncthreads(); ${put("i")}`)} ${twice(`__syncthreads(); ${take("i")}`)}`,
  ],
  ["the second alone is read", `for (int i = 0; i < 1; ++i) { ${put("i")} } ${take("1")}`],
  ["as many rounds as only the run knows", `for (int i = 0; i < n; ++i) { ${put("i")} } ${take("1")}`],
  ["a loop that may be left", `for (int i = 0; i < 2; ++i) { if (n == i) break; ${put("i")} } ${take("1")}`],
  ["stages that only the run knows", `int s = n % 2, r = (n + 1) % 2; ${put("s")} ${take("r")}`],
])("not told in rounds: %s", async (_, lines) => {
  expect(await staged(lines)).toBe(0);
});

const waits = async (lines: string): Promise<number> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* in, float* out, int tiles) {
  __shared__ __align__(16) half_t smem[2 * 64 * 64];
  Tensor s = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64, _2>, Stride<_64, _1, Int<4096>>>{});
  Tensor g = make_tensor(make_gmem_ptr(in), make_layout(make_shape(_64{}, _64{}, tiles), make_stride(_64{}, _1{}, Int<4096>{})));
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                              Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = load.get_slice(threadIdx.x);
  Tensor tg = thr.partition_S(g);
  Tensor ts = thr.partition_D(s);
  Tensor rows = local_partition(s, Layout<Shape<_64, _2>>{}, threadIdx.x);
  Tensor mine = make_tensor_like(rows(_, _, 0));
  int stage = 0;
  ${lines}
  out[threadIdx.x] = float(mine(0));
}
void launch(half_t const* in, float* out, int tiles) { kernel<<<1, 128>>>(in, out, tiles); }`;
  const { problems } = await analysed(source, "cpp");
  return problems.filter(({ message }) => message.startsWith("the wait leaves")).length;
};

const issue = (tile: string): string => `copy(load, tg(_, _, _, ${tile}), ts(_, _, _, stage)); cp_async_fence();`;
const use = "__syncthreads(); copy(rows(_, _, stage), mine); stage ^= 1;";

test.each([
  ["one group, none waited for", `${issue("0")} cp_async_wait<1>(); ${use}`],
  ["in each round", `${issue("0")} for (int t = 0; t < tiles; ++t) { cp_async_wait<1>(); ${use} ${issue("t")} }`],
  ["issued first", `for (int t = 0; t < tiles; ++t) { ${issue("t")} cp_async_wait<1>(); ${use} }`],
])("a wait that waits for nothing: %s", async (_, lines) => {
  expect(await waits(lines)).toBe(1);
});

test.each([
  ["two groups begun", `${issue("0")} ${issue("1")} cp_async_wait<1>(); ${use}`],
  ["all waited for", `${issue("0")} cp_async_wait<0>(); ${use}`],
  [
    "not in the first round",
    `${issue("0")} for (int t = 0; t < tiles; ++t) { if (t > 0) { cp_async_wait<1>(); ${use} } ${issue("t")} }`,
  ],
  [
    "rounds that go on before it",
    `for (int t = 0; t < tiles; ++t) { ${issue("t")} if (t < 2) continue; cp_async_wait<1>(); ${use} }`,
  ],
  ["nobody knows how many", `for (int t = 0; t < tiles; ++t) { ${issue("t")} } cp_async_wait<1>(); ${use}`],
  ["waited for again before the read", `${issue("0")} cp_async_wait<1>(); cp_async_wait<0>(); ${use}`],
  ["read behind a condition", `${issue("0")} cp_async_wait<1>(); if (tiles > 3) { ${use} }`],
])("a wait that may wait: %s", async (_, lines) => {
  expect(await waits(lines)).toBe(0);
});
