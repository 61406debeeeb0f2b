// `transform_layout` and searches over tuples, with functions that decide at compile time. The values are the real library's.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("transform_layout calls its function with the modes and puts the results side by side", () =>
  checkCpp(`
template <class Threshold, class Source, class Reference>
auto layout_separate(Threshold const& thr, Source const& src, Reference const& ref) {
  auto lt = filter(transform_layout(src, ref, [&](auto const& s, auto const& r) {
    if constexpr (decltype(r < thr)::value) { return s; } else { return make_layout(_1{}, _0{}); }
  }));
  auto ge = filter(transform_layout(src, ref, [&](auto const& s, auto const& r) {
    if constexpr (decltype(r >= thr)::value) { return s; } else { return make_layout(_1{}, _0{}); }
  }));
  return make_layout(lt, ge);
}
void f() {
  auto l = Layout<Shape<_2, _2, _32>, Stride<_1, _2, _4>>{};
  auto rows_columns = layout_separate(_64{}, l, Stride<_64, _8, _512>{}); // rows_columns -> (_2,(_2,_32)):(_2,(_1,_4))
  auto shapes = transform_layout(l, [](auto m) { return make_layout(shape(m), _3{}); }); // shapes -> (_2,_2,_32):(_3,_3,_3)
  auto longer = transform_layout(make_tuple(_2{}, 3), l, [](auto n, auto m) { return make_layout(n, stride(m)); }); // longer -> (_2,3,_32):(_1,_2,_4)
  auto single = transform_layout(make_layout(_8{}), [](auto m) { return m; }); // single -> (_8):(_1)
}`));

test("find_if asks about the types of the items", () =>
  checkCpp(`
void f(int ldA) {
  auto idx = find_if(make_stride(_1{}, ldA), [](auto x) { return not is_constant<1, decltype(x)>{}; }); // idx -> _1
  constexpr int I = decltype(idx)::value; // I -> 1
  auto none = find_if(make_tuple(_2{}, _1{}), [](auto x) { return is_constant<0, decltype(x)>{}; }); // none -> _2
}`));
