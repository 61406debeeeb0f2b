// What is shown of types: their static parts, and `int` for what a value of the type has as a number of its own.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("aliases and template parameters of dynamic ints show the type, not the zeros of its default", () =>
  checkCpp(`
template <class ProblemShape, class AStride = Stride<_1, int>>
struct Kernel {
  using Problem = Shape<int, int, int>;          // Problem -> (int,int,int)
  using BStride = Stride<int64_t, _1, int64_t>;  // BStride -> (int64_t,_1,int64_t)
  using Tile = Layout<Shape<int, _8>, Stride<_1, int>>;  // Tile -> (int,_8):(_1,int)
  using Known = Shape<_4, _8>;                   // Known -> (_4,_8)
};
void f(int M, int N) {
  using Two = decltype(make_shape(M, _4{}));     // Two -> (int,_4)
  using Named = decltype(make_layout(make_shape(M, _4{})));  // Named -> (M,_4):(_1,M)
  auto zeros = Shape<int, int>{};                // zeros -> (0,0)
  Kernel<decltype(make_shape(M, N))> kernel;
}
`));

test("a type met twice at a place is shown once", () =>
  checkCpp(`
template <class S> struct Op { using Stride = S; using L = decltype(make_layout(make_shape(4, 8, 2), Stride{})); }; // Stride -> (int64_t,_1,int64_t)
auto a = make_layout(make_shape(4, 8, 2), typename Op<Stride<int64_t, _1, int64_t>>::Stride{});
auto b = typename Op<Stride<int64_t, _1, int64_t>>::L{};`));
