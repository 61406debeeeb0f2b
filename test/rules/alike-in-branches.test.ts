// Conditions that all threads of a block have alike leave out nobody, also of what only some of them are given.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (source: string, language: "cpp" | "python"): Promise<readonly string[]> => {
  const { problems } = await analysed(source, language);
  return problems
    .filter(({ code }) => code !== "barrier-uninitialised")
    .map(({ code, message }) => `${code}: ${message}`);
};

const persistent = (warps: string, tile = "bidx"): string => `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(atom: cute.CopyAtom, mA: cute.Tensor, layout: cute.Layout, tiles: cutlass.Int32, rounds: cutlass.Int32):
    tidx, _, _ = cute.arch.thread_idx()
    bidx, _, _ = cute.arch.block_idx()
    warp = cute.arch.make_warp_uniform(tidx // 32)
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, layout, 128)
    full = smem.allocate_array(cutlass.Int64, 1)
    gA = cute.local_tile(mA, (64, 64), (None, None))
    tAsA, tAgA = cpasync.tma_partition(atom, 0, cute.make_layout(1), cute.group_modes(sA, 0, 2), cute.group_modes(gA, 0, 2))
    if ${warps}:
        for round in cutlass.range(rounds):
            tile = round * 132 + ${tile}
            if tile < tiles:
                cute.copy(atom, tAgA[None, tile, 0], tAsA, tma_bar_ptr=full)

@cute.jit
def launch(mA: cute.Tensor, tiles: cutlass.Int32, rounds: cutlass.Int32):
    layout = cute.make_layout((64, 64), stride=(64, 1))
    atom, tensor = cpasync.make_tiled_tma_atom(cpasync.CopyBulkTensorTileG2SOp(), mA, layout, (64, 64))
    kernel(atom, tensor, layout, tiles, rounds).launch(grid=(132, 1, 1), block=(256, 1, 1))
`;

test("tiles that a block counts for itself", async () => {
  expect(await told(persistent("warp == 0"), "python")).toEqual([]);
  expect(await told(persistent("warp < 4"), "python")).toEqual([
    "tma-elected: 4 warps issue this TMA copy, one is to: put it under `if warp_idx == 0:`",
  ]);
  // Who has a tile of its own may be alone.
  expect(await told(persistent("warp < 4", "tidx"), "python")).toEqual([]);
});

const halves = (arrivals: number, elected: string): string => `#include <cute/tensor.hpp>
#include <cutlass/arch/barrier.h>
using namespace cute;
__global__ void kernel(int rounds) {
  __shared__ uint64_t free[1];
  int warps = blockDim.x / 32;
  bool is_producer = threadIdx.x / 32 < warps / 2;
  int consumer = threadIdx.x - warps / 2 * 32;
  if (threadIdx.x == 0) initialize_barrier(free[0], ${arrivals});
  __syncthreads();
  if (is_producer)
    for (int i = 0; i < rounds; ++i) wait_barrier(free[0], i & 1);
  else
    for (int i = 0; i < rounds; ++i)
      if (${elected}) arrive_barrier(free[0]);
}
void launch(int rounds) { kernel<<<1, 128>>>(rounds); }`;

test("halves of a block by blockDim", async () => {
  expect(await told(halves(1, "consumer == 0"), "cpp")).toEqual([]);
  expect(await told(halves(64, "consumer >= 0"), "cpp")).toEqual([]);
  expect(await told(halves(64, "consumer == 0"), "cpp")).toEqual([
    "barrier-arrivals: free counts 64 arrivals, 1 comes in a round: its wait never ends; count those that arrive",
  ]);
});

const triangle = (threads: number): string => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* a, half_t* b, int k) {
  if (blockIdx.x > blockIdx.y) return;
  __shared__ alignas(128) half_t shared[128 * 32];
  auto layout = Layout<Shape<_128, _32>, Stride<_32, _1>>{};
  auto gA = make_tensor(make_gmem_ptr(a), layout);
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto copier = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, half_t>{}, Layout<Shape<_32, _4>, Stride<_4, _1>>{}, Layout<Shape<_1, _8>>{});
  auto mine = copier.get_slice(threadIdx.x);
  int tiles = (k + 31) / 32;
  for (int tile = 0; tile < tiles; ++tile) {
    copy(copier, mine.partition_S(gA), mine.partition_D(sA));
    __syncthreads();
  }
}
void launch(half_t const* a, half_t* b, int k) { kernel<<<dim3(4, 4), ${threads}>>>(a, b, k); }`;

test("blocks that leave at once, and rounds that a parameter says", async () => {
  expect(await told(triangle(128), "cpp")).toEqual([]);
  expect(await told(triangle(256), "cpp")).toEqual([
    "copy-threads: 256 threads come to this copy, its tiled copy has 128: the others get what lies behind the tile; make the copy for all of them, or let only its own come",
  ]);
});

const elected = (test: string, tiles = "min(n, k)"): string => `#include <cute/tensor.hpp>
#include "arch.h"
using namespace cute;
__device__ int mine(int n) { if (threadIdx.x % 32 == 0) return n; return 0; }
template <class Tma, class Layout>
__global__ void kernel(CUTE_GRID_CONSTANT Tma const tma, Layout layout, int n, int k) {
  extern __shared__ half_t memory[];
  __shared__ uint64_t full[1];
  constexpr bool is_new = NEW_ARCHITECTURES;
  if (!is_new) return;
  int const tiles = ${tiles} / 64;
  auto sA = make_tensor(make_smem_ptr(memory), layout);
  auto gA = local_tile(tma.get_tma_tensor(make_shape(n, k)), Shape<_64, _64>{}, make_coord(0, _));
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  int warp = cutlass::canonical_warp_idx_sync();
  if (warp == 1) {
    int i = 0;
    while (i < tiles) {
      if (${test}) copy(tma.with(full[0]), tAgA(_, i), tAsA);
      ++i;
    }
  }
}
void launch(half_t* a, int n, int k) {
  auto layout = make_layout(Shape<_64, _64>{}, LayoutRight{});
  auto mA = make_tensor(make_gmem_ptr(a), make_shape(n, k), make_stride(k, _1{}));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_64, _64>{});
  kernel<<<1, 128, 8192>>>(tma, layout, n, k);
}`;

test("what the compiler alone knows, and rounds that a library's function makes of parameters", async () => {
  expect(await told(elected("elect_one_sync()"), "cpp")).toEqual([]);
  expect(await told(elected("true"), "cpp")).toEqual([
    "tma-elected: 32 threads of a warp issue this TMA copy, one is to: put it under `if (warp_idx == 0 && elect_one_sync())`",
  ]);
});

test("what a function of its own makes of them by the thread, and a name that is a constant elsewhere", async () => {
  expect(await told(elected("true", "mine(n)"), "cpp")).toEqual([]);
  const shadowed = elected("lane == 0").replace(
    "int i = 0;",
    "{ constexpr int lane = LANE; } int lane = lane_of(i), i = 0;",
  );
  expect(await told(shadowed, "cpp")).toEqual([]);
});
