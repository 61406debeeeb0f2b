// What a kernel calls of other files is part of its costs: copies and MMAs of utilities' headers, at the call that leads to them.
import { expect, test } from "vitest";
import { plainText } from "../../server/src/convert/hover.ts";
import { costList, elsewhereText } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import { kernelCosts } from "../../server/src/features/costs/kernel.ts";
import { kernelWords } from "../../server/src/features/costs/kernel-words.ts";
import { hover } from "../../server/src/features/hover.ts";
import { analysed } from "../features/analysed.ts";

const utils = `#pragma once
#include <cute/tensor.hpp>
namespace util {
template <bool Zero, class Mma, class A, class B, class C>
__device__ void gemm(Mma& mma, A const& a, B const& b, C& c) {
  if constexpr (Zero) { clear(c); }
  for (int k = 0; k < size<2>(a); ++k) cute::gemm(mma, a(_, _, k), b(_, _, k), c);
}
template <class Copy, class S, class D>
__device__ void load(Copy const& c, S const& s, D&& d) {
  for (int m = 0; m < size<1>(s); ++m) cute::copy(c, s(_, m, _), d(_, m, _));
}
}
`;

const kernel = `#include <cute/tensor.hpp>
#include "utils.h"
using namespace cute;
__global__ void kernel(half_t const* A, int tiles) {
  __shared__ alignas(1024) half_t a[64 * 64];
  __shared__ alignas(1024) half_t b[64 * 64];
  auto atom = GMMA::Layout_K_SW128_Atom<half_t>{};
  Tensor sA = make_tensor(make_smem_ptr(a), tile_to_shape(atom, Shape<_64, _64>{}));
  Tensor sB = make_tensor(make_smem_ptr(b), tile_to_shape(atom, Shape<_64, _64>{}));
  Tensor gA = make_tensor(make_gmem_ptr(A), make_shape(_64{}, _64{}, tiles), make_stride(_64{}, _1{}, Int<4096>{}));
  auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{},
                             Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = g2s.get_slice(threadIdx.x);
  Tensor tAgA = thr.partition_S(gA);
  auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto tm = mma.get_slice(threadIdx.x);
  Tensor rA = tm.partition_fragment_A(sA);
  Tensor rB = tm.partition_fragment_B(sB);
  Tensor rC = partition_fragment_C(mma, Shape<_64, _64>{});
  util::gemm<true>(mma, rA, rB, rC);
  for (int tile = 0; tile < tiles; ++tile) {
    util::load(g2s, tAgA(_, _, _, tile), thr.partition_D(sA));
    util::gemm<false>(mma, rA, rB, rC);
  }
}
`;

test("copies and MMAs of a utilities' header, in the loops of the kernel", async () => {
  const { index } = await analysed(kernel, "cpp", {}, { "utils.h": utils });
  const rows = costList(index).map((one) => {
    const { title, lines } = costWords(one, "cpp");
    const said = lines
      .filter(({ label }) => /global|shared|loop/.test(label))
      .map(({ label, text }) => `${label}: ${text}`);
    return [`${one.call.op}${elsewhereText(index, one)}`, title, ...said].join(" | ");
  });
  expect(rows).toMatchInlineSnapshot(`
    [
      "gemm in gemm (utils.h:7) | SM90_64x64x16_F32F16F16_SS<K,K> × 1 per warpgroup · 131 kFLOP per CTA | shared: 8 wavefronts a warp for the operands | loop: 4 rounds of k: 131 kFLOP a round, 524 kFLOP in all",
      "copy in load (utils.h:11) | cp.async 16 B × 1 per thread · 2 KiB per CTA | global: 16 sectors of 16, 100% used | shared: 4 wavefronts of 4, no conflict | loop: tiles rounds of tile: 8 KiB a round (4 times), 8 KiB × tiles in all",
      "gemm in gemm (utils.h:7) | SM90_64x64x16_F32F16F16_SS<K,K> × 1 per warpgroup · 131 kFLOP per CTA | shared: 8 wavefronts a warp for the operands | loop: tiles rounds of tile: 524 kFLOP a round (4 times), 524 kFLOP × tiles in all",
    ]
  `);
});

