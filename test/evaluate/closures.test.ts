// Closures handed to functions: what they see and what they write is as it is when they are called.
import { test } from "vitest";
import { checkCpp, checkPython } from "./facts-of.ts";

test("C++: a function that is given the same lambda again sees what has changed meanwhile", () =>
  checkCpp(`
template <class F> auto tile(F f) { auto rows = f(); return make_layout(make_shape(rows, _2{})); }
void go() {
  int n = 1;
  auto f = [&] { return n; };
  auto a = tile(f);  // a -> (1,_2):(_1,1)
  n = 2;
  auto b = tile(f);  // b -> (2,_2):(_1,2)
}`));

test("C++: what a lambda writes to the names around it is written each time", () =>
  checkCpp(`
template <class F> void twice(F f) { f(); f(); }
void go() {
  int n = 1;
  auto next = [&] { n = n * 2; };
  twice(next);
  auto a = make_layout(n);  // a -> 4:_1
  twice(next);
  auto b = make_layout(n);  // b -> 16:_1
}`));

test("Python: a function that is given the same closure again sees what has changed meanwhile", () =>
  checkPython(`
def tile(f):
    rows = f()
    return cute.make_layout((rows, 2))

def go():
    n = 1
    f = lambda: n
    a = tile(f)  # a -> (1,2):(0,1)
    n = 2
    b = tile(f)  # b -> (2,2):(1,2)
`));

test("C++: lambdas of two class instances, and of two objects, are not one", () =>
  checkCpp(`
template <class F> auto tile(F f) { return make_layout(make_shape(f(), _2{})); }
template <int M> struct S {
  int rows;
  auto go() { auto f = [&] { return Int<M>{}; }; return tile(f); }
  auto field() { auto f = [&] { return rows; }; return tile(f); }
  auto changed() { auto f = [&] { return rows; }; auto before = tile(f); rows = 7; return tile(f); }
};
void top() {
  auto x = S<4>{}.go();  // x -> (_4,_2):(_1,_4)
  auto y = S<8>{}.go();  // y -> (_8,_2):(_1,_8)
  S<4> p{3};
  S<4> q{5};
  auto u = p.field();  // u -> (3,_2):(_1,3)
  auto v = q.field();  // v -> (5,_2):(_1,5)
  auto w = q.changed();  // w -> (7,_2):(_1,7)
}`));

test("Python: lists and dictionaries that a closure or a callee changes are changed for all who see them", () =>
  checkPython(`
def each(function, names):
    for name in names:
        function(name)

def add(items, table):
    items.append(1)
    table["a"] = 1

def renew(items):
    items = list(items)
    items.append(1)

def go():
    found = []
    table = {}
    def keep(name):
        if len(name) > 0:
            found.append(name)
            table[name] = 1
    each(keep, ["a", "b"])
    keep("c")
    n = len(found)  # n -> 3
    m = len(table)  # m -> 3
    add(found, table)
    add(found, table)
    p = len(found)  # p -> 5
    renew(found)
    q = len(found)  # q -> 5
    other = found
    other.append(1)
    r = len(other)  # r -> 6
    s = found  # s -> unknown: another name of this list or dictionary changes it
    held = {"x": [1]}
    part = held["x"]
    part.append(2)
    t = len(part)  # t -> 2
    u = held["x"]  # u -> unknown: another name of this list or dictionary changes it
`));

test("Python: a kernel that a function declares and hands back runs with what it is launched with", () =>
  checkPython(`
import torch
import cutlass.cute as cute
from cutlass.cute.runtime import from_dlpack

def build(n):
    @cute.kernel
    def kernel(mA: cute.Tensor):
        gA = cute.zipped_divide(mA, (n, 64))  # gA [a.py:] -> gmem_ptr[16b] o ((128,64),(2,8)):((512,1),(65536,64))

    @cute.jit
    def launch(mA: cute.Tensor):
        kernel(mA).launch(grid=(1, 1, 1), block=(n, 1, 1))

    return launch

def main():
    cute.compile(build(128), from_dlpack(torch.empty(256, 512, dtype=torch.float16)))

if __name__ == "__main__":
    main()
`));

test("a number that a closure is given by what nobody knows is another one with each call", () =>
  checkCpp(`
int next();
void f() {
  int n = 0;
  auto read = [&]() { int a = next(); return a; };
  auto advance = [&]() { n = next(); return n; };
  int x = read();
  int y = read();
  int z = x - y; // z -> a-a'
  bool same = x == y; // same -> a==a'
  int u = advance();
  int v = advance();
  auto l = make_layout(make_shape(u - v)); // l -> (n-n'):(_1)
}`));

test("CuTe DSL: what a thread knows of itself is one number, wherever a kernel asks for it", () =>
  checkPython(`
import cutlass.cute as cute

@cute.kernel
def kernel():
    first, _, _ = cute.arch.thread_idx()
    again, _, _ = cute.arch.thread_idx()
    none = first - again  # none -> 0
    warps = cute.arch.warp_idx() - cute.arch.warp_idx()  # warps -> 0
`));
