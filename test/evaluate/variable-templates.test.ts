// Variable templates, specialisations that an unknown argument may fit, operators of classes, fields of objects made elsewhere.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

const varlen = `
struct VariableLength { int max_length; int* cumulative_length = nullptr; int total = -1; };
template <class T> struct is_varlen_impl : std::false_type {};
template <> struct is_varlen_impl<VariableLength> : std::true_type {};
template <class T> constexpr bool is_varlen_v = is_varlen_impl<remove_cvref_t<T>>::value;
`;

test("a variable template is worth its initialiser with the arguments", () =>
  checkCpp(`${varlen}
constexpr bool a = is_varlen_v<VariableLength>; // a -> 1
constexpr bool b = is_varlen_v<int>; // b -> 0
template <class S>
constexpr auto lengths(S const& shape) {
  return transform_leaf(shape, [&](auto const& s) {
    if constexpr (is_varlen_v<decltype(s)>) { return s.max_length; }
    else { return s; }
  });
}
void f(cute::tuple<VariableLength, int> const& p, int n) {
  auto l = lengths(make_shape(n, 4)); // l -> (n,4)
  auto t = get<0>(p).total; // t -> p.0.total
}`));

test("a specialised variable template is not followed", () =>
  checkCpp(`
template <class T> constexpr bool is_mine = false;
template <> constexpr bool is_mine<float> = true;
auto l = make_layout(conditional_t<is_mine<float>, _4, _8>{}); // l -> _4:_1 | _8:_1`));

test("an argument that is not known may fit a specialisation", () =>
  checkCpp(`
template <class T> struct Width { using type = _8; };
template <> struct Width<float> { using type = _4; };
template <class T>
void f() {
  auto l = make_layout(typename Width<T>::type{}); // l -> unknown: an argument of make_layout is not known ← an object of a type that is not known ← which specialisation of Width is meant
}`));

test("++ on an object calls its own operator", () =>
  checkCpp(`
struct Scheduler {
  int at = 0;
  auto coord() { return make_coord(at, _0{}); }
  Scheduler& operator++() { at = at + 2; return *this; }
};
void f() {
  Scheduler s;
  ++s;
  auto c = s.coord(); // c -> (2,_0)
  for (int i = 0; i < 9; ++i, ++s) {
    auto l = make_layout(make_shape(_4{}, s.coord())); // l -> (_4,(at,_0)):(_1,(_4,4*at))
  }
}`));

test("a value of a float type knows its type", () =>
  checkCpp(`
template <class E> void g(E in) { auto t = make_tensor<E>(_4{}); } // t -> ptr[16b] o _4:_1
void f() {
  auto run = [&](auto in) { g(in); };
  run(bfloat16_t{});
}`));

test("unknown coordinates of a slice are symbols of their own", () =>
  checkCpp(`
template <class Coord>
void f(float* p, Coord coord) {
  auto t = make_tensor(make_gmem_ptr(p), make_layout(make_shape(_8{}, 4, 4), make_stride(_1{}, 8, 32)));
  auto c = make_identity_tensor(make_shape(_8{}, 4, 4));
  auto m = get<0>(coord);
  auto n = get<1>(coord);
  auto a = c(_, m, n); // a -> ArithTuple(_0,m,n) o (_8):(_1@0)
}`));

test("transform_leaf of two trees: the function is called with both leaves", () =>
  checkCpp(`${varlen}
template <class S, class C>
constexpr auto offsets(S const& shape, C const& coord) {
  return transform_leaf(coord, shape, [&](auto const& c, auto const& s) {
    if constexpr (is_varlen_v<decltype(s)>) { return s.max_length; }
    else { return _0{}; }
  });
}
void f(cute::tuple<VariableLength, cute::tuple<int, int>> const& p, int x) {
  auto o = offsets(p, make_coord(x, make_coord(_1{}, _2{}))); // o -> (p.0.max_length,(_0,_0))
  auto t = transform_leaf(make_coord(2, make_coord(_3{}, _4{})), make_shape(_10{}, make_shape(20, _32{})), [](auto a, auto b) { return a * b; }); // t -> (20,(60,_128))
}`));