test("they are in the round of the kernel's main loop", async () => {
  const { index } = await analysed(kernel, "cpp", {}, { "utils.h": utils });
  const [cost] = kernelCosts(index, costList(index), undefined);
  expect(cost && kernelWords(cost).map(({ label, text }) => `${label}: ${text}`)).toMatchInlineSnapshot(`
    [
      "shared memory: 16 KiB of 227 KiB: sA 8 KiB + sB 8 KiB",
      "threads: 128 in its copies and MMAs",
      "registers: at least 32 a thread, for the accumulators of its largest MMA",
      "occupancy: at most 13 CTAs per SM of H100, by shared memory",
      "main loop: 8 KiB from global memory, 192 wavefronts of shared memory, 524 kFLOP a round, tiles rounds; 64 FLOP/B where H100 turns at 295: memory bounds it, but for what L2 keeps",
    ]
  `);
});

test("a pointer that leads each thread elsewhere is not counted as one row for all", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void paged(half_t const* const* rows, half_t* out) {
  __shared__ alignas(128) half_t buf[16 * 64];
  half_t const* mine = rows[threadIdx.x / 8];
  half_t const* row = reinterpret_cast<half_t const*>(__shfl_sync(0xffffffff, reinterpret_cast<uint64_t>(mine), 0, 8));
  Tensor s = make_tensor(make_smem_ptr(buf), Layout<Shape<_16, _64>, Stride<_64, _1>>{});
  auto g2s = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEGLOBAL<uint128_t>, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto t = g2s.get_slice(threadIdx.x);
  Tensor g = tiled_divide(make_tensor(make_gmem_ptr(row), Shape<_64>{}), Shape<_8>{});
  copy(g2s, g(_, 0), t.partition_D(s)(_, 0, 0));
  Tensor h = make_tensor(make_gmem_ptr(mine), Shape<_8>{});
  copy(h, t.partition_D(s)(_, 0, 0));
}
`;
  const { index } = await analysed(source, "cpp");
  const said = costList(index).flatMap((one) =>
    costWords(one, "cpp").lines.map(({ label, text }) => `${label}: ${text}`),
  );
  expect(said.filter((one) => /^(?:source|global)/.test(one))).toEqual([
    "source: not counted: row leads each thread elsewhere",
    "source: not counted: mine leads each thread elsewhere",
  ]);
});

test("so are those of a lambda that the loop calls, as often as it calls it", async () => {
  const body = `util::load(g2s, tAgA(_, _, _, tile), thr.partition_D(sA));
    util::gemm<false>(mma, rA, rB, rC);`;
  const lambda = `  auto step = [&](int tile) {
    for (int half = 0; half < 2; ++half) {
      ${body}
    }
  };
  for (int tile = 0; tile < tiles; ++tile) {`;
  const loopOf = async (text: string) => {
    const { index } = await analysed(text, "cpp", {}, { "utils.h": utils });
    return kernelCosts(index, costList(index), undefined)[0]?.loop?.round;
  };
  const inline = await loopOf(kernel);
  const called = (step: string): string =>
    kernel
      .replace("  for (int tile = 0; tile < tiles; ++tile) {", lambda)
      .replace(`    ${body}\n  }\n}`, `    ${step}\n  }\n}`);
  const [once, twice] = [await loopOf(called("step(tile);")), await loopOf(called("step(tile); step(tile);"))];
  expect(inline?.flops).toBeGreaterThan(0);
  expect(once).toEqual({
    ...inline,
    bytes: 2 * (inline?.bytes ?? 0),
    wavefronts: 2 * (inline?.wavefronts ?? 0),
    flops: 2 * (inline?.flops ?? 0),
  });
  expect(twice?.flops).toBe(4 * (inline?.flops ?? 0));
});

test("the hover on a helper's name says what the call costs", async () => {
  const { index } = await analysed(kernel, "cpp", {}, { "utils.h": utils });
  const said = (text: string): string => {
    const answer = hover(index, { fragment: 0, offset: kernel.indexOf(text) + 7 }, { detail: "short" });
    return answer === undefined ? "" : plainText(answer);
  };
  expect(said("util::gemm<true>")).toMatchInlineSnapshot(`
    "util::gemm  SM90_64x64x16_F32F16F16_SS<K,K> × 1 per warpgroup · 131 kFLOP per CTA
    operands     A 2 KiB from shared memory, B 2 KiB from shared memory, C 16 KiB from registers (one instruction)
    shared       8 wavefronts a warp for the operands
    accumulator  32 registers a thread
    loop         4 rounds of k: 131 kFLOP a round, 524 kFLOP in all
    in gemm (utils.h:7)"
  `);
  expect(said("util::load(")).toMatchInlineSnapshot(`
    "util::load  cp.async 16 B × 1 per thread · 2 KiB per CTA
    global  16 sectors of 16, 100% used
    shared  4 wavefronts of 4, no conflict
    loop    tiles rounds of tile: 8 KiB a round (4 times), 8 KiB × tiles in all
    in load (utils.h:11)"
  `);
});

const severalUtils = `${utils}
namespace util {
template <class Copy, class S, class D>
__device__ void both(Copy const& c, S const& s, D&& d) {
  load(c, s, d);
  cute::copy(c, s, d);
}
}
`;

test("of a helper with several copies each is told", async () => {
  const source = kernel.replace("util::load(", "util::both(");
  const { index } = await analysed(source, "cpp", {}, { "utils.h": severalUtils });
  const answer = hover(index, { fragment: 0, offset: source.indexOf("both(") }, { detail: "short" });
  expect(answer && plainText(answer)).toMatchInlineSnapshot(`
    "util::both  2 copies
    copy  cp.async 16 B × 4 per thread · 8 KiB per CTA; global: 16 sectors of 16, 100% used; shared: 4 wavefronts of 4, no conflict in both (utils.h:19)
    copy  cp.async 16 B × 1 per thread · 2 KiB per CTA; global: 16 sectors of 16, 100% used; shared: 4 wavefronts of 4, no conflict; 4 times in load (utils.h:11)"
  `);
});

const loads = `import cutlass
import cutlass.cute as cute
from cutlass.utils import block_copy


