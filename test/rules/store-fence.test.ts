// The fence before a TMA store, in kernels that do more than that.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (lines: string): Promise<number> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
void scale(float&);
template <class S>
__device__ void doubled(S& tile) {
  auto own = make_fragment_like(tile);
  copy(tile, own);
  for (int i = 0; i < size(own); ++i) own(i) = own(i) + own(i);
  copy(own, tile);
}
template <class S>
__device__ void shown(S& tile) {
  auto own = make_fragment_like(tile);
  copy(tile, own);
}
template <class Tma, class Smem>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, Smem layout, float* out, int n) {
  extern __shared__ alignas(128) half_t buffer[];
  auto sC = make_tensor(make_smem_ptr(buffer), layout);
  auto gC = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(blockIdx.x, 0));
  auto slice = tma.get_slice(Int<0>{});
  auto tCsC = local_partition(sC, Layout<Shape<_2, _64>, Stride<_64, _1>>{}, threadIdx.x);
  auto tCrC = make_fragment_like(tCsC);
  tma_store_fence();
  scale(out[0]);
  for (int tile = 0; tile < n; ++tile) {
    scale(out[tile]);
    ${lines}
    if (threadIdx.x == 0) {
      copy(tma, slice.partition_S(sC), slice.partition_D(gC));
      tma_store_arrive();
    }
  }
}
void launch(half_t* C, float* out, int n) {
  auto mC = make_tensor(make_gmem_ptr(C), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = Layout<Shape<_128, _64>, Stride<_64, _1>>{};
  auto tma = make_tma_copy(SM90_TMA_STORE{}, mC, layout);
  kernel<<<4, 128, 128 * 64 * sizeof(half_t)>>>(tma, layout, out, n);
}`;
  const { problems } = await analysed(source, "cpp");
  return problems.filter(({ code }) => code === "tma-store-fence").length;
};

test("a fence and calls elsewhere do not order this tile's writes", async () => {
  expect(await told("copy(tCrC, tCsC); __syncthreads();")).toBe(1);
  expect(await told("copy(tCrC, tCsC); tma_store_fence(); __syncthreads();")).toBe(0);
});

test("a function that copies to the part of the tile that it is handed", async () => {
  expect(await told("doubled(tCsC); __syncthreads();")).toBe(1);
  expect(await told("doubled(tCsC); tma_store_fence(); __syncthreads();")).toBe(0);
  expect(await told("shown(tCsC); __syncthreads();")).toBe(0);
});

test("what stands between may fence", async () => {
  expect(await told("copy(tCrC, tCsC); scale(out[1]); __syncthreads();")).toBe(0);
  expect(await told('copy(tCrC, tCsC); asm volatile("fence.proxy.async;"); __syncthreads();')).toBe(0);
});

test("a write that the store need not follow", async () => {
  expect(await told("if (n == 3) { copy(tCrC, tCsC); } __syncthreads();")).toBe(0);
  expect(
    await told("if (n == 3) { copy(tCrC, tCsC); tma_store_fence(); } else { tCsC(0) = half_t(0); } __syncthreads();"),
  ).toBe(0);
});

test("a store, a fence or assembly in a lambda", async () => {
  const store = "copy(tCrC, tCsC); __syncthreads(); if (threadIdx.x == 0) store();";
  const lambda = (fence: string): string =>
    `auto store = [&] { ${fence} copy(tma, slice.partition_S(sC), slice.partition_D(gC)); };`;
  expect(await told(`${lambda("")} ${store} tma_store_fence();`)).toBe(1);
  expect(await told(`${lambda("tma_store_fence();")} ${store} tma_store_fence();`)).toBe(0);
  expect(await told('auto fence = [&] { asm volatile("x"); }; copy(tCrC, tCsC); fence(); __syncthreads();')).toBe(0);
  expect(await told("auto fence = [&] { tma_store_fence(); }; copy(tCrC, tCsC); fence(); __syncthreads();")).toBe(0);
});

test("another view of the same place is the same memory, one of another place is not", async () => {
  const view = (place: string, more = ""): string =>
    `auto sM = make_tensor(make_smem_ptr(${place}), Layout<Shape<_64, _128>, Stride<_1, _64>>{});
     auto tMsM = local_partition(sM, Layout<Shape<_64, _2>>{}, threadIdx.x);
     auto tMrM = make_fragment_like(tMsM);
     copy(tMrM, tMsM); assert(n > 0); ${more} __syncthreads();`;
  expect(await told(view("buffer"))).toBe(1);
  expect(await told(view("buffer", "tma_store_fence();"))).toBe(0);
  const storage = "struct Storage { half_t* data(); }; Storage& storage = *reinterpret_cast<Storage*>(buffer);";
  const store = "auto sC = make_tensor(make_smem_ptr(storage.data()), layout);";
  expect(await told(`${storage} ${store} ${view("storage.data()")}`)).toBe(1);
  expect(await told(`__shared__ half_t other[8192]; ${view("other")}`)).toBe(0);
});

test("some threads certainly write, whoever else comes to the store", async () => {
  expect(await told("if (threadIdx.x < 32) copy(tCrC, tCsC); __syncthreads();")).toBe(1);
  expect(await told("if (threadIdx.x < 32) { copy(tCrC, tCsC); tma_store_fence(); } __syncthreads();")).toBe(0);
});

test("a write that only the run decides may not have happened", async () => {
  expect(await told("if (n > 3) copy(tCrC, tCsC); __syncthreads();")).toBe(0);
  expect(await told("if (threadIdx.x > 128) copy(tCrC, tCsC); __syncthreads();")).toBe(0);
});
