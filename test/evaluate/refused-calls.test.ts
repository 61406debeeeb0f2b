// What the compiler refuses has no value: members and constants that CuTe does not have, calls that no declaration fits.
// Asked of nvcc with CUTLASS 4.7, form by form.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("names that CuTe does not have", () =>
  checkCpp(`
void f(Layout<Shape<_8,_4>> l, Tensor<float*, Layout<Shape<_8,_4>>> t) {
  auto a = _33{};  // a -> unknown: an object of a type that is not known ← _33 is not declared where this file can see it
  auto b = _40{};  // b -> _40
  auto c = l.size();  // c -> unknown: what size gives is not known ← a layout is not known to have a member size
  auto d = size(l);  // d -> _32
  auto e = l.cosize();  // e -> unknown: what cosize gives is not known ← a layout is not known to have a member cosize
}`));

test("a rank is a number of the run for whoever takes it as a value, and no function", () =>
  checkCpp(`
void f() {
  auto l = make_layout(make_shape(_8{}, _4{}));
  auto a = l.rank;  // a -> 2
  auto b = Int<decltype(l)::rank>{};  // b -> _2
  auto c = l.rank();  // c -> unknown: a num cannot be called
  auto d = rank(l);  // d -> _2
}`));

test("too many or too few arguments, numbers where there are none and none where they are needed", () =>
  checkCpp(`
void f(int n) {
  auto l = make_layout(make_shape(_8{}, _4{}));
  auto a = size(l, n);  // a -> unknown: size takes one argument
  auto b = coalesce<0>(l);  // b -> unknown: coalesce takes no numbers as template arguments
  auto c = coalesce(l);  // c -> _32:_1
  auto d = take(l);  // d -> unknown: take needs 2 numbers as template arguments
  auto e = take<0, 1>(l);  // e -> (_8):(_1)
  auto g = local_tile(l, n);  // g -> unknown: local_tile takes 3 to 4 arguments
  auto h = l.shape(n);  // h -> unknown: shape takes no arguments
  auto i = l.shape<1>();  // i -> _4
  auto j = group_modes<0, 2>(l);  // j -> unknown: group_modes takes a tensor
  auto k = group<0, 2>(l);  // k -> ((_8,_4)):((_1,_8))
}`));

test("layouts where integers are meant, what is no address, an element's type for what is no element", () =>
  checkCpp(`
void f(float* p, int n) {
  auto l = make_layout(make_shape(_8{}, _4{}));
  auto a = product(l);  // a -> unknown: product takes no layout
  auto b = product(shape(l));  // b -> _32
  auto c = shape_div(l, _2{});  // c -> unknown: shape_div takes no layout
  auto d = shape_div(_8{}, _2{});  // d -> _4
  auto e = make_gmem_ptr(l);  // e -> unknown: make_gmem_ptr takes no layout
  auto g = make_gmem_ptr(p);  // g -> gmem_ptr[32b]
  auto h = coalesce<float>(l);  // h -> unknown: coalesce's argument is of another type
  auto i = max<int>(n, 4);  // i -> max(n,4)
  auto j = recast_layout<half_t, float>(l);  // j -> (_4,_4):(_1,_4)
  auto k = make_fragment_like<float>(l);  // k -> ptr[32b] o (_8,(_4)):(_1,(_8))
  auto m = get(shape(l));  // m -> unknown: get needs a number as template arguments
  auto q = make_seq<3>{};  // q -> (_0,_1,_2)
  auto r = make_int_sequence<2>{};  // r -> (_0,_1)
  auto s = is_static<_4>{};  // s -> _1
  auto t = is_static<decltype(l)>::value;  // t -> _1
  auto u = sizeof_bits<half_t>{};  // u -> _16
  auto o = make_tensor<0>(l);  // o -> unknown: make_tensor takes no numbers as template arguments
}`));

test("append needs what to add, and a coordinate is congruent to coordinates alone", () =>
  checkCpp(`
void f() {
  auto a = append<3>(make_shape(_2{}, _3{}));  // a -> unknown: append of a tuple needs what to add
  auto b = append<3>(make_shape(_2{}, _3{}), _1{});  // b -> (_2,_3,_1)
  auto at = make_identity_tensor(make_shape(_64{}))(make_coord(_2{}));  // at -> (_2)
  auto c = weakly_congruent(at, _1{});  // c -> _0
  auto d = lcm(c, _64{});  // d -> _0
}`));

test("a shape is coalesced whole: a profile is for layouts", () =>
  checkCpp(`
void f() {
  auto s = make_shape(_2{}, _4{});
  auto a = coalesce(s);  // a -> _8
  auto b = coalesce(s, make_shape(_1{}, _1{}));  // b -> unknown: expected a layout, got a tuple
  auto c = coalesce(make_layout(s), make_shape(_1{}, _1{}));  // c -> (_2,_4):(_1,_2)
}`));

test("an item that is not known may be a tuple: what is asked of it is not refused", () =>
  checkCpp(`
void f(Problem p) {
  auto t = make_tuple(_8{}, p);
  auto a = get<1, 1>(t);  // a -> unknown: an item of something unknown ← the parameter p has a type that is not known ← Problem is not declared where this file can see it
  auto b = get<0>(t);  // b -> _8
}`));

test("a layout is no extent of a shape: of each mode of a swizzled layout no layout is made", () =>
  checkCpp(`
void f() {
  auto s = composition(Swizzle<3, 4, 3>{}, make_layout(make_shape(_3{}, _8{}, _8{}), LayoutRight{}));
  auto a = select<2, 0>(s);  // a -> (Sw<3,4,3> o _0 o _8:_1,Sw<3,4,3> o _0 o _3:_64)
  auto b = make_layout(a);  // b -> unknown: a shape with a layout for an extent: no stride is multiplied with a layout
  auto c = make_fragment_like(a);  // c -> unknown: a shape with a layout for an extent: no stride is multiplied with a layout
  auto d = make_layout(make_tuple(Layout<_3>{}, _8{}));  // d -> unknown: a shape with a layout for an extent: no stride is multiplied with a layout
  auto e = make_layout(make_tuple(Layout<_3>{}.shape(), _8{}));  // e -> (_3,_8):(_1,_3)
}`));

test("what CuTe declares behind the place is not found with a plain integer", () =>
  checkCpp(`
void f(int n) {
  auto l = make_layout(make_shape(_4{}, _5{}));
  auto a = l.with_shape(n);  // a -> unknown: with_shape takes no integer of the run by itself: put it in a tuple
  auto b = l.with_shape(make_shape(n));  // b -> (n):(_1)
  auto c = l.with_shape(_8{});  // c -> _8:_1
  auto d = unflatten(n, make_tuple(_3{}));  // d -> unknown: unflatten takes no integer of the run by itself: put it in a tuple
  auto e = unflatten(make_tuple(n), make_tuple(_3{}));  // e -> (n)
}`));

test("a coordinate of an integer domain is an integer", () =>
  checkCpp(`
void f() {
  auto t = make_identity_tensor(_8{});
  auto a = t(3);  // a -> 3
  auto b = compact_row_major(t(3));  // b -> _1
  auto c = make_layout(t(3));  // c -> 3:_1
  auto d = make_identity_tensor(make_shape(_8{}))(3);  // d -> (3)
}`));
