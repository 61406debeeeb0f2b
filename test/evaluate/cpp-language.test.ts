// C++ itself, where kernels and their hosts use it: steps, switches, specialisations. Values as g++ prints them.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("a step behind the name gives what stood there before", () =>
  checkCpp(`
void f() {
  int i = 3;
  int a = i++;  // a -> 3
  int b = i;  // b -> 4
  int c = ++i;  // c -> 5
  int d = i-- * 2;  // d -> 10
  auto l = make_layout(make_shape(i++, i));  // l -> (4,5):(_1,4)
}`));

test("a case without a break goes on with the next one", () =>
  checkCpp(`
void f(int n) {
  int s = 0;
  switch (2) { case 1: s = 1; case 2: s = 2; case 3: s += 10; break; default: s = 99; }
  int a = s;  // a -> 12
  switch (7) { case 1: s = 1; break; default: s = 7; case 9: s += 1; }
  int b = s;  // b -> 8
  switch (3) { case 3: { s = 5; break; } case 4: s = 6; }
  int c = s;  // c -> 5
}`));

test("a partial specialisation that names one parameter twice fits equal arguments alone", () =>
  checkCpp(`
template <class T, class U> struct Same { static constexpr bool value = false; };
template <class T> struct Same<T, T> { static constexpr bool value = true; };
template <class T, class U> struct Pick { using type = Int<1>; };
template <class T> struct Pick<T, T> { using type = Int<2>; };
template <class T> struct Pick<T, float> { using type = Int<3>; };
void f() {
  int a = Same<int, int>::value;  // a -> 1
  int b = Same<int, float>::value;  // b -> 0
  int c = Same<Int<3>, Int<4>>::value;  // c -> 0
  auto d = Pick<int, int>::type{};  // d -> _2
  auto e = Pick<int, half_t>::type{};  // e -> _1
  auto g = Pick<int, float>::type{};  // g -> _3
}`));

test("the defaults of a class template's parameters are arguments that a specialisation may match", () =>
  checkCpp(`
template <class T, class = void> struct Stages { static constexpr int value = 1; };
template <class T> struct Stages<T, std::void_t<decltype(T::kStages)>> { static constexpr int value = T::kStages; };
template <class T, class = void> struct Bytes { static constexpr int value = 0; };
template <class T> struct Bytes<T, std::enable_if_t<sizeof(T) == 4>> { static constexpr int value = 4; };
template <class T, bool = (sizeof(T) > 2)> struct Wide { using type = _0; };
template <class T> struct Wide<T, true> { using type = _1; };
struct Four { static constexpr int kStages = 4; };
void f() {
  auto a = Int<Stages<Four>::value>{};  // a -> _4
  auto b = Int<Bytes<float>::value>{};  // b -> _4
  auto c = Wide<float>::type{};  // c -> _1
  auto d = Wide<half_t>::type{};  // d -> _0
}`));

test("of overloads the one whose parameters are nearest: an own type, a pointer, anything, then what converts", () =>
  checkCpp(`
struct Size {
  static constexpr auto of(int) { return _1{}; }
  static constexpr auto of(float) { return _2{}; }
  static constexpr auto of(int, int) { return _3{}; }
};
template <class T> auto kind(T) { return _1{}; }
template <class T> auto kind(T*) { return _2{}; }
inline auto kind(int) { return _3{}; }
void f(float* p, int n) {
  auto a = Size::of(1);  // a -> _1
  auto b = Size::of(1.f);  // b -> _2
  auto c = Size::of(1, 2);  // c -> _3
  auto d = kind(n);  // d -> _3
  auto e = kind(p);  // e -> _2
  auto g = kind(2.0);  // g -> _1
}`));

test("a constructor that calls another one, of its class or of a base, makes the object that the other one makes", () =>
  checkCpp(`
struct Base { int x = 1; int y = 2; Base() {} Base(int v) : x(v), y(v * 2) {} };
struct Fixed : Base { Fixed() : Base(7) {} };
struct Sized : Base { int z; Sized(int k) : Base(k), z(x + 1) {} };
struct Tile { int m = 4; int n; Tile() : Tile(3) {} Tile(int v) : m(v), n(v + 1) {} };
template <class T> struct Box { T v; Box(T t) : v(t) {} };
struct Nine : Box<int> { Nine() : Box<int>(9) {} };
void f() {
  int a = Fixed{}.x;  // a -> 7
  int b = Fixed{}.y;  // b -> 14
  int c = Sized(5).z;  // c -> 6
  int d = Tile{}.m;  // d -> 3
  int e = Tile{}.n;  // e -> 4
  int g = Nine{}.v;  // g -> 9
}`));

test("what an object converts to, and operators that its class defines", () =>
  checkCpp(`
struct Wide { int v; explicit operator bool() const { return v > 3; } operator int() const { return v * 2; } };
struct Count { int n; operator int() const { return n; } Count operator*(int k) const { return Count{n * k}; } };
void f() {
  int a = bool(Wide{0});  // a -> 0
  int b = Wide{5} ? 1 : 2;  // b -> 1
  int c = 0;
  if (Wide{1}) c = 5;
  int d = c;  // d -> 0
  int e = static_cast<int>(Wide{4});  // e -> 8
  int g = Count{4} + 1;  // g -> 5
  int h = (Count{4} * 3).n;  // h -> 12
}`));

test("transform of a tuple and an integer does not compile", () =>
  checkCpp(`
void f() {
  auto mul = [](auto const& x, auto const& y) { return x * y; };
  auto a = transform(make_shape(_4{}), make_shape(16), mul);  // a -> (64)
  auto b = transform(make_shape(_4{}), 16, mul);  // b -> unknown: transform takes tuples of equal length
  auto c = transform(_4{}, 16, mul);  // c -> 64
}`));

test("a base's method calls the virtual methods of the object's own class", () =>
  checkCpp(`
struct Base {
  virtual int rows() const { return 1; }
  int twice() const { return 2 * rows(); }
  int plain() const { return 3; }
  int hidden() const { return plain(); }
};
struct Own : Base {
  int rows() const override { return 8; }
  int plain() const { return 9; }
};
void f() {
  Own own;
  int a = own.twice();  // a -> 16
  int b = own.hidden();  // b -> 3
}`));

test("a copy of a mutable lambda has what it captured as it was then", () =>
  checkCpp(`
void f() {
  auto next = [n = 3]() mutable { return ++n; };
  int a = next();  // a -> 4
  auto copy = next;
  int b = copy();  // b -> 5
  int c = copy();  // c -> 6
  int d = next();  // d -> 5
}`));
