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

test("take of a composed layout is one, select of it is the tuple of its modes (as the library prints them)", () =>
  checkCpp(`
void f(half_t const* p, int n) {
  using Atom = decltype(GMMA::Layout_K_SW128_Atom<half_t>{});
  auto sK = tile_to_shape(Atom{}, make_shape(Int<176>{}, Int<128>{}, Int<2>{}));
  auto a = take<0, 2>(sK);  // a -> Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_22),(_64,_2)):((_64,_512),(_1,_11264))
  auto b = select<0, 1>(sK);  // b -> (Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_22):(_64,_512),Sw<3,4,3> o smem_ptr[16b](unset) o (_64,_2):(_1,_11264))
  auto c = composition(Swizzle<3,4,3>{}, Int<0>{}, make_layout(make_shape(Int<8>{}, Int<64>{}, Int<2>{})));
  auto d = take<0, 2>(c);  // d -> Sw<3,4,3> o _0 o (_8,_64):(_1,_8)
  auto e = select<0, 2>(c);  // e -> (Sw<3,4,3> o _0 o _8:_1,Sw<3,4,3> o _0 o _2:_512)
}`));

test("remove<2> of two items removes nothing: make_tma_copy_C_sm90 with an epilogue's tile of two modes", () =>
  checkCpp(`
void f(half_t* p) {
  auto tile = remove<2>(make_shape(Int<128>{}, Int<32>{}));  // tile -> (_128,_32)
  auto sC = tile_to_shape(GMMA::Layout_MN_SW128_Atom<half_t>{}, make_shape(Int<128>{}, Int<32>{}, Int<2>{}));
  auto mC = make_tensor(make_gmem_ptr(p), make_shape(Int<128>{}, Int<64>{}, 8, 12), make_stride(Int<1>{}, 1024, Int<128>{}, 65536));
  auto tma = make_tma_copy_C_sm90(SM90_TMA_STORE{}, mC, take<0, 2>(sC), make_shape(Int<128>{}, Int<32>{}));
  auto box = size<1>(typename decltype(tma)::TiledLayout_TV{});  // box -> _4096
}`));
