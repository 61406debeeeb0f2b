// `#if` conditions on names that nothing seen defines: the branch that the preprocessor would take is the usual one.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

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
