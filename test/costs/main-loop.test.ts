// What a round of a main loop holds: calls of other files' functions in several configurations, lambdas of one name, sides that the
// compiler leaves out, functions of functions.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { kernelCosts } from "../../server/src/features/costs/kernel.ts";
import { loopText } from "../../server/src/features/costs/kernel-words.ts";
import { analysed } from "../features/analysed.ts";

const utils = `#pragma once
#include <cute/tensor.hpp>
namespace util {
template <bool Zero, class Mma, class A, class B, class C>
__device__ void gemm(Mma& mma, A const& a, B const& b, C& c) {
  if constexpr (Zero) { clear(c); }
  for (int k = 0; k < size<2>(a); ++k) cute::gemm(mma, a(_, _, k), b(_, _, k), c);
}
template <class Mma, class A, class B, class C>
__device__ void twice(Mma& mma, A const& a, B const& b, C& c) {
  gemm<true>(mma, a, b, c);
  for (int i = 0; i < 3; ++i) gemm<false>(mma, a, b, c);
}
}
`;

/** One m64nNk16 of 4 rounds of K: N = 64 gives 524 kFLOP. */
const kernel = (body: string, parameters = ""): string => `#include <cute/tensor.hpp>
#include "utils.h"
using namespace cute;
template <int N, bool InRegisters = false>
__global__ void kernel(half_t const* A, int tiles${parameters}) {
  __shared__ alignas(1024) half_t a[64 * 64];
  __shared__ alignas(1024) half_t b[N * 64];
  auto atom = GMMA::Layout_K_SW128_Atom<half_t>{};
  Tensor sA = make_tensor(make_smem_ptr(a), tile_to_shape(atom, Shape<_64, _64>{}));
  Tensor sB = make_tensor(make_smem_ptr(b), tile_to_shape(atom, Shape<Int<N>, _64>{}));
  auto mma = make_tiled_mma(GMMA::ss_op_selector<half_t, half_t, float, Shape<_64, Int<N>, _64>>());
  auto tm = mma.get_slice(threadIdx.x);
  Tensor rA = tm.partition_fragment_A(sA);
  Tensor rB = tm.partition_fragment_B(sB);
  Tensor rC = partition_fragment_C(mma, Shape<_64, Int<N>>{});
${body}
}
`;

const launch = (...sizes: readonly string[]): string =>
  `void run(half_t const* A, int tiles) {\n${sizes.map((one) => `  kernel<${one}><<<1, 128>>>(A, tiles);`).join("\n")}\n}\n`;

async function loopsOf(source: string): Promise<readonly (string | undefined)[]> {
  const { index } = await analysed(source, "cpp", {}, { "utils.h": utils });
  return kernelCosts(index, costList(index), undefined).map((one) => loopText(one).split(";")[0]);
}

test("each of a kernel's configurations has what the shared function does in it", async () => {
  const body = "  for (int t = 0; t < tiles; ++t) util::gemm<true>(mma, rA, rB, rC);";
  const sizes = ["8", "16", "32", "64", "96", "128"];
  // wgmma's A is 4 wavefronts of a warp, B one for each 16 rows of B: 4 warps, 4 instructions.
  expect(await loopsOf(kernel(body) + launch(...sizes))).toEqual([
    "72 wavefronts of shared memory, 65.5 kFLOP a round, tiles rounds",
    "80 wavefronts of shared memory, 131 kFLOP a round, tiles rounds",
    "96 wavefronts of shared memory, 262 kFLOP a round, tiles rounds",
    "128 wavefronts of shared memory, 524 kFLOP a round, tiles rounds",
    "160 wavefronts of shared memory, 786 kFLOP a round, tiles rounds",
    "192 wavefronts of shared memory, 1 MFLOP a round, tiles rounds",
  ]);
});

test("a side that the compiler leaves out is no part of the round, nor is a lambda that only it calls", async () => {
  const body = `  auto write = [&](auto& what) { copy(what, sA); };
  auto step = [&](int t) {
    util::gemm<true>(mma, rA, rB, rC);
    if constexpr (!InRegisters) { write(rC); }
    if constexpr (InRegisters && N > 8) { util::gemm<false>(mma, rA, rB, rC); }
  };
  if constexpr (N > 16) { for (int t = tiles; t > 0; --t) { step(t); step(t); step(t); } }
  for (int t = 0; t < tiles; ++t) step(t);`;
  expect(await loopsOf(kernel(body) + launch("16, true"))).toEqual([
    "160 wavefronts of shared memory, 262 kFLOP a round, tiles rounds",
  ]);
});

test("lambdas of one name: a call means that of its own branch", async () => {
  const body = `  if constexpr (N == 64) {
    auto step = [&](int t) { util::gemm<true>(mma, rA, rB, rC); };
    for (int t = 0; t < tiles; ++t) step(t);
  } else {
    auto step = [&](int t) { util::gemm<true>(mma, rA, rB, rC); util::gemm<false>(mma, rA, rB, rC); };
    for (int t = 0; t < tiles; ++t) step(t);
  }`;
  expect(await loopsOf(kernel(body) + launch("64", "16"))).toEqual([
    "128 wavefronts of shared memory, 524 kFLOP a round, tiles rounds",
    "160 wavefronts of shared memory, 262 kFLOP a round, tiles rounds",
  ]);
});

test("a lambda that is called with two kinds of arguments does one of them in each call", async () => {
  const body = `  auto step = [&](auto first) { util::gemm<decltype(first)::value>(mma, rA, rB, rC); };
  step(true_type{});
  for (int t = 0; t < tiles; ++t) step(false_type{});`;
  expect(await loopsOf(kernel(body) + launch("64"))).toEqual([
    "128 wavefronts of shared memory, 524 kFLOP a round, tiles rounds",
  ]);
});

test("functions of functions: as often as each of them calls the next", async () => {
  const body = "  for (int t = 0; t < tiles; ++t) util::twice(mma, rA, rB, rC);";
  expect(await loopsOf(kernel(body) + launch("64"))).toEqual([
    "512 wavefronts of shared memory, 2.1 MFLOP a round, tiles rounds",
  ]);
});

test("what is not counted is named with its reason", async () => {
  const body = `  Tensor gD = make_tensor(make_gmem_ptr(what()), Shape<_64>{});
  for (int t = 0; t < tiles; ++t) {
    util::gemm<true>(mma, rA, rB, rC);
    copy(unheard(t), sA);
  }`;
  expect(await loopsOf(kernel(body) + launch("64"))).toMatchInlineSnapshot(`
    [
      "128 wavefronts of shared memory, 524 kFLOP a round, tiles rounds (1 call not counted: the source: unheard is not declared where this file can see it)",
    ]
  `);
});
