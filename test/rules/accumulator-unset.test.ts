// What may fill an accumulator before a gemm adds to it, and where nothing is told.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (before: string, gemms = "gemm(mma, rA, rB, acc);", after = "copy(acc, tC);"): Promise<number> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <class T> void start(T&);
#define ZERO(x) do { clear(x); } while (0)
__global__ void kernel(half_t const* A, half_t const* B, float* C, int n) {
  auto mma = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{});
  auto wide = make_tiled_mma(SM90_64x32x16_F32F16F16_RS<GMMA::Major::K, GMMA::Major::K>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto gA = make_tensor(make_gmem_ptr(A), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(B), Layout<Shape<_32, _16>, Stride<_16, _1>>{});
  auto gC = make_tensor(make_gmem_ptr(C), Layout<Shape<_64, _32>, Stride<_32, _1>>{});
  auto rA = thr.partition_fragment_A(gA);
  auto rB = thr.partition_fragment_B(gB);
  auto tC = thr.partition_C(gC);
  copy(thr.partition_A(gA), rA);
  copy(thr.partition_B(gB), rB);
  auto acc = thr.partition_fragment_C(gC);
  ${before}
  ${gemms}
  ${after}
}
void launch(half_t const* A, half_t const* B, float* C, int n) { kernel<<<1, 128>>>(A, B, C, n); }`;
  const { problems } = await analysed(source, "cpp");
  return problems.filter(({ code }) => code === "accumulator-unset").length;
};

test("told: nothing fills it, or only its shape is asked for", async () => {
  expect(await told("")).toBe(1);
  expect(await told("for (int i = 0; i < size(acc); ++i) {}")).toBe(1);
  expect(await told("auto halves = make_tensor<half_t>(acc.layout());")).toBe(1);
  expect(await told("", "for (int i = 0; i < n; ++i) gemm(mma, rA, rB, acc);")).toBe(1);
});

test.each([
  ["cleared", "clear(acc);"],
  ["filled", "fill(acc, 0.f);"],
  ["element by element", "for (int i = 0; i < size(acc); ++i) acc(i) = 0;"],
  ["copied to", "copy(tC, acc);"],
  ["by a function that nobody knows", "start(acc);"],
  ["by a macro", "ZERO(acc);"],
  ["through another view", "auto view = recast<float2>(acc); clear(view);"],
  ["in a closure", "auto begin = [&] { clear(acc); }; begin();"],
])("not told: %s", async (_, before) => {
  expect(await told(before)).toBe(0);
});

test("nothing is said of a result that nobody reads, of a gemm in a closure, and of another instruction's own start", async () => {
  expect(await told("", "gemm(mma, rA, rB, acc);", "")).toBe(0);
  expect(await told("auto go = [&] { gemm(mma, rA, rB, acc); }; clear(acc); go();", "")).toBe(0);
});

test("a view of registers that are there already holds what they hold", async () => {
  const made = (fragment: string): string => `clear(acc); float kept[16] = {}; auto sum = ${fragment};`;
  const gemms = "gemm(mma, rA, rB, sum);";
  const after = "copy(sum, tC);";
  expect(await told(made("make_tensor(make_rmem_ptr(&kept[0]), acc.layout())"), gemms, after)).toBe(0);
  expect(await told(made("make_tensor<float>(acc.layout())"), gemms, after)).toBe(1);
});
