// `#if` conditions on names that nothing seen defines: the branch that the preprocessor would take is the usual one.
import { test } from "vitest";
import { checkCpp, checkFile } from "./facts-of.ts";

test("what stands behind the #endif comes from the branch for undefined names", () =>
  checkCpp(`
void f() {
#if defined(CLUSTER) && CLUSTER > 1
  using ClusterShape = Shape<Int<CLUSTER>, _1, _1>;
#else
  using ClusterShape = Shape<_1, _1, _1>; // ClusterShape -> (_1,_1,_1)
#endif
  auto s = ClusterShape{}; // s -> (_1,_1,_1)
#if !defined(MODE) || MODE == 0
  auto m = _1{};
#else
  auto m = _2{};
#endif
  auto n = m; // n -> _1
}`));

test("what the compiler defines is not taken for undefined, and supported instructions are there", () =>
  checkCpp(`
void f() {
#if defined(__CUDA_ARCH__) && defined(CUTE_ARCH_MMA_SM90A_ENABLED)
  auto m = _1{};
#else
  auto m = _2{};
#endif
  auto n = m; // n -> _1
}`));

test("at file scope and in headers too, whichever branch stands last", () =>
  checkFile(
    {
      "/p/sizes.h": `
#ifdef QUERIES
constexpr int kQueries = QUERIES;
#else
constexpr int kQueries = 64;
#endif
#ifndef KEYS
constexpr int kKeys = 32;
#else
constexpr int kKeys = KEYS;
#endif
`,
      "/p/a.cu": `
#include <cute/tensor.hpp>
#include "sizes.h"
using namespace cute;
#ifndef DEPTH
constexpr int kDepth = 8;
#else
constexpr int kDepth = DEPTH; // kDepth -> kDepth
#endif
void f() {
  auto tile = Shape<Int<kQueries>, Int<kKeys>, Int<kDepth>>{}; // tile -> (_64,_32,_8)
}`,
    },
    "/p/a.cu",
  ));

test("a name that a file asks for several times is not defined at any of them: no value is of both sides", () =>
  checkCpp(`
#ifdef FP8
using Element = float_e4m3_t;
#else
using Element = half_t;
#endif
template <class Tile> void run(Tile tile) {
  auto bytes = Int<size(Tile{}) * sizeof_bits_v<Element> / 8>{}; // bytes -> _2048
}
void f() {
  run(Shape<_32, _32>{});
#ifdef FP8
  run(Shape<_64, _64>{});
#endif
#ifndef FP8
  auto m = _1{}; // m -> _1
#elif defined(OTHER)
  run(Shape<_64, _32>{});
#else
  run(Shape<_64, _128>{});
#endif
  auto n = m; // n -> _1
}`));

test("a name that only #ifdefs without #else ask for is read as if it were defined, at all of them", () =>
  checkCpp(`
void f() {
#ifdef EXTRA
  auto m = _1{}; // m -> _1
#endif
#ifdef EXTRA
  auto n = _2{}; // n -> _2
#endif
}`));
