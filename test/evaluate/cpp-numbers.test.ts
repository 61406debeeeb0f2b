// C++: what the types of numbers keep of them. Values as g++ prints them.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("a float has 24 bits, a double 53", () =>
  checkCpp(`
float half_of(float x) { return x / 2; }
double twice(double x) { return x * 2; }
void f() {
  auto a = 0.1f + 0.2f == 0.3f;  // a -> 1
  auto b = 0.1 + 0.2 == 0.3;  // b -> 0
  auto c = 0.1f == 0.1;  // c -> 0
  auto d = 1.0f / 3;  // d -> 0.33333334
  auto e = 1.0 / 3;  // e -> 0.3333333333333333
  float g = 16777217;  // g -> 16777216
  auto h = 16777216.0f + 1.0f;  // h -> 16777216
  auto i = 16777216.0f + 1.0;  // i -> 16777217
  auto j = 0.1f;  // j -> 0.1
  auto k = half_of(3);  // k -> 1.5
  auto l = twice(0.1f) > 0.2;  // l -> 1
  auto m = 1.0f / 0;  // m -> inf
  auto n = half_t(0.01f);  // n -> 0.01
  auto o = half_t(2049.f) == half_t(2048.f);  // o -> 1
  auto p = double(0.1f);  // p -> 0.10000000149011612
}`));

test("parameters, results and variables of narrow types keep their low bits", () =>
  checkCpp(`
unsigned before(unsigned a) { return a - 1; }
uint8_t low(int a) { return a; }
int whole(int a) { return a; }
struct Bytes { uint8_t b = 250; };
void f() {
  auto a = before(0);  // a -> 4294967295
  auto b = low(300);  // b -> 44
  auto c = whole(2.7f);  // c -> 2
  uint8_t d = 250;
  d += 10;
  int e = d;  // e -> 4
  int8_t g = 127;
  ++g;
  int h = g;  // h -> -128
  int i = 0;
  i = 3.9;
  int j = i;  // j -> 3
  short k = 32767;
  k++;
  int l = k;  // l -> -32768
}`));

test("a step of an object by the class's own operator, before it or behind it, and what += does", () =>
  checkCpp(`
struct State {
  int v = 0;
  State& operator++() { v += 10; return *this; }
  State operator++(int) { State before = *this; v += 1; return before; }
  State& operator+=(int n) { v += 100 * n; return *this; }
};
void f() {
  State s;
  s += 3;
  int a = s.v;  // a -> 300
  ++s;
  int b = s.v;  // b -> 310
  auto t = s++;
  int c = s.v;  // c -> 311
  int d = t.v;  // d -> 310
}`));

test("of overloads for numbers the one of the number's own type, else the nearest", () =>
  checkCpp(`
int which(long) { return 1; }
int which(double) { return 2; }
int which(float) { return 3; }
int wide(long) { return 1; }
int wide(double) { return 2; }
void f() {
  int a = which(1L);  // a -> 1
  int b = which(1.0);  // b -> 2
  int c = which(1.f);  // c -> 3
  int d = wide(1.f);  // d -> 2
}`));

test("a static variable of a function has what earlier calls have left in it", () =>
  checkCpp(`
int next() { static int calls = 0; return ++calls; }
int limit() { static const int most = 8; return most; }
void f() {
  int a = next();  // a -> a
  int b = limit();  // b -> 8
}`));

test("both sides of a conditional have one type: a number below zero beside an unsigned one wraps", () =>
  checkCpp(`
void f(bool c) {
  auto a = c ? 1u : -1;  // a -> 1 | 4294967295
  auto b = false ? 1u : -1;  // b -> 4294967295
  auto d = true ? -1 : 2;  // d -> -1
}`));
