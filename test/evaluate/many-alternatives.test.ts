// More possibilities than are kept apart: what they have in common stays, mode by mode.
import { test } from "vitest";
import { checkCpp, checkPython } from "./facts-of.ts";

test("tuples of the run and of the compiler are joined mode by mode", () =>
  checkCpp(`
auto pick(int k) {
  if (k == 0) return make_shape(1, 2, Int<4>{});
  if (k == 1) return make_shape(3, 2, Int<4>{});
  if (k == 2) return make_shape(5, 2, Int<4>{});
  if (k == 3) return make_shape(7, 2, Int<4>{});
  return make_shape(9, 2, Int<4>{});
}
template <int K> auto tile() {
  if constexpr (K == 0) return Shape<_1,_64>{};
  else if constexpr (K == 1) return Shape<_2,_64>{};
  else if constexpr (K == 2) return Shape<_4,_64>{};
  else if constexpr (K == 3) return Shape<_8,_64>{};
  else return Shape<_16,_64>{};
}
template <int K> void f(int k) {
  auto t = pick(k);  // t -> (pick.0,2,_4)
  auto s = tile<K>();  // s -> (tile.0,_64)
  auto l = make_layout(s);  // l -> (tile.0,_64):(_1,tile.0)
  auto n = size<1>(l);  // n -> _64
}`));

test("where the compiler knows some of the numbers and not others, their types differ and nothing is said", () =>
  checkCpp(`
template <int K> auto one(int n) {
  if constexpr (K == 0) return Int<1>{};
  else if constexpr (K == 1) return Int<2>{};
  else if constexpr (K == 2) return Int<4>{};
  else if constexpr (K == 3) return Int<8>{};
  else return n;
}
template <int K> void f(int n) {
  auto a = one<K>(n);  // a -> unknown: more than 4 possibilities for one
}`));

test("a shape of thirty parts that may each be two sizes is given up at once", () =>
  checkPython(`
import cutlass.cute as cute
def host(${Array.from({ length: 30 }, (_, i) => `c${i}`).join(", ")}):
    shape = (${Array.from({ length: 30 }, (_, i) => `(${2 * i + 2} if c${i} > 0 else ${2 * i + 3})`).join(", ")})
    n = cute.size(shape)  # n -> unknown: an argument of size is not known ← more than 4 possibilities for the tuple
`));
