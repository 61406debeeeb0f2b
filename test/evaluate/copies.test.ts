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
