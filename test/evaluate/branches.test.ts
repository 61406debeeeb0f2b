// Branches: known tests prune, unknown ones join, conditions contradict and refine.
import { test } from "vitest";
import { checkCpp, checkPython } from "./facts-of.ts";

test("a known test picks its side", () =>
  checkCpp(`
void f() {
  constexpr bool wide = true;
  int n = 1;
  if (wide) n = 8; // n -> 8
  auto l = make_layout(make_shape(n, Int<2>{})); // l -> (8,_2):(_1,8)
}`));

test("an unknown test gives alternatives, and the same test inside decides", () =>
  checkCpp(`
void f(bool wide, int m, int k) {
  int ld = k;
  if (wide) ld = m;
  int both = ld; // both -> m | k
  if (wide) {
    int inside = ld; // inside -> m
  } else {
    int outside = ld; // outside -> k
  }
}`));

test("conditions reach the functions that are called under them", () =>
  checkCpp(`
void gemm_nt(int m, int ld) { // ld -> m
  auto dA = make_stride(Int<1>{}, ld); // dA -> (_1,m)
}
void gemm_tn(int k, int ld) { // ld -> k
  auto dA = make_stride(ld, Int<1>{}); // dA -> (k,_1)
}
void gemm(char transA, char transB, int m, int k, int ld) {
  if (transA == 'N' && transB == 'T') {
    return gemm_nt(m, ld);
  } else if (transA == 'T' && transB == 'N') {
    return gemm_tn(k, ld);
  }
}
void run(char transA, char transB, int m, int k) {
  int ldA = 0;
  if (transA == 'N') {
    ldA = m;
  } else if (transA == 'T') {
    ldA = k;
  }
  gemm(transA, transB, m, k, ldA);
}`));

test("a number that something unknown may overwrite becomes a symbol under its name", () =>
  checkCpp(`
int main(int argc, char** argv) {
  int m = 5120;
  if (argc >= 2) sscanf(argv[1], "%d", &m);
  auto s = make_shape(m, Int<4>{}); // s -> (m,_4)
  const int fixed = 7;
  unknown_function(fixed);
  auto t = make_shape(fixed); // t -> (7)
}`));

test("a binding gives a symbol its number; it stays dynamic", () =>
  checkCpp(
    `
int main(int argc, char** argv) {
  int m = 5120;
  if (argc >= 2) sscanf(argv[1], "%d", &m);
  auto s = make_shape(m, Int<4>{}); // s -> (512,_4)
}`,
    { bindings: new Map([["m", 512]]) },
  ));

test("a binding names a part of a variable or parameter", () =>
  checkCpp(
    `
template <class Shape> void h(Shape problem_size) {
  auto l = make_layout(problem_size); // l -> (a,77,9):(_1,a,77*a)
}
void g(int a, int b, int c) { h(make_tuple(a, b, c)); }`,
    {
      bindings: new Map([
        ["problem_size.1", 77],
        ["problem_size.2", 9],
      ]),
    },
  ));

test("more than four possibilities of an integer are one symbol", () =>
  checkCpp(`
void f(int a, int b, int c) {
  int n = 0;
  if (a == 1) n = 1;
  if (b == 1) n = n + 10;
  if (c == 1) n = n + 100;
  int m = n; // m -> n
}`));

test("a side that returns leaves its condition behind", () =>
  checkCpp(`
int pick(int mode) {
  if (mode == 0) return 8;
  return 16;
}
void f(int mode) {
  int n = pick(mode); // n -> 8 | 16
  if (mode == 0) {
    int a = n; // a -> 8
  }
}`));

test("switch: each case under its condition", () =>
  checkCpp(`
void f(int kind) {
  int n = 0;
  switch (kind) {
    case 1: n = 64; break;
    case 2: n = 128; break;
    default: n = 32;
  }
  int m = n; // m -> 64 | 128 | 32
}`));

test("a boolean dispatch macro gives both constants", () =>
  checkCpp(`
#define BOOL_SWITCH(COND, NAME, ...) [&] { if (COND) { constexpr static bool NAME = true; return __VA_ARGS__(); } else { constexpr static bool NAME = false; return __VA_ARGS__(); } }()
template <bool Wide>
void run() {
  auto l = make_layout(Int<Wide ? 8 : 4>{}); // l -> _8:_1 / _4:_1
}
void f(bool wide) {
  BOOL_SWITCH(wide, Wide, [&] { run<Wide>(); });
}`));

test("Python: an unknown flag, None, and conditional expressions", () =>
  checkPython(`
def pick(flag: bool, t=None):
    a = (8, 4) if flag else (16, 4)
    if t is None:
        b = a[1] # b -> 4
    return a

def use(flag: bool):
    s = pick(flag) # s -> (8,4) | (16,4)
    n = s[1] # n -> 4
`));

test("CuTe DSL: what is no other element type than one is that one", () =>
  checkPython(`
import cutlass
import cutlass.cute as cute
import torch

def made(dtype, n):
    if dtype != torch.bfloat16:
        raise ValueError("only bfloat16")
    own = dtype # own -> BFloat16

def either(dtype):
    if dtype is cutlass.Float16:
        half = dtype # half -> Float16
    else:
        other = dtype # other -> unknown: no caller gives dtype

def taken(dtype):
    assert dtype is cutlass.Float32
    bytes = cute.size_in_bytes(dtype, cute.make_layout(8)) # bytes -> 32
`));
