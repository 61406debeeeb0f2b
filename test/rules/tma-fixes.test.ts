// The quick fixes of the TMA rules: the text that each writes, and that the mended source has no problem left.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const head = `#include <cute/tensor.hpp>
using namespace cute;
`;

/** Applies the first fix of the first problem with that code. */
async function fixed(code: string, source: string): Promise<string> {
  const { problems } = await analysed(source, "cpp");
  const edits = problems.find((problem) => problem.code === code)?.fixes[0]?.edits ?? [];
  return edits.reduceRight(
    (text, { place, text: by }) => text.slice(0, place.start) + by + text.slice(place.end),
    source,
  );
}

test("a tensor that tma_partition cannot take is grouped", async () => {
  const source = `${head}void launch(half_t const* A, half_t* shared) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, layout, Shape<_128, _64>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, _));
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_1>{}, group_modes<0, 2>(sA), gA);
}`;
  const mended = await fixed("tma-partition-size", source);
  expect(mended).toContain("group_modes<0, 2>(sA), group_modes<0,2>(gA))");
  expect((await analysed(mended, "cpp")).problems).toEqual([]);
});

test("a tiler takes the layout's order of modes", async () => {
  const source = `${head}void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(Int<1>{}, 512));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, make_layout(Shape<_64, _128>{}), Shape<_128, _64>{}, Int<1>{});
}`;
  const mended = await fixed("tma-modes-swapped", source);
  expect(mended).toContain("Shape<_64, _128>{}, Int<1>{}");
  expect((await analysed(mended, "cpp")).problems).toEqual([]);
});

test("a staged layout is passed one stage at a time", async () => {
  const source = `${head}void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, _3>{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
}`;
  const mended = await fixed("tma-size-mismatch", source);
  expect(mended).toContain("mA, sA(_,_,Int<0>{}), Shape");
  expect((await analysed(mended, "cpp")).problems).toEqual([]);
});

test("64 becomes 48 in the tile of a TMA kernel: narrower atoms mend it", async () => {
  const source = readFileSync(new URL("../../playground/cpp/hopper_gemm_tma.cu", import.meta.url), "utf8");
  const typed = source.replace("auto bK = Int<64>{};", "auto bK = Int<48>{};");
  const { problems } = await analysed(typed, "cpp");
  expect(problems.map(({ code }) => code)).toEqual(["tile-to-shape-block", "tile-to-shape-block"]);
  expect(problems[0]?.message).toContain("does not divide the target");
  expect(problems[0]?.related.map(({ message }) => message)).toContain("bK = _48, declared here");
  const mended = await fixed("tile-to-shape-block", await fixed("tile-to-shape-block", typed));
  expect(mended.match(/Layout_K_SW32_Atom<half_t>/g)?.length).toBe(2);
  expect((await analysed(mended, "cpp")).problems).toEqual([]);
});

test("64 becomes 48 in the shared-memory shape alone: the tiler follows", async () => {
  const source = `${head}void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _48>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
}`;
  const [problem] = (await analysed(source, "cpp")).problems;
  expect(problem?.related.map(({ message }) => message.split(" = ")[0])).toEqual(["sA", "mA"]);
  const mended = await fixed("tma-size-mismatch", source);
  expect(mended).toContain("sA, make_shape(Int<128>{}, Int<48>{}), Int<1>{}");
  expect((await analysed(mended, "cpp")).problems).toEqual([]);
});

test("a hand-made swizzle becomes the atom", async () => {
  const source = `${head}void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = composition(Swizzle<3, 4, 3>{}, make_layout(Shape<_128, _64>{}, LayoutRight{}));
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, sA, Shape<_128, _64>{}, Int<1>{});
}`;
  const mended = await fixed("tma-swizzle-units", source);
  expect(mended).toContain(
    "auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, make_shape(Int<128>{}, Int<64>{}));",
  );
  expect((await analysed(mended, "cpp")).problems).toEqual([]);
});

test("a tensor map becomes a grid constant", async () => {
  const source = `${head}template <class Tma>
__global__ void kernel(int n, Tma const tma) {}
void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, make_layout(Shape<_128, _64>{}, LayoutRight{}), Shape<_128, _64>{});
  kernel<<<1, 128>>>(3, tma);
}`;
  const mended = await fixed("tma-grid-constant", source);
  expect(mended).toContain("kernel(int n, __grid_constant__ Tma const tma)");
  expect((await analysed(mended, "cpp")).problems).toEqual([]);
});

test("a leading dimension is padded to 16 bytes", async () => {
  const source = `${head}void launch(half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1000), make_stride(1001, Int<1>{}));
  auto tma = make_tma_atom(SM90_TMA_LOAD{}, mA, make_layout(Shape<_128, _64>{}, LayoutRight{}), Shape<_128, _64>{});
}`;
  const mended = await fixed("tma-stride", source);
  expect(mended).toContain("make_stride(1008, Int<1>{})");
  expect((await analysed(mended, "cpp")).problems).toEqual([]);
});

test("the tiles are compared where nothing is known of the tensor in global memory", async () => {
  const source = (smem: string): string => `${head}template <class Problem>
void launch(Problem problem, half_t const* A) {
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(problem.m(), problem.k()), make_stride(problem.k(), Int<1>{}));
  auto sA = tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_128, _64, _3>{});
  auto tma = make_tma_copy(SM90_TMA_LOAD{}, mA, ${smem}, Shape<_128, _64>{}, Int<1>{});
}`;
  expect((await analysed(source("sA(_,_,Int<0>{})"), "cpp")).problems).toEqual([]);
  const { problems } = await analysed(source("sA"), "cpp");
  expect(problems.map(({ code }) => code)).toEqual(["tma-size-mismatch"]);
});
