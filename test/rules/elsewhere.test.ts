// Mistakes that show up in a function of another file are told at the call that hands it what is wrong.
import { expect, test } from "vitest";
import type { Problem } from "../../server/src/rules/problem.ts";
import { analysed } from "../features/analysed.ts";

const header = `
#pragma once
#include <cute/tensor.hpp>
template <class Mma, class A, class B, class C>
__device__ void multiply(Mma& mma, A const& a, B const& b, C& c) {
  for (int k = 0; k < cute::size<2>(a); ++k) {
    cute::gemm(mma, a(cute::_, cute::_, k), b(cute::_, cute::_, k), c);
  }
}
`;

const kernel = (a: string, b: string): string => `
#include <cute/tensor.hpp>
#include "multiply.hpp"
using namespace cute;
__global__ void kernel(half_t const* p) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto gA = make_tensor(make_gmem_ptr(p), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto rA = thr.partition_fragment_A(gA);
  auto rB = thr.partition_fragment_B(gA);
  auto rC = partition_fragment_C(mma, Shape<_64, _64>{});
  multiply(mma, ${a}, ${b}, rC);
}
void launch(half_t const* p) {
  kernel<<<1, 128>>>(p);
}
`;

async function told(a: string, b: string): Promise<readonly (Problem & { readonly text: string })[]> {
  const text = kernel(a, b);
  const { problems } = await analysed(text, "cpp", {}, { "multiply.hpp": header });
  return problems.map((one) => ({ ...one, text: text.slice(one.place.start, one.place.end) }));
}

test("the fragments in their places: nothing is told", async () => {
  expect(await told("rA", "rB")).toEqual([]);
});

test("both fragments in the other's place are told at the call, with the line of the header", async () => {
  const [problem, ...others] = await told("rB", "rA");
  expect(others).toEqual([]);
  expect(problem).toMatchObject({
    code: "gemm-extents",
    severity: "error",
    text: "rB, rA, rC",
    elsewhere: { file: "/test/multiply.hpp", line: 7, message: "it shows up here, in multiply" },
  });
  expect(problem?.message).toContain("(in multiply, multiply.hpp:7)");
});

test("one fragment twice is told too", async () => {
  const problems = await told("rA", "rA");
  expect(problems.map(({ code, text }) => `${code}: ${text}`)).toEqual(["gemm-extents: rA, rA, rC"]);
});

const asserting = `
#pragma once
#include <cute/tensor.hpp>
template <class Mma, class A, class B>
__device__ void multiply(Mma& mma, A const& a, B const& b) {
  auto thr = mma.get_slice(0);
  auto rB = thr.partition_fragment_B(b);
  static_assert(cute::size<2>(a) == cute::size<2>(rB), "as long along K");
}
`;

const asserted = (columns: number): string => `
#include <cute/tensor.hpp>
#include "multiply.hpp"
using namespace cute;
__global__ void kernel(half_t const* p) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_2, _2>>{});
  auto gB = make_tensor(make_gmem_ptr(p), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto gA = make_tensor(make_gmem_ptr(p), Layout<Shape<_64, Int<${columns}>>, Stride<Int<${columns}>, _1>>{});
  auto rA = mma.get_slice(threadIdx.x).partition_fragment_A(gA);
  multiply(mma, rA, gB);
}
void launch(half_t const* p) {
  kernel<<<1, 128>>>(p);
}
`;

test("what a header asserts of the arguments is told at the call, with both sides", async () => {
  const files = { "multiply.hpp": asserting };
  expect((await analysed(asserted(32), "cpp", {}, files)).problems).toEqual([]);
  const text = asserted(64);
  const { problems } = await analysed(text, "cpp", {}, files);
  expect(problems.map(({ code, severity, place }) => [code, severity, text.slice(place.start, place.end)])).toEqual([
    ["assertion-fails", "error", "rA"],
  ]);
  expect(problems[0]?.message).toContain(
    "cute::size<2>(a) is 4, cute::size<2>(rB) is 2: asserted equal (as long along K) (in multiply",
  );
});

const fragments = `
def fragments(mma, sA):
    thr = mma.get_slice(0)
    return mma.make_fragment_A(thr.partition_A(sA))
`;

const wgmma = (major: string): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import warpgroup
from helper import fragments

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    op = warpgroup.MmaF16BF16Op(
        cutlass.Float16, cutlass.Float32, (64, 64, 16),
        warpgroup.OperandSource.SMEM, warpgroup.OperandMajorMode.${major}, warpgroup.OperandMajorMode.K,
    )
    mma = cute.make_tiled_mma(op)
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 1024, swizzle=cute.make_swizzle(3, 4, 3))
    rA = fragments(mma, sA)
`;

test("a helper of the DSL that makes fragments is looked into as well", async () => {
  const files = { "helper.py": fragments };
  expect((await analysed(wgmma("K"), "python", {}, files)).problems).toEqual([]);
  const { problems } = await analysed(wgmma("MN"), "python", {}, files);
  expect(problems.map(({ code, elsewhere }) => [code, elsewhere?.line])).toEqual([["mma-descriptor", 4]]);
});
