// Tensors in each other's place, told from what made them, where nothing is known of their layouts.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (body: string): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class Mma, class Copy, class TA, class TB, class TC>
__device__ void step(Mma mma, Copy tiled, TA const& sA, TB const& sB, TC& rC, bool flag) {
  auto thr_mma = mma.get_slice(threadIdx.x);
  auto tCrA = thr_mma.partition_fragment_A(sA(_, _, 0));
  auto tCrB = thr_mma.make_fragment_B(thr_mma.partition_B(sB));
  auto thr = tiled.get_slice(threadIdx.x);
  auto from = thr.partition_S(sA);
  auto to = thr.retile_D(tCrA);
  ${body}
}`;
  const { problems } = await analysed(source, "cpp");
  return problems.map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
};

test("a gemm of B and A", async () => {
  expect(await told("gemm(mma, tCrB(_, _, 0), tCrA(_, _, 0), rC);")).toEqual([
    "tCrB(_, _, 0), tCrA(_, _, 0): A was made by make_fragment_B, B by partition_fragment_A: the two have changed places",
  ]);
  expect(await told("gemm(mma, tCrA(_, _, 0), tCrB(_, _, 0), rC);")).toEqual([]);
});

test("a copy back to front", async () => {
  expect(await told("copy(tiled, to(_, _, 1), from(_, _, 1));")).toEqual([
    "to(_, _, 1), from(_, _, 1): the source was made by retile_D, the destination by partition_S: the two have changed places",
  ]);
  expect(await told("copy(tiled, from(_, _, 1), to(_, _, 1));")).toEqual([]);
  // What another copy may have put there is on the way back, of an atom that nobody knows.
  const back = "auto rC2 = thr.retile_S(rC); auto sC = thr.partition_D(sB); copy(tiled, sC, rC2);";
  expect(await told(back)).toHaveLength(1);
  expect(await told(`Copy fill; auto own = fill.get_slice(threadIdx.x).partition_D(sB); use(own); ${back}`)).toEqual(
    [],
  );
  // Partitioned for the way there, copied back by another.
  expect(await told("Copy back; copy(back, to(_, _, 1), from(_, _, 1));")).toEqual([]);
});

test("a fragment of the other operand's partition", async () => {
  expect(
    await told("auto part = thr_mma.partition_B(sA); gemm(mma, thr_mma.make_fragment_A(part), tCrB, rC);"),
  ).toEqual(["partition_B: make_fragment_A: the tensor was made by partition_B: partition it as A"]);
});

test("one operand made as the other", async () => {
  expect(await told("auto other = thr_mma.partition_fragment_A(sB); gemm(mma, tCrA, other(_, _, 0), rC);")).toEqual([
    "partition_fragment_A: B was made by partition_fragment_A: each thread gives other elements than the instruction takes of B; make it by partition_fragment_B",
  ]);
  // Another gemm takes it as what it was made for: the operand of this one is wrong.
  const both =
    "auto other = thr_mma.partition_fragment_A(sB); gemm(mma, other(_, _, 0), tCrB, rC); gemm(mma, tCrA, other(_, _, 0), rC);";
  expect(await told(both)).toEqual([
    "other(_, _, 0): B was made by partition_fragment_A: each thread gives other elements than the instruction takes of B; make it by partition_fragment_B",
  ]);
  // The partition is right, and the fragment is made as the other operand.
  const made = "auto other = thr_mma.make_fragment_A(thr_mma.partition_B(sB)); gemm(mma, tCrA, other(_, _, 0), rC);";
  expect(await told(made)).toEqual([
    "make_fragment_A: B was made by make_fragment_A: each thread gives other elements than the instruction takes of B; make it by make_fragment_B",
  ]);
});

test("a copy for A and a fragment of B", async () => {
  const view = (operand: string): Promise<readonly string[]> =>
    told(
      `auto s2r = make_tiled_copy_${operand}(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto thr_s2r = s2r.get_thread_slice(threadIdx.x);
  auto view = thr_s2r.retile_D(tCrB);
  gemm(mma, tCrA(_, _, 0), view(_, _, 0), rC);`,
    );
  expect(await view("A")).toEqual([
    "tCrB: retile_D: the tensor was made by make_fragment_B, the copy by make_tiled_copy_A: make both for one operand",
  ]);
  expect(await view("B")).toEqual([]);
});

const filled = async (operand: "A" | "B", fragment: string): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void load(half_t* smem) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2, _1>>{}, Tile<_32, _32, _16>{});
  auto s2r = make_tiled_copy_${operand}(Copy_Atom<SM75_U32x4_LDSM_N, half_t>{}, mma);
  auto s = make_tensor(make_smem_ptr(smem), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto thr_mma = mma.get_slice(threadIdx.x);
  auto thr = s2r.get_slice(threadIdx.x);
  auto r = thr_mma.partition_fragment_${operand}(s);
  auto from = thr.partition_S(s);
  copy(s2r, from, ${fragment});
}`;
  const { problems } = await analysed(source, "cpp");
  return problems.filter(({ severity }) => severity !== "hint").map(({ code }) => code);
};

