// A pointer to a variable is a pointer: it leads to the variable, whatever either of them is written later.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("what is written by one name is read by the other, until the pointer leads elsewhere", () =>
  checkCpp(`
void f(bool some) {
  int m = 5, n = 40;
  int* p = &m;  // p -> ptr[32b]
  *p = 20;
  int a = m;  // a -> 20
  m = 30;
  int b = *p;  // b -> 30
  int c = p[0];  // c -> 30
  p = &n;
  *p = 41;
  int d = m;  // d -> 30
  int e = n;  // e -> 41
  auto q = p;  // q -> ptr[32b]
  m = 31;
  if (some) p = &m;
  int g = *p;  // g -> 31 | 41
  *p = 7;
  int h = m;  // h -> h
  int i = *q;  // i -> i
}`));

test("a call writes through the address that it is given", () =>
  checkCpp(`
struct Params { int m; int n; };
void set(int* p) { *p = 7; }
int next(int const* p) { return *p + 1; }
void fill(Params* p) { p->m = 11; set(&p->n); }
void f() {
  int m = 5;
  int a = next(&m);  // a -> 6
  set(&m);
  int b = m;  // b -> 7
  int c = next(&m);  // c -> 8
  Params params{1, 2};
  fill(&params);
  int d = params.m;  // d -> 11
  int e = params.n;  // e -> 7
  Params other{3, 4};
  set(&other.m);
  int g = other.m;  // g -> 7
  unseen(&m);
  int h = m;  // h -> m
}`));

test("a pointer to a layout is a pointer; its members are the layout's", () =>
  checkCpp(`
void f() {
  auto l = make_layout(Int<4>{});
  auto* p = &l;  // p -> ptr
  auto a = *p;  // a -> _4:_1
  auto b = p->shape();  // b -> _4
  auto c = size(*p);  // c -> _4
}`));

test("the address of an element is a step along", () =>
  checkCpp(`
void f(half_t* x, int i) {
  int list[3] = {1, 2, 3};
  int* p = &list[1];  // p -> ptr[32b]
  auto t = make_tensor(make_gmem_ptr(&x[i]), Int<8>{});  // t -> gmem_ptr[16b] o _8:_1
}`));

test("elements of an array behind a pointer to its struct each have their own name", () =>
  checkCpp(`
struct Extents { size_t data[8]; };
struct Problem { Extents extents; };
void f(const Problem* problem, const Problem& same) {
  size_t m = problem->extents.data[0];  // m -> problem.extents.data[0]
  size_t n = problem->extents.data[1];  // n -> problem.extents.data[1]
  size_t k = same.extents.data[2];  // k -> same.extents.data[2]
}`));
