// Objects in C++ are copied where they are declared from another, assigned and passed by value; pointers and references are not.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("an object that is assigned is a copy, a pointer another name", () =>
  checkCpp(`
struct S { int x; };
void byPointer(S* p) { p->x = 7; }
void f() {
  S a; a.x = 1;
  S b; b.x = 2;
  b = a;
  b.x = 3;
  auto kept = a.x;  // kept -> 1
  S* p = &a;
  p->x = 4;
  auto through = a.x;  // through -> 4
  p = &b;
  S* q = p;
  q->x = 5;
  auto both = b.x;  // both -> 5
  byPointer(&a);
  auto given = a.x;  // given -> 7
}`));

test("vectors and dim3 are objects of their own", () =>
  checkCpp(`
void f(int M) {
  uint4 a; a.x = 1;
  uint4 b;
  auto other = b.x;  // other -> unknown: a vector of CUDA has no x that is known
  uint4 c = a;
  c.x = 2;
  auto kept = a.x;  // kept -> 1
  dim3 one;
  one.y = 9;
  dim3 grid(ceil_div(M, 128));
  auto x = grid.x;  // x -> ⌈M/128⌉
  auto y = grid.y;  // y -> 1
  auto bytes = sizeof(dim3);  // bytes -> 12
}
__global__ void k(dim3 grid) {
  auto x = grid.x;  // x -> grid.x
}`));

test("what a call refers to is written through it", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
struct Box { int v; int& ref() { return v; } };
void f(int n, float* p) {
  auto coords = make_identity_tensor(make_shape(n, 8));
  auto moved = domain_offset(make_coord(n, 0), coords);
  moved.data() = moved.data() + E<1>{} * _8{};
  auto at = moved;  // at -> ArithTuple(n,8) o (n,8):(_1@0,_1@1)
  auto s = make_tuple(n, 3, _4{});
  get<1>(s) = 7;
  get<0>(s) += 1;
  auto t = s;  // t -> (n+1,7,_4)
  auto layout = make_layout(make_shape(n, 4));
  get<0>(layout.shape()) = 9;
  auto written = layout;  // written -> (9,4):(_1,n)
  auto rows = make_tensor(make_gmem_ptr(p), Shape<_4>{});
  rows(0) = 3;
  rows.data() = address();
  auto same = rows;  // same -> gmem_ptr[32b] o (_4):(_1)
  Box box;
  box.v = 1;
  box.ref() = 2;
  int a = box.v;  // a -> v
  for (int i = 0; i < n; ++i) {
    get<1>(s) = i;
    moved.data() = moved.data() + E<0>{} * _2{};
    auto each = moved;  // each -> ArithTuple(moved.0+2,8) o (n,8):(_1@0,_1@1)
    auto item = s;  // item -> (n+1,i,_4)
  }
}`));

test("a lambda copies what it captures by value when it is made", () =>
  checkCpp(`
void f() {
  int a = 1;
  struct S { int x; } s;
  s.x = 1;
  auto own = [=]() mutable { a = 5; return a; };
  int written = own();  // written -> 5
  int kept = a;  // kept -> 1
  auto byValue = [a, s]() { return a * 10 + s.x; };
  auto byReference = [&]() { return a * 10 + s.x; };
  auto mixed = [&, a]() { return a * 10 + s.x; };
  auto other = [=, &a]() { return a * 10 + s.x; };
  auto made = [next = a + 1, &name = a]() { return next * 10 + name; };
  a = 7;
  s.x = 2;
  int b = byValue();  // b -> 11
  int c = byReference();  // c -> 72
  int d = mixed();  // d -> 12
  int e = other();  // e -> 71
  int g = made();  // g -> 27
}`));
