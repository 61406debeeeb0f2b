// Instances: template arguments bound by call, launch and default; one instance per binding; labels name the caller.
import { expect, test } from "vitest";
import { checkCpp, checkFile, checkPython, rowsOf } from "./facts-of.ts";

test("template parameters are deduced from the arguments", () =>
  checkCpp(`
template <class Shape, class T, int N, class S, class D>
void f(Shape shape, T const* p, Int<N> n, Layout<S, D> const& l) {
  auto a = make_layout(shape); // a -> (8,_4):(_1,8)
  auto g = make_tensor(make_gmem_ptr(p), l); // g -> gmem_ptr[16b] o (_2,3):(_1,_2)
  auto b = make_layout(Int<2 * N>{}); // b -> _12:_1
  auto c = D{}; // c -> (_1,_2)
}
void g(half_t const* p) {
  f(make_shape(8, Int<4>{}), p, Int<6>{}, make_layout(make_shape(Int<2>{}, 3)));
}`));

test("a kernel launched with <<<>>> has an instance for each caller", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class L>
__global__ void kernel(float* p, L l) {
  auto t = make_tensor(make_gmem_ptr(p), l); // t [nt:9] -> gmem_ptr[32b] o (_8,m):(_1,_8); t [tn:13] -> gmem_ptr[32b] o (_8,m):(m,_1)
}
void nt(float* p, int m) {
  auto l = make_layout(make_shape(Int<8>{}, m));
  kernel<<<1, 128>>>(p, l);
}
void tn(float* p, int m) {
  auto l = make_layout(make_shape(Int<8>{}, m), LayoutRight{});
  kernel<<<1, 128>>>(p, l);
}`;
  await checkFile({ "/p/a.cu": text }, "/p/a.cu");
});

test("a kernel pointer handed to a launcher", () =>
  checkCpp(`
template <class S>
__global__ void kernel(S s, int n) {
  auto l = make_layout(s); // l -> (_4,_2):(_1,_4)
}
void f(int n) {
  auto s = make_shape(Int<4>{}, Int<2>{});
  auto* k = &kernel<decltype(s)>;
  cutlass::launch_kernel_on_cluster(params, (void const*)k, s, n);
}`));

test("equal arguments share an instance", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <class S>
void f(S s) { auto l = make_layout(s); }
void g() { f(make_shape(Int<4>{})); f(make_shape(Int<4>{})); f(make_shape(Int<8>{})); }`;
  const rows = await rowsOf({ "/p/a.cu": text }, "/p/a.cu");
  expect(rows.filter((row) => row.name === "l").map((row) => row.value)).toEqual(["(_4):(_1)", "(_8):(_1)"]);
});

test("a function that nobody calls has symbols under its parameters' names", () =>
  checkCpp(`
template <int BLK, class T>
void f(int m, T* p) {
  auto l = make_layout(make_shape(Int<BLK>{}, m)); // l -> (BLK,m):(_1,BLK)
}`));

test("classes: aliases, constants, nested types, members of specialisations", () =>
  checkCpp(`
template <int N> struct Config { using Tile = Shape<Int<N>, _8>; static constexpr int stages = 2; };
template <> struct Config<64> { using Tile = Shape<_64, _16>; static constexpr int stages = 4; };
template <class C>
struct Mainloop {
  using Tile = typename C::Tile;
  using Smem = decltype(make_layout(append(Tile{}, Int<C::stages>{}))); // Smem -> (_64,_16,_4):(_1,_64,_1024) / (_32,_8,_2):(_1,_32,_256)
  struct Params { int ld; };
  void load(Params const& params) {
    auto d = make_stride(_1{}, params.ld);
    auto s = Smem{};
  }
};
void f() {
  Mainloop<Config<64>> a;
  Mainloop<Config<32>> b;
  a.load({1});
  b.load({2});
}`));

test("a preset above a function binds what no code shows", () =>
  checkCpp(`
// cute-lens: Tile = Shape<_128,_64>, stages = 3
template <class Tile, int stages>
void f() {
  auto l = make_layout(append(Tile{}, Int<stages>{})); // l -> (_128,_64,_3):(_1,_128,_8192)
}`));