test("a fragment that a copy fills without its view", async () => {
  // Of B the copy takes two of the MMA's fragments at once.
  expect(await filled("B", "r")).toEqual(["copy-extents"]);
  expect(await filled("B", "thr.retile_D(r)")).toEqual([]);
  // ldmatrix.x4 fills A as the MMA takes it.
  expect(await filled("A", "r")).toEqual([]);
  // Whether the views of a copy and an MMA that nobody knows differ, nobody knows.
  expect(await told("copy(tiled, from(_, _, 0), tCrA(_, _, 0));")).toEqual([]);
  // Memory that the MMA itself partitioned is copied as the MMA sees it.
  expect(await told("copy(tiled, thr_mma.partition_A(sA)(_, _, 0), tCrA(_, _, 0));")).toEqual([]);
});

const ldmatrix = async (side: "S" | "D", atom: string): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class TA, class RA>
__device__ void load(TA const& sA, RA& rA) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{});
  auto s2r = make_tiled_copy_A(Copy_Atom<${atom}, half_t>{}, mma);
  auto thr = s2r.get_slice(threadIdx.x);
  auto from = thr.partition_${side}(sA);
  for (int k = 0; k < 4; k++) copy(s2r, from(_, _, k), rA(_, _, k));
}`;
  const { problems } = await analysed(source, "cpp");
  return problems.map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
};

test("one side alone, where the instruction hands elements to other threads", async () => {
  expect(await ldmatrix("D", "SM75_U32x4_LDSM_N")).toEqual([
    "from(_, _, k): the source was made by partition_D: each thread reads other elements than it writes; take partition_S",
  ]);
  expect(await ldmatrix("S", "SM75_U32x4_LDSM_N")).toEqual([]);
  expect(await ldmatrix("D", "UniversalCopy<uint32_t>")).toEqual([]);
});

test("a name that is grouped into itself is what it was", async () => {
  expect(await told("auto x = thr.partition_D(sB); x = group_modes<0, 2>(x); copy(tiled, x, from);")).toHaveLength(1);
});

test("without an atom values may be read back", async () => {
  expect(await told("copy(to(_, _, 1), from(_, _, 1));")).toEqual([]);
});

test("a name that is bound again is not followed", async () => {
  expect(await told("{ auto from = thr.partition_D(sB); copy(tiled, to, from); }")).toEqual([]);
});

test("what made them is the same in code that may not be compiled", async () => {
  expect(await told("if constexpr (sizeof(TC) == 3) gemm(mma, tCrB(_, _, 0), tCrA(_, _, 0), rC);")).toHaveLength(1);
});

test("the source of a TMA load stands in its place, whichever way it was partitioned", async () => {
  const copied = (operands: string): Promise<readonly string[]> =>
    told(
      `Tensor gA = local_tile(domain_offset(make_coord(4, 0), tiled.get_tma_tensor(shape(sA))(_, _, 2)), Shape<_64, _64>{}, make_coord(0, 0));
  auto slice = tiled.get_slice(_0{});
  Tensor tAgA = slice.partition_D(gA);
  Tensor tAsA = slice.partition_S(sA);
  copy(tiled.with(barrier, 0), ${operands});`,
    );
  expect(await copied("tAgA, tAsA")).toEqual([]);
});

test("the way back of a plain copy", async () => {
  const copied = async (atom: string, between: string): Promise<readonly string[]> => {
    const source = `#include <cute/tensor.hpp>
