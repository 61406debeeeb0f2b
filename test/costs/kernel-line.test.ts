// The line above a kernel says first what bounds it: an editor cuts long lines at its edge.
import { expect, test } from "vitest";
import { costLenses } from "../../server/src/features/costs/kernel-lens.ts";
import { analysed } from "../features/analysed.ts";

const kernel = (load: string): string => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* A, int tiles) {
  __shared__ alignas(1024) half_t a[64 * 64];
  auto tile = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{});
  Tensor sA = make_tensor(make_smem_ptr(a), tile);
  Tensor gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                             Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thread = g2s.get_slice(threadIdx.x);
  auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto part = mma.get_slice(threadIdx.x);
  Tensor rA = part.partition_fragment_A(sA);
  Tensor rB = part.partition_fragment_B(sA);
  Tensor rC = partition_fragment_C(mma, Shape<_64, _64>{});
  for (int t = 0; t < tiles; ++t) {
    ${load}
    gemm(mma, rA, rB, rC);
  }
}
`;

async function lines(load: string): Promise<readonly string[]> {
  const { index } = await analysed(kernel(load), "cpp");
  return costLenses(index, { arch: "sm_90a", gpu: "auto" }).map(({ text }) => text);
}

test("a loop that loads", async () => {
  expect(await lines("copy(g2s, thread.partition_S(gA), thread.partition_D(sA));")).toMatchInlineSnapshot(`
    [
      "memory bounds it, but for what L2 keeps: 64 FLOP/B, H100 turns at 295 · 8 KiB from global memory, 192 wavefronts of shared memory, 524 kFLOP a round, tiles rounds · at most 16 CTAs/SM, by threads",
    ]
  `);
});

test("a loop whose tiles other warps load", async () => {
  expect(await lines("")).toMatchInlineSnapshot(`
    [
      "MMA bounds it at best · 128 wavefronts of shared memory, 524 kFLOP a round, tiles rounds · at most 16 CTAs/SM, by threads",
    ]
  `);
});

test("a loop with a call that is not counted has no bound", async () => {
  expect(await lines("copy(unheard(t), sA);")).toMatchInlineSnapshot(`
    [
      "128 wavefronts of shared memory, 524 kFLOP a round, tiles rounds (1 call not counted: the source: unheard is not declared where this file can see it) · at most 16 CTAs/SM, by threads",
    ]
  `);
});