test("Python: a kernel method sees self as __init__ and __call__ left it", () =>
  checkPython(`
class Gemm:
    def __init__(self, tile):
        self.tile = tile

    @cute.jit
    def __call__(self, a: cute.Tensor):
        self.smem = cute.make_layout((self.tile[0], self.tile[1])) # self.smem -> (128,64):(1,128)
        self.kernel(a).launch(grid=(1, 1, 1), block=(128, 1, 1))

    @cute.kernel
    def kernel(self, a: cute.Tensor):
        l = self.smem # l -> (128,64):(1,128)

def run(a):
    gemm = Gemm((128, 64))
    cute.compile(gemm, a)
`));

test("across files: a template in a header is bound by the file that includes it", () =>
  checkFile(
    {
      "/p/kernel.hpp": `#pragma once
#include <cute/tensor.hpp>
using namespace cute;
template <class Tile>
void run(Tile tile) {
  auto l = make_layout(tile); // l -> (_32,_4):(_1,_32)
}`,
      "/p/main.cu": `#include "kernel.hpp"
int main() { run(make_shape(Int<32>{}, Int<4>{})); }`,
    },
    "/p/kernel.hpp",
  ));

test("across files: constants and functions of an included header", () =>
  checkFile(
    {
      "/p/config.h": "namespace config { constexpr int kBlockM = 64; constexpr int twice(int n) { return 2 * n; } }",
      "/p/a.cu": `#include "config.h"
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  constexpr int n = config::twice(config::kBlockM);
  auto l = make_layout(Int<n>{}); // l -> _128:_1
}`,
    },
    "/p/a.cu",
  ));

test("calls on one line are told apart by the argument that differs", async () => {
  const text = `#include <cute/tensor.hpp>
using namespace cute;
template <int N>
void tile(Int<N> n, int m) {
  auto l = make_layout(make_shape(n, m)); // l [g:8 N=4] -> (_4,m):(_1,_4); l [g:8 N=8] -> (_8,m):(_1,_8)
}
void g(int m) {
  tile(Int<4>{}, m); tile(Int<8>{}, m);
}`;
  await checkFile({ "/p/a.cu": text }, "/p/a.cu");
});

test("an explicit instantiation of a class has all members with its arguments; one of a function its arguments", () =>
  checkCpp(`
template <int N>
struct M {
  using L = Layout<Shape<Int<N>>>; // L -> (_176):(_1) / (_64):(_1)
  static void run(float* p) {
    auto t = make_tensor(make_gmem_ptr(p), L{}); // t [a.cu:12] -> gmem_ptr[32b] o (_176):(_1)
  }
};

template struct M<176>;
template class M<64>;
template <int N, class T> void f(T* p) {
  auto l = make_layout(Int<N>{}); // l -> _3:_1
}
extern template void f<3>(float* p);
`));

test("instances that only an object's fields tell apart are called by those", async () => {
  const text = `import cutlass.cute as cute
class Kernel:
    def __init__(self, head_dim: int, stages: int):
        self.head_dim = head_dim
        self.stages = stages
    @cute.jit
    def __call__(self):
        layout = cute.make_layout((self.head_dim, 8))
def host():
    for head_dim in (64, 96):
        cute.compile(Kernel(head_dim, 2))
`;
  const rows = await rowsOf({ "/p/a.py": text }, "/p/a.py");
  const layouts = rows.filter((row) => row.name === "layout").map((row) => `${row.instance}: ${row.value}`);
  expect(layouts).toEqual(["host:11 self.head_dim=64: (64,8):(1,64)", "host:11 self.head_dim=96: (96,8):(1,96)"]);
});

test("tensors and long fractions name an instance only where nothing shorter tells it apart", async () => {
  const text = `import cutlass.cute as cute
class Kernel:
    def __init__(self, head_dim: int):
        self.head_dim = head_dim
    @cute.jit
    def __call__(self, tile: cute.Layout, scale: float):
        layout = cute.make_layout((self.head_dim, 8))
def host():
    for head_dim in (64, 96):
        scale = 1.0 / head_dim / 7
        cute.compile(Kernel(head_dim), cute.make_identity_tensor((head_dim, 8)), scale)
`;
  const rows = await rowsOf({ "/p/a.py": text }, "/p/a.py");
  const layouts = rows.filter((row) => row.name === "layout").map((row) => row.instance);
  expect(layouts).toEqual(["host:11 self.head_dim=64", "host:11 self.head_dim=96"]);
});