using namespace cute;
__device__ void store(half_t* C, half_t* shared) {
  auto sC = make_tensor(make_smem_ptr(shared), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto gC = make_tensor(make_gmem_ptr(C), Layout<Shape<_64, _64>, Stride<_64, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<${atom}, half_t>{}, Layout<Shape<_16, _8>, Stride<_8, _1>>{}, Layout<Shape<_1, _8>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto here = thr.partition_D(sC);
  auto there = thr.partition_S(gC);
  ${between}
  copy(tiled, here, there);
}`;
    const { problems } = await analysed(source, "cpp");
    return problems.flatMap(({ code }) => (code === "role-swapped" ? [code] : []));
  };
  expect(await copied("UniversalCopy<uint128_t>", "copy(tiled, there, here); transform(here);")).toEqual([]);
  expect(
    await copied("UniversalCopy<uint128_t>", "for (int i = 0; i < 64; i++) sC(threadIdx.x, i) = half_t(1);"),
  ).toEqual([]);
  // Nothing has filled what is read.
  expect(await copied("UniversalCopy<uint128_t>", "")).toEqual(["role-swapped"]);
});

test("what a plain copy copies back to the caller", async () => {
  const source = (made: string, filled: string): string => `#include <cute/tensor.hpp>
using namespace cute;
template <class Fragment, class Shared>
__device__ void back(Fragment& fragment, Shared& shared, float* p) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  auto tiled = make_tiled_copy_C(Copy_Atom<UniversalCopy<float>, float>{}, mma);
  auto thr = tiled.get_slice(threadIdx.x);
  ${made}
  auto to = thr.retile_S(${filled});
  copy(tiled, thr.partition_D(shared), to);
}
__global__ void kernel(float* p) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  auto fragment = partition_fragment_C(mma, Shape<_64, _64>{});
  auto shared = make_tensor(make_smem_ptr(p), Layout<Shape<_64, _64>>{});
  back(fragment, shared, p);
}`;
  const told = async (made: string, filled: string): Promise<readonly string[]> =>
    (await analysed(source(made, filled), "cpp")).problems
      .map(({ code }) => code)
      .filter((one) => one === "role-swapped");
  expect(await told("", "fragment")).toEqual([]);
  expect(await told("auto own = partition_fragment_C(mma, Shape<_64, _64>{});", "own")).toEqual(["role-swapped"]);
});

test("a tile for TMA that is partitioned as the other operand", async () => {
  const source = (operand: string): string => `
import cutlass
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.kernel
def kernel(tiled_mma: cute.TiledMma, tma: cute.CopyAtom, gB: cute.Tensor, sA: cute.Tensor, sB: cute.Tensor):
    thr_mma = tiled_mma.get_slice(0)
    tCgB = thr_mma.partition_${operand}(gB)
    tBsB, tBgB = cpasync.tma_partition(tma, 0, cute.make_layout(1), cute.group_modes(sB, 0, 3), cute.group_modes(tCgB, 0, 3))
    tCrA = tiled_mma.make_fragment_A(sA)
    tCrB = tiled_mma.make_fragment_B(sB)
`;
  const of = async (operand: string): Promise<readonly string[]> =>
    (await analysed(source(operand), "python")).problems.map(({ severity, message }) => `${severity}: ${message}`);
  expect(await of("B")).toEqual([]);
  expect(await of("A")).toEqual([
    "warning: tma_partition: the MMA takes the tensor in shared memory as B, the other was made by partition_A: partition it as B",
  ]);
});

test("one tile that both operands are made of is multiplied by its transpose", async () => {
  const source = (other: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
template <class Mma, class Tensor>
__device__ void square(Mma mma, Tensor const& sK, Tensor const& sQ) {
  auto thr = mma.get_slice(threadIdx.x);
  auto tKsK = thr.partition_B(sK);
  auto tKsQ = thr.partition_B(sQ);
  auto a = thr.make_fragment_A(tKsK);
  auto b = thr.make_fragment_B(${other});
  auto c = partition_fragment_C(mma, Shape<_64, _64>{});
  gemm(mma, a, b, c);
}`;
  const told = async (other: string): Promise<readonly string[]> =>
    (await analysed(source(other), "cpp")).problems.map(({ code }) => code);
  expect(await told("tKsK")).toEqual([]);
  expect(await told("tKsQ")).toEqual(["role-swapped"]);
});

