// What a kernel takes of an SM and what a round of its main loop does, as text.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { kernelCosts } from "../../server/src/features/costs/kernel.ts";
import { kernelWords } from "../../server/src/features/costs/kernel-words.ts";
import { gpus, occupancy } from "../../src-engine/costs/gpus.ts";
import { analysed } from "../features/analysed.ts";

test("a pipelined loop: what happens in one round of the unrolled loop inside is counted once", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* A, int k) {
  __shared__ half_t a[128 * 64];
  __shared__ half_t b[128 * 64];
  auto atom = composition(Swizzle<3, 3, 3>{}, Layout<Shape<_8, _64>, Stride<_64, _1>>{});
  auto sA = make_tensor(make_smem_ptr(a), tile_to_shape(atom, Shape<_128, _64>{}));
  auto sB = make_tensor(make_smem_ptr(b), tile_to_shape(atom, Shape<_128, _64>{}));
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  auto load = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint128_t>, half_t>{},
                              Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = load.get_slice(threadIdx.x);
  auto mma = make_tiled_mma(SM80_16x8x16_F16F16F16F16_TN{}, Layout<Shape<_2, _2>>{}, Tile<_32, _32, _16>{});
  auto s2r = make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto s2r_thr = s2r.get_slice(threadIdx.x);
  auto rA = mma.get_slice(threadIdx.x).partition_fragment_A(sA);
  auto rB = mma.get_slice(threadIdx.x).partition_fragment_B(sB);
  auto rC = partition_fragment_C(mma, Shape<_128, _128>{});
  auto tXsA = s2r_thr.partition_S(sA);
  auto tXrA = s2r_thr.retile_D(rA);
  while (k > 0) {
    for (int i = 0; i < 4; ++i) {
      copy(s2r, tXsA(_, _, i), tXrA(_, _, i));
      if (i == 0) copy(load, thr.partition_S(gA), thr.partition_D(sA));
      gemm(mma, rA(_, _, i), rB(_, _, i), rC);
    }
    --k;
  }
}
`;
  const { index } = await analysed(source, "cpp");
  const [kernel] = kernelCosts(index, costList(index), undefined);
  expect(kernel && kernelWords(kernel).map(({ label, text }) => `${label}: ${text}`)).toMatchInlineSnapshot(`
    [
      "shared memory: 32 KiB of 163 KiB: sA 16 KiB + sB 16 KiB",
      "threads: 128 in its copies and MMAs",
      "registers: at least 64 a thread, for the accumulators of its largest MMA",
      "occupancy: at most 4 CTAs per SM of A100, by shared memory",
      "main loop: 16 KiB from global memory, 384 wavefronts of shared memory, 2.1 MFLOP a round, k rounds; 128 FLOP/B where A100 turns at 153: memory bounds it, but for what L2 keeps",
    ]
  `);
});

test("blocks of an SM: shared memory with what every block takes besides, threads, registers", () => {
  const h100 = gpus.h100;
  if (h100 === undefined) throw new Error("no H100");
  const fit = (shared: number | undefined, threads: number | undefined, registers: number | undefined) =>
    occupancy(h100, { shared, threads, registers });
  expect(fit(113 * 1024, 128, 64)).toEqual({ blocks: 2, by: "shared memory" });
  expect(fit(114 * 1024, 128, 64)).toEqual({ blocks: 1, by: "shared memory" });
  expect(fit(undefined, 1024, 32)).toEqual({ blocks: 2, by: "threads" });
  expect(fit(undefined, 256, 128)).toEqual({ blocks: 2, by: "registers" });
  expect(fit(undefined, undefined, undefined)).toEqual({ blocks: 32, by: "blocks" });
});

test("tensors behind each other in one buffer: it is as long as the furthest reaches", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  extern __shared__ half_t shared[];
  auto sQ = make_tensor(make_smem_ptr(shared), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  auto sK = make_tensor(sQ.data() + size(sQ), Layout<Shape<_128, _64>, Stride<_64, _1>>{});
  auto sV = make_tensor(sK.data() + size(sK), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto part = local_partition(sV, Layout<_128>{}, threadIdx.x);
  copy(part, make_fragment_like(part));
}
`;
  const { index } = await analysed(source, "cpp");
  const [kernel] = kernelCosts(index, costList(index), undefined);
  expect(kernel?.shared?.parts).toEqual([{ name: "shared", bytes: 40960, stages: undefined }]);
});
