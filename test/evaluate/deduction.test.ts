// Template arguments that calls deduce.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("of alternatives each gives its own argument", () =>
  checkCpp(`
template <class Engine, class L> void f(Tensor<Engine, L> const& t) {
  auto other = make_tensor<half_t>(L{});  // other -> ptr[16b] o (_4,_2):(_1,_4) | ptr[16b] o (_8,_2):(_1,_8)
}
template <class T> void g(T* p) {
  auto t = make_tensor<T>(_3{});  // t -> ptr[32b] o _3:_1
}
void h(bool some, float* x, float* y) {
  f(some ? make_tensor<float>(Shape<_4, _2>{}) : make_tensor<float>(Shape<_8, _2>{}));
  g(some ? x : y);
}`));

test("what a scaled basis says of itself decides", () =>
  checkCpp(`
template <class Coords> void turned(Coords const& coords) {
  auto stride = transform_leaf(coords.stride(), [](auto d) {
    if constexpr (is_scaled_basis<decltype(d)>::value) {
      if constexpr (decltype(d.mode() == _0{})::value) {
        return ScaledBasis<decltype(d.value()), 1>(d.value());
      } else {
        return ScaledBasis<decltype(d.value()), 0>(d.value());
      }
    } else {
      return d;
    }
  });
  auto layout = make_layout(coords.shape(), stride);  // layout -> ((_2,_8),_1):((_8@1,_1@0),_0)
}
void f() {
  using Strides = decltype(make_stride(make_stride(E<0>{} * _8{}, E<1>{}), _0{}));
  turned(make_tensor(make_inttuple_iter(make_coord(0, 0)), Layout<Shape<Shape<_2, _8>, _1>, Strides>{}));
}`));