test("C++: a tile cut for one operand and partitioned as the other", async () => {
  const tiles = async (lines: string): Promise<readonly string[]> => {
    const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class Mma, class Tile, class TA, class TB>
__device__ void load(Mma mma, Tile tile, TA const& mA, TB const& mB) {
  auto gA = local_tile(mA, tile, make_coord(_, _, _), Step<_1, X, _1>{});
  auto gB = local_tile(mB, tile, make_coord(_, _, _), Step<X, _1, _1>{});
  auto sA = local_tile(mA, select<0, 2>(tile), make_coord(_, _));
  auto thr_mma = mma.get_slice(0);
  ${lines}
}`;
    const { problems } = await analysed(source, "cpp");
    return problems.map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
  };
  expect(await tiles("auto a = thr_mma.partition_A(gA); auto b = thr_mma.partition_B(gB);")).toEqual([]);
  expect(await tiles("auto a = thr_mma.partition_B(gA); auto b = thr_mma.partition_B(gB);")).toEqual([
    "gA: partition_B: the tile was cut M by K, for A: partition it as A",
  ]);
  expect(await tiles("auto a = thr_mma.partition_A(sA(_, _, 0, 0)); auto b = thr_mma.partition_A(gB);")).toEqual([
    "gB: partition_A: the tile was cut N by K, for B: partition it as B",
  ]);
  // Who computes the transposed product exchanges both.
  expect(await tiles("auto a = thr_mma.partition_B(gA); auto b = thr_mma.partition_A(gB);")).toEqual([]);
  expect(await tiles("auto a = thr_mma.partition_B(gA);")).toEqual([]);
});

test("C++: a tile cut for one operand and copied to what the MMA takes as the other", async () => {
  const kernel = async (
    step: string,
    copies: string,
    taken = "auto a = thr.partition_A(sA);",
  ): Promise<readonly string[]> => {
    const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class Mma, class Copy, class Tile, class TA, class TB, class SA, class SB>
__device__ void load(Mma mma, Copy copyA, Copy copyB, Tile tile, TA const& mA, TB const& mB, SA& sA, SB& sB) {
  auto gA = local_tile(mA, tile, make_coord(0, 0, _), ${step}{});
  auto gB = local_tile(mB, tile, make_coord(0, 0, _), Step<X, _1, _1>{});
  ${copies}
  auto thr = mma.get_slice(threadIdx.x);
  ${taken}
  auto b = thr.partition_fragment_B(sB);
}`;
    const { problems } = await analysed(source, "cpp");
    return problems.map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
  };
  const tma = (name: string): string =>
    `auto [t${name}, u${name}] = tma_partition(copy${name}, 0, Layout<_1>{}, group_modes<0, 2>(s${name}), group_modes<0, 2>(g${name}));`;
  const slice = (name: string): string =>
    `auto thr${name} = copy${name}.get_slice(threadIdx.x); auto t${name} = thr${name}.partition_S(g${name}); auto u${name} = thr${name}.partition_D(s${name});`;
  const message = "the tile was cut N by K, for B, and the MMA takes what it is copied to as A: cut it M by K";
  expect(await kernel("Step<_1, X, _1>", tma("A") + tma("B"))).toEqual([]);
  expect(await kernel("Step<X, _1, _1>", tma("A") + tma("B"))).toEqual([`Step<X, _1, _1>{}: ${message}`]);
  expect(await kernel("Step<_1, X, _1>", slice("A") + slice("B"))).toEqual([]);
  expect(await kernel("Step<X, _1, _1>", slice("A") + slice("B"))).toEqual([`Step<X, _1, _1>{}: ${message}`]);
  // What both operands are made of may be cut for either.
  const both = "auto a = thr.partition_A(sA); auto c = thr.partition_B(sA);";
  expect(await kernel("Step<X, _1, _1>", tma("A") + tma("B"), both)).toEqual([]);
});