def load_fn(atom, src, dst, **given):
    def load(k, bar):
        block_copy(atom, src[None, k], dst, tma_bar_ptr=bar, **given)

    return load


def load_all(fns, count, bar):
    for k in cutlass.range(count, unroll=1):
        for fn in fns:
            fn(k, bar)
`;

const loading = (given: string): string => `import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync
from loads import load_all, load_fn


@cute.kernel
def kernel(aA: cute.CopyAtom, mA: cute.Tensor, aB: cute.CopyAtom, mB: cute.Tensor, lA: cute.Layout, lB: cute.Layout):
    smem = cutlass.utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, lA, 1024)
    sB = smem.allocate_tensor(cutlass.Float16, lB, 1024)
    bar = smem.allocate_array(cutlass.Int64, 1)
    gA = cute.group_modes(cute.local_tile(mA, (64, 64), (0, None)), 0, 2)
    gB = cute.group_modes(cute.local_tile(mB, (128, 64), (0, None)), 0, 2)
    fns = [load_fn(aA, gA, cute.group_modes(sA, 0, 2)${given}), load_fn(aB, gB, cute.group_modes(sB, 0, 2))]
    load_all(fns, cute.size(gA, mode=[1]), bar)


@cute.jit
def main():
    p = cute.make_ptr(cutlass.Float16, 16, cute.AddressSpace.gmem)
    op = cpasync.CopyBulkTensorTileG2SOp()
    lA, lB = cute.make_layout((64, 64), stride=(64, 1)), cute.make_layout((128, 64), stride=(64, 1))
    aA, mA = cpasync.make_tiled_tma_atom(op, cute.make_tensor(p, cute.make_layout((64, 512), stride=(512, 1))), lA, (64, 64))
    aB, mB = cpasync.make_tiled_tma_atom(op, cute.make_tensor(p, cute.make_layout((128, 512), stride=(512, 1))), lB, (128, 64))
    kernel(aA, mA, aB, mB, lA, lB).launch(grid=(1, 1, 1), block=(128, 1, 1))
`;

test("CuTe DSL: block_copy in a closure of another file, once for each atom that a list of closures has", async () => {
  const told = async (given: string): Promise<readonly string[]> => {
    const { index } = await analysed(loading(given), "python", {}, { "loads.py": loads });
    return costList(index).map((one) => {
      const { title, lines, notes } = costWords(one, "python");
      return [title, ...lines.flatMap(({ label, text }) => (label === "loop" ? [text] : [])), ...notes].join("; ");
    });
  };
  expect(await told("")).toMatchInlineSnapshot(`
    [
      "TMA load × 1 by one thread · 8 KiB",
      "TMA load × 1 by one thread · 16 KiB",
    ]
  `);
  const one = ', tma_multicast={"cluster_shape": (1, 1), "multicast_dim": "M"}';
  expect(await told(one)).toEqual(await told(""));
  expect((await told(one.replace("(1, 1)", "(2, 1)"))).slice(0, 1)).toMatchInlineSnapshot(`
    [
      "cost not counted; which part of the tile each CTA of the cluster loads is the compiler's choice",
    ]
  `);
});
