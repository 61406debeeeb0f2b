// C++: parameter packs, and overloads that conditions switch off. Values as g++ prints them.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("the length of a pack, patterns over it, and folds", () =>
  checkCpp(`
template <class... Ts> struct Pack { static constexpr int n = sizeof...(Ts); };
template <int... Is> struct Sum { static constexpr int value = (Is + ... + 0); };
template <class T, class... Ts> constexpr bool contains = (std::is_same_v<T, Ts> || ...);
template <class... Ts> constexpr int bytes() { return (int(sizeof(Ts)) + ... + 0); }
template <int... Is> constexpr int left() { return (... - Is); }
template <int... Is> constexpr int right() { return (Is - ...); }
template <int... Is> auto squares() { return make_shape(Int<Is * Is>{}...); }
template <class... Ts> auto count(Ts... ts) { return Int<sizeof...(ts)>{}; }
template <class F, class... Ts> void each(F f, Ts... ts) { (f(ts), ...); }
void f() {
  int a = Pack<int, float>::n;  // a -> 2
  int b = Sum<1, 2, 3>::value;  // b -> 6
  int c = contains<int, float, int>;  // c -> 1
  int d = bytes<int, char, double>();  // d -> 13
  int e = left<10, 3, 2>();  // e -> 5
  int g = right<10, 3, 2>();  // g -> 9
  auto h = squares<2, 3>();  // h -> (_4,_9)
  auto i = count(1, 2, 3);  // i -> _3
  int s = 0;
  each([&](int x) { s = s * 10 + x; }, 1, 2, 3);
  int j = s;  // j -> 123
  int k = (1, 2, 3);  // k -> 3
}`));

test("an overload whose enable_if or requirement does not hold is not called", () =>
  checkCpp(`
template <class T, std::enable_if_t<std::is_same_v<T, half_t>, int> = 0> int one(T) { return 1; }
template <class T, std::enable_if_t<!std::is_same_v<T, half_t>, int> = 0> int one(T) { return 2; }
template <class T, typename std::enable_if<(sizeof(T) == 2)>::type* = nullptr> int two(T) { return 1; }
template <class T, typename std::enable_if<(sizeof(T) != 2)>::type* = nullptr> int two(T) { return 2; }
template <class T> std::enable_if_t<sizeof(T) == 2, int> three(T) { return 1; }
template <class T> std::enable_if_t<sizeof(T) != 2, int> three(T) { return 2; }
template <int N, __CUTE_REQUIRES(N > 4)> auto four(Int<N>) { return _1{}; }
template <int N, __CUTE_REQUIRES(N <= 4)> auto four(Int<N>) { return _2{}; }
template <bool B, std::enable_if_t<B, int> = 0> int five() { return 1; }
template <bool B, std::enable_if_t<!B, int> = 0> int five() { return 2; }
void f() {
  int a = one(half_t{});  // a -> 1
  int b = one(float{});  // b -> 2
  int c = two(half_t{});  // c -> 1
  int d = two(float{});  // d -> 2
  int e = three(half_t{});  // e -> 1
  int g = three(float{});  // g -> 2
  auto h = four(_8{});  // h -> _1
  auto i = four(_2{});  // i -> _2
  int j = five<true>();  // j -> 1
  int k = five<false>();  // k -> 2
}`));

test("while and do in a constexpr function are walked as long as their tests are known", () =>
  checkCpp(`
constexpr int log2_of(int n) { int l = 0; while (n >>= 1) ++l; return l; }
constexpr int steps(int n) { int s = 0; do { s += n; n -= 2; } while (n > 0); return s; }
void f(int m) {
  int a = log2_of(100);  // a -> 6
  int b = steps(5);  // b -> 9
  int c = steps(-3);  // c -> -3
}`));

test("numbers are deduced from a sequence; a pack that nothing deduces is not empty", () =>
  checkCpp(`
template <class P, int... I> constexpr auto numbers(P const&, seq<I...>) { return make_tuple(Int<I>{}...); }
template <int... I> constexpr auto count(seq<I...>) { return sizeof...(I); }
template <int... I> constexpr int sum(int_sequence<I...>) { return (I + ... + 0); }
template <class T, int... I> constexpr auto open(foreign<T, I...> const&) { return sizeof...(I); }
void f() {
  auto flat = make_tuple(_0{}, _2{}, _1{});
  auto a = numbers(flat, tuple_seq<decltype(flat)>{});  // a -> (_0,_1,_2)
  auto b = numbers(flat, make_rseq<3>{});  // b -> (_2,_1,_0)
  auto c = count(make_seq<5>{});  // c -> _5
  int d = sum(make_range<2, 5>{});  // d -> 9
  auto e = count(seq<>{});  // e -> _0
  auto g = open(flat);  // g -> unknown: the length of a pack
}`));
