// Class templates without written arguments: the constructor's parameters or the fields deduce them.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("a constructor's parameters", () =>
  checkCpp(`
template <class A, class B>
struct Pair {
  A a;
  B b;
  Pair(A a_, B b_) : a(a_), b(b_) {}
  auto second() { B y{}; return y; }
};
void f() {
  Pair p{_1{}, make_layout(_8{})};
  auto l = p.second(); // l -> _8:_1
}`));

test("an aggregate's fields, patterns in them, and defaults behind", () =>
  checkCpp(`
template <class T, class L, int N = size(L{})>
struct Holder {
  T const* data;
  L layout;
  void go() { auto r = make_layout(Int<N>{}); } // r -> _16:_1
};
void f(half_t* p) {
  Holder h{p, make_layout(_16{})};
  h.go();
}`));

test("of an object of the class it is a copy", () =>
  checkCpp(`
template <class T>
struct Box {
  T item;
  auto twice() { T x{}; return make_tuple(x, x); }
};
void f() {
  Box a{_3{}};
  Box b{a};
  auto t = b.twice(); // t -> (_3,_3)
}`));

test("a coordinate that a branch takes apart has as many parts", () =>
  checkCpp(`
template <class Tensor, class BlockCoord>
void load(Tensor const& gA, BlockCoord const& blk_coord, int lane) {
  if (lane == 0) {
    auto [m_coord, n_coord, k_coord, l_coord] = blk_coord; // m_coord -> m_coord
    auto two = select<0, 1>(blk_coord); // two -> (m_coord,n_coord)
  }
}`));
