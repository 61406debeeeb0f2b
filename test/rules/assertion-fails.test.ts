// Assertions that are left alone, because what they ask is settled outside the file.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

test("what an environment variable sets may be asserted", async () => {
  const { problems } = await analysed(
    `
import os
import cutlass.cute as cute

TOOL = os.environ.get("TOOL", None)

def run():
    assert TOOL is not None

run()
`,
    "python",
  );
  expect(problems).toEqual([]);
});

test("the branch for architectures that are refused", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
static_assert(false, "not for old machines");
#endif
`,
    "cpp",
  );
  expect(problems).toEqual([]);
});

test("what stands under a macro that nobody defines may never be compiled", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
#ifndef DECODE
#define DECODE 0
#endif
#ifdef QUERY_LENGTH
static_assert(DECODE, "QUERY_LENGTH is only supported for DECODE");
constexpr int length = QUERY_LENGTH;
#else
constexpr int length = 1;
#endif
`,
    "cpp",
  );
  expect(problems).toEqual([]);
});

test("a class may be a tuple to CuTe, for it may specialise what the trait asks", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
using namespace cute;
struct Pair {};
template <class Shape>
void f(Shape const& shape) {
  static_assert(is_tuple<Shape>::value || is_integral<Shape>::value);
}
void g() { f(Pair{}); }
`,
    "cpp",
  );
  expect(problems).toEqual([]);
});

const host = (name: string) => `
import cutlass.cute as cute

def ${name}(tile):
    assert tile == 64
    return tile

class Gemm:
    def __init__(self, tile_m):
        assert tile_m % 64 == 0
        self.tile_m = tile_m

${name}(32)
Gemm(48)
`;

const told = async (name: string): Promise<readonly string[]> =>
  (await analysed(host(name), "python")).problems.map(({ severity, message }) => `${severity}: ${message}`);

test("a kernel's class warns, a launcher informs, a test is left alone", async () => {
  const kernel = "warning: the assertion fails: tile_m % 64 is 48 (tile_m is 48), asserted 0";
  expect(await told("launch")).toEqual(["information: the assertion fails: tile is 32, asserted 64", kernel]);
  expect(await told("test_launch")).toEqual([kernel]);
});

test("types that an operation's text leaves open are like no type and unlike none", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
using namespace cute;
template <class Op> struct Traits;
template <class A, int M>
struct Traits<SM100_MMA_OURS_SCALED<A, M>> {
  static_assert((M == 32 && is_same_v<A, cutlass::float_e2m1_t>) || M == 16, "32 is for e2m1 alone");
  void with(int x) { using Other = Traits<SM100_MMA_OURS_SCALED<A, M>>; Other o; o.with(1); }
};
template <class A, int M>
void f() {
  using Op = Traits<SM100_MMA_OURS_SCALED<A, M>>;
  Op op;
}
`,
    "cpp",
  );
  expect(problems).toEqual([]);
});

test("both sides are said, each with its value", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
using namespace cute;
template <int M, int Threads, class T>
void f(T const& t) {
  static_assert(M % 16 == 0);
  static_assert(M == 64 || M == 128, "M of the tile");
  static_assert(M >= 128 && Threads == 128);
  CUTE_STATIC_ASSERT_V(rank(t) == Int<2>{});
  CUTE_STATIC_ASSERT_V(size<0>(t) <= size<1>(t));
  static_assert(!is_static<T>::value);
}
void g() { f<120, 128>(make_layout(make_shape(Int<128>{}, Int<4>{}, Int<2>{}))); }
`,
    "cpp",
  );
  expect(problems.map(({ message }) => message.replace("the assertion fails: ", ""))).toEqual([
    "M % 16 is 8 (M is 120), asserted 0",
    "M is 120, asserted 64 or 128 (M of the tile)",
    "M is 120, asserted >= 128",
    "rank(t) is 3, asserted 2",
    "size<0>(t) is 128, asserted <= size<1>(t), which is 4",
    "is_static<T>::value is true",
  ]);
});
