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

const bulk = async (lines: string, more = ""): Promise<number> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
namespace own {
__device__ void meet(int threads) { cutlass::arch::NamedBarrier::sync(threads, 1); }
template <class Rows>
__device__ auto turned(Rows rows) {
  static_assert(rank(rows) == 2);
  return make_layout(get<1>(rows), get<0>(rows));
}
__device__ void fenced(int threads) { tma_store_fence(); meet(threads); }
}
struct Storage { alignas(128) array_aligned<float, 8192> tile; };
template <bool Stores>
__global__ void kernel(float* out) {
  extern __shared__ char bytes[];
  Storage& storage = *reinterpret_cast<Storage*>(bytes);
  auto sC = make_tensor(make_smem_ptr(storage.tile.data()), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  auto flat = make_tensor(make_smem_ptr(storage.tile.data()), Layout<_8192>{});
  auto tCsC = local_partition(sC, Layout<Shape<_2, _64>, Stride<_64, _1>>{}, threadIdx.x);
  auto tCrC = make_fragment_like(tCsC);
  ${lines}
  if (threadIdx.x == 0) {
    ${more || "SM90_BULK_COPY_S2G::copy(raw_pointer_cast(flat.data()), out, 32768);"}
    tma_store_arrive();
  }
}
void launch(float* out) { kernel<true><<<1, 128, sizeof(Storage)>>>(out); }`;
  const { problems } = await analysed(source, "cpp");
  return problems.filter(({ code }) => code === "tma-store-fence").length;
};

test("a bulk store by the struct of its instruction, of another view of the tile", async () => {
  expect(await bulk("copy(tCrC, tCsC); own::meet(128);")).toBe(1);
  expect(await bulk("copy(tCrC, tCsC); tma_store_fence(); own::meet(128);")).toBe(0);
  expect(await bulk("copy(tCrC, tCsC); own::fenced(128);")).toBe(0);
  expect(await bulk("copy(tCrC, tCsC); own::meet(128);", "SM90_BULK_COPY_G2S::copy(out, bar, &sC(0, 0), 32768);")).toBe(
    0,
  );
});

test("elements that are written through the address of one", async () => {
  const wide = "for (int i = 0; i < 64; i += 2) *(float2*)(&sC(threadIdx.x, i)) = float2{1.f, 2.f};";
  const matrix = "SM90_U32x4_STSM_N::copy(a, b, c, d, *reinterpret_cast<uint128_t*>(&sC(threadIdx.x, 0)));";
  expect(await bulk(`${wide} own::meet(128);`)).toBe(1);
  expect(await bulk(`${wide} own::fenced(128);`)).toBe(0);
  expect(await bulk(`int a, b, c, d; ${matrix} own::meet(128);`)).toBe(1);
  expect(await bulk(`int a, b, c, d; ${matrix} tma_store_fence(); own::meet(128);`)).toBe(0);
});

test("layouts that a function makes and parts of a tensor between the two are no fence", async () => {
  const view = "auto view = make_tensor(make_gmem_ptr(out), own::turned(sC.layout()));";
  expect(await bulk(`copy(tCrC, tCsC); ${view} view(0, 0) = 1.f; own::meet(128);`)).toBe(1);
  expect(await bulk(`copy(tCrC, tCsC); tma_store_fence(); ${view} view(0, 0) = 1.f; own::meet(128);`)).toBe(0);
  // What a function object does, nobody knows.
  expect(await bulk("copy(tCrC, tCsC); auto act = Act{}; act(0, 0); own::meet(128);")).toBe(0);
});

test("branches of which the instance has one side", async () => {
  expect(await bulk("if constexpr (Stores) { copy(tCrC, tCsC); } own::meet(128);")).toBe(1);
  expect(await bulk("if constexpr (Stores) { copy(tCrC, tCsC); tma_store_fence(); } own::meet(128);")).toBe(0);
  expect(await bulk("copy(tCrC, tCsC); if constexpr (!Stores) { own::fenced(128); } own::meet(128);")).toBe(1);
  expect(await bulk("if constexpr (!Stores) { copy(tCrC, tCsC); } own::meet(128);")).toBe(0);
});

const copies = `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

def tma_copy_fn(atom, cta_coord, cta_layout, src_tensor, dst_tensor, **kwargs):
    s, g = cpasync.tma_partition(
        atom, cta_coord, cta_layout, cute.group_modes(src_tensor, 0, 2), cute.group_modes(dst_tensor, 0, 2)
    )

    def copy_tma(**more):
        cute.copy(atom, s, g, **more, **kwargs)

    return copy_tma, s, g

def largest(x):
    return max(cute.size(x), 1)

def made_visible(x):
    cute.arch.fence_proxy("async.shared", space="cta")
    return largest(x)
`;

const dsl = async (between: string): Promise<readonly string[]> => {
  const source = `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync
import copies
import elsewhere

@cute.kernel
def kernel(tma: cute.CopyAtom, mC: cute.Tensor, layout: cute.Layout):
    smem = utils.SmemAllocator()
    sC = smem.allocate_tensor(cutlass.Float16, layout, 128)
    gC = cute.local_tile(mC, (128, 64), (0, 0))
    mine = cute.local_partition(sC, cute.make_layout((16, 8)), cute.arch.thread_idx()[0])
    values = cute.make_fragment_like(mine)
    cute.autovec_copy(values, mine)
    ${between}
    cute.arch.sync_threads()
    store, _, _ = copies.tma_copy_fn(tma, 0, cute.make_layout(1), sC, gC)
    if cute.arch.warp_idx() == 0:
        store()

@cute.jit
def launch():
    p = cute.make_ptr(cutlass.Float16, 0, cute.AddressSpace.gmem, assumed_align=16)
    mC = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    layout = cute.make_layout((128, 64), stride=(64, 1))
    tma, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileS2GOp(), mC, layout, (128, 64))
    kernel(tma, tensor, layout).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;
  const { problems } = await analysed(source, "python", {}, { "copies.py": copies });
  return problems.flatMap(({ code, place }) =>
    code === "tma-store-fence" ? [source.slice(place.start, place.end)] : [],
  );
};

test("CuTe DSL: a store that another file's function makes of the tile", async () => {
  expect(await dsl("pass")).toEqual(["store"]);
  expect(await dsl('cute.arch.fence_proxy("async.shared", space="cta")')).toEqual([]);
});

test("CuTe DSL: what a function between the two calls is known, or may be a fence", async () => {
  expect(await dsl("n = copies.largest(values)")).toEqual(["store"]);
  expect(await dsl("n = copies.made_visible(values)")).toEqual([]);
  expect(await dsl("n = elsewhere.seen(values)")).toEqual([]);
  expect(await dsl("n = elsewhere.Visible(values)")).toEqual([]);
  expect(await dsl("elsewhere.epilogue.store(values)")).toEqual([]);
  expect(await dsl("n = cutlass.Int32(1)")).toEqual(["store"]);
});