test("CuTe DSL: a tile cut for one operand and copied to what the MMA takes as the other, or partitioned as it", async () => {
  const kernel = async (tile: string, tma: string, taken = "thr.partition_A(sA)"): Promise<readonly string[]> => {
    const source = `
import cutlass.cute as cute
from cutlass.cute.nvgpu import cpasync

@cute.jit
def load(mma: cute.TiledMma, atom: cute.CopyAtom, mA: cute.Tensor, mB: cute.Tensor, sA: cute.Tensor, sB: cute.Tensor, tiler):
    gA = cute.local_tile(mA, ${tile})
    gB = cute.local_tile(mB, cute.slice_(tiler, (0, None, None)), (0, None))
    thr = mma.get_slice(0)
    b = thr.partition_B(gB)
    a = ${taken}
    ${tma}
`;
    const { problems } = await analysed(source, "python");
    return problems.map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
  };
  const copied =
    "tAsA, tAgA = cpasync.tma_partition(atom, 0, cute.make_layout(1), smem_tensor=cute.group_modes(sA, 0, 2), gmem_tensor=cute.group_modes(gA, 0, 2))";
  const slice = (modes: string): string => `cute.slice_(tiler, ${modes}), (0, None)`;
  const message = "the tile was cut N by K, for B, and the MMA takes what it is copied to as A: cut it M by K";
  expect(await kernel(slice("(None, 0, None)"), copied)).toEqual([]);
  expect(await kernel(slice("(0, None, None)"), copied)).toEqual([`cute.slice_(tiler, (0, None, None)): ${message}`]);
  expect(await kernel("tiler, (0, 0, None), proj=(1, None, 1)", copied)).toEqual([]);
  expect(await kernel("tiler, (0, 0, None), proj=(None, 1, 1)", copied)).toEqual([`(None, 1, 1): ${message}`]);
  expect(await kernel(slice("(0, None, None)"), "pass", "thr.partition_A(gA)")).toEqual([
    "cute.slice_(tiler, (0, None, None)): the tile is cut N by K, for B, and the MMA takes it as A: cut it M by K",
  ]);
});

test("CuTe DSL: coordinates of a tile that are cut as the other operand, under one name from step to step", async () => {
  const kernel = async (proj: string): Promise<readonly string[]> => {
    const source = `
import cutlass.cute as cute

@cute.jit
def load(mma: cute.TiledMma, copyA: cute.TiledCopy, mA: cute.Tensor, mB: cute.Tensor, sA: cute.Tensor, sB: cute.Tensor, tiler, rest):
    thr = copyA.get_slice(0)
    gA = cute.local_tile(mA, tiler, (0, 0, None), proj=(1, None, 1))
    gA = cute.domain_offset((0, rest, 0), gA)
    tAgA, tAsA = thr.partition_S(gA), thr.partition_D(sA)
    cA = cute.make_identity_tensor(mA.shape)
    cA = cute.local_tile(cA, tiler, (0, 0, None), proj=${proj})
    cA = cute.domain_offset((0, rest, 0), cA)
    tAcA = thr.partition_S(cA)
    thr_mma = mma.get_slice(0)
    tCsA = thr_mma.partition_A(sA)
`;
    const { problems } = await analysed(source, "python");
    return problems.map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
  };
  expect(await kernel("(1, None, 1)")).toEqual([]);
  expect(await kernel("(None, 1, 1)")).toEqual([
    "(None, 1, 1): the tile was cut N by K, for B, and the MMA takes what it is copied to as A: cut it M by K",
  ]);
});

test("a tile that threads copy to what their gemm takes as the other operand", async () => {
  const kernel = async (step: string, parts = "copy(tAgA(_, _, 0), tAsA); copy(tBgB(_, _, 0), tBsB);") => {
    const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class Tile, class TA, class TB, class SA, class SB, class Threads>
__device__ void load(Tile tile, TA const& mA, TB const& mB, SA& sA, SB& sB, Threads threads) {
  auto gA = local_tile(mA, tile, make_coord(0, 0, _), ${step}{});
  auto gB = local_tile(mB, tile, make_coord(0, 0, _), Step<X, _1, _1>{});
  auto tAgA = local_partition(gA, threads, threadIdx.x);
  auto tAsA = local_partition(sA, threads, threadIdx.x);
  auto tBgB = local_partition(gB, threads, threadIdx.x);
  auto tBsB = local_partition(sB, threads, threadIdx.x);
  auto tCsA = local_partition(sA, threads, threadIdx.x, Step<_1, X>{});
  auto tCsB = local_partition(sB, threads, threadIdx.x, Step<X, _1>{});
  auto tCrC = make_tensor<float>(Shape<_8, _8>{});
  clear(tCrC);
  ${parts}
  gemm(tCsA, tCsB, tCrC);
}`;
    const { problems } = await analysed(source, "cpp");
    return problems.map(({ message, place }) => `${source.slice(place.start, place.end)}: ${message}`);
  };
  expect(await kernel("Step<_1, X, _1>")).toEqual([]);
  expect(await kernel("Step<X, _1, _1>")).toEqual([
    "Step<X, _1, _1>{}: the tile was cut N by K, for B, and the MMA takes what it is copied to as A: cut it M by K",
  ]);
  // The transposed product exchanges both.
  expect(await kernel("Step<_1, X, _1>", "copy(tAgA(_, _, 0), tBsB); copy(tBgB(_, _, 0), tAsA);")).toEqual([]);
});
