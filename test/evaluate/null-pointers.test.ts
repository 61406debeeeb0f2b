// A null pointer keeps the type of the pointer that it becomes; it is no integer, and no longer null once somebody may have written it.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("nullptr and the literal 0 take the declared type of a variable, a parameter, a field and a cast", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
template <int N> struct M {
  static void run(float* p) {
    auto t = make_tensor(p, Int<N>{});  // t -> ptr[32b] o _12:_1
    auto later = make_tensor(p + 4, Int<N>{});  // later -> ptr[32b] o _12:_1
    auto tagged = make_tensor(make_gmem_ptr(p), Int<N>{});  // tagged -> gmem_ptr[32b] o _12:_1
    auto chosen = p ? 1 : 2;  // chosen -> 2
    bool none = p == nullptr;  // none -> 1
  }
};
struct A { half_t* a = nullptr; int n; half_t const* c; };
template <class T> void pair(T* p, T const* q) {
  auto s = make_tensor(p, Int<3>{});  // s -> ptr[64b] o _3:_1
}
void f(bool some, float* given) {
  M<12>::run(nullptr);
  M<12>::run(0);
  pair<double>(nullptr, NULL);
  int64_t* zero = 0;  // zero -> ptr[64b]
  A x{nullptr, 3, NULL};
  A y;
  auto a = make_tensor(x.a, Int<3>{});  // a -> ptr[16b] o _3:_1
  auto c = make_tensor(x.c, Int<3>{});  // c -> ptr[16b] o _3:_1
  auto d = make_tensor(y.a, Int<3>{});  // d -> ptr[16b] o _3:_1
  auto e = make_tensor((half_t*)0, Int<3>{});  // e -> ptr[16b] o _3:_1
  auto g = make_tensor(static_cast<half_t*>(nullptr), Int<3>{});  // g -> ptr[16b] o _3:_1
  auto h = some ? given : nullptr;
  auto i = make_tensor(make_gmem_ptr(h), Int<3>{});  // i -> gmem_ptr[32b] o _3:_1
  int* both[2] = {nullptr, 0};  // both -> (ptr[32b],ptr[32b])
}`));

test("a pointer that was null may be something else after a call that takes its address, and after an assignment", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
void f(int n, float* other) {
  float* p = nullptr;
  int before = p == nullptr ? 1 : 2;  // before -> 1
  cudaMalloc((void**)&p, n);
  int after = p == nullptr ? 1 : 2;  // after -> 1 | 2
  auto t = make_tensor(make_gmem_ptr(p), Int<3>{});  // t -> gmem_ptr[32b] o _3:_1
  p = nullptr;
  int again = p ? 1 : 2;  // again -> 2
  auto u = make_tensor(p, Int<3>{});  // u -> ptr[32b] o _3:_1
  p = other;
  int open = p ? 1 : 2;  // open -> 1 | 2
}`));

test("two pointers of which nothing is known are not one", () =>
  checkCpp(`
struct Node { float* left; float* right; };
Node make();
void f(float* p, float* q) {
  int one = p == q ? 1 : 2;  // one -> 1 | 2
  int self = p == p ? 1 : 2;  // self -> 1
  Node a = make();
  int sides = a.left == a.right ? 1 : 2;  // sides -> 1 | 2
}`));
