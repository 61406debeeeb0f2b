// Member bodies outside their class: below it, or in a file that includes the class; macros that call with a `;` of their own.
import { expect, test } from "vitest";
import { checkCpp, checkFile, rowsOf } from "./facts-of.ts";

const config = `#pragma once
#include <cute/tensor.hpp>
namespace k {
using namespace cute;
template <int N>
struct Kernel {
  static constexpr int Tile = 8 * N;
  using SmemLayout = Layout<Shape<Int<Tile>, _4>>;
  template <class P> __device__ static void body(P const& p);
  static void run(int m);
};
}`;

const kernel = `#include "config.h"
namespace k {
static constexpr int Extra = 2;
template <int N>
template <class P>
__device__ void Kernel<N>::body(P const& p) {
  auto s = make_tensor(make_smem_ptr((float*)nullptr), SmemLayout{}); // s -> smem_ptr[32b] o (_16,_4):(_1,_16)
  auto l = make_layout(make_shape(Int<Extra>{}, p)); // l -> (_2,m):(_1,_2)
}
template <int N>
void Kernel<N>::run(int m) {
  body(m);
}
}`;

test("a body in a file that includes its class", () =>
  checkFile(
    {
      "/p/config.h": config,
      "/p/kernel.cuh": kernel,
      "/p/a.cu": '#include "kernel.cuh"\nvoid f(int m) { k::Kernel<2>::run(m); }',
    },
    "/p/kernel.cuh",
  ));

test("a body of the same class name in another namespace is another's", async () => {
  const other = kernel.replaceAll("namespace k", "namespace other");
  const files = {
    "/p/config.h": config,
    "/p/kernel.cuh": other,
    "/p/a.cu": '#include "kernel.cuh"\nvoid f(int m) { k::Kernel<2>::run(m); }',
  };
  const rows = await rowsOf(files, "/p/kernel.cuh");
  expect(rows.filter((row) => row.name === "s")).toEqual([]);
});

test("a macro whose body is a call with its own semicolon", () =>
  checkCpp(`
template <int N>
void f(int m) {
  auto l = make_layout(make_shape(Int<N>{}, m)); // l -> (_8,m):(_1,_8)
}
void g(int m) {
  #define RUN(N) f<N>(m);
  if (m > 0) { RUN(8); }
}`));

test("wgmma operations by their short namespace", () =>
  checkCpp(`
void f() {
  auto mma = make_tiled_mma(GMMA::MMA_64x64x16_F32BF16BF16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto c = partition_fragment_C(mma, Shape<_64, _64>{}); // c -> ptr[32b] o ((_2,_2,_8),_1,_1):((_1,_2,_4),_0,_0)
}`));

test("an explicit specialisation of a member is its body for that class alone", () =>
  checkCpp(`
template <bool Packed> struct Rows {
  int n;
  auto shape(int m) const {
    static_assert(!Packed, "the usual one");
    return make_shape(m, _4{});
  }
  auto extent() const;
};
using PackedRows = Rows<true>;
template <> auto PackedRows::shape(int m) const { return make_shape(m); }
template <> auto Rows<true>::extent() const { return _2{}; }
template <bool Packed> auto Rows<Packed>::extent() const { return _8{}; }
void f(int m) {
  auto usual = Rows<false>{}.shape(m); // usual -> (m,_4)
  auto packed = PackedRows{}.shape(m); // packed -> (m)
  auto a = Rows<false>{}.extent(); // a -> _8
  auto b = Rows<true>{}.extent(); // b -> _2
}`));

test("of an object that nobody makes in sight a field may have another value than its default", () =>
  checkCpp(`
struct Tile {
  int rows = -1;
  static constexpr int columns = 8;
  __device__ auto shape() {
    auto s = make_shape(rows, Int<columns>{}); // s -> (Tile.rows,_8)
    return s;
  }
};
struct Made {
  int rows = 4;
  __device__ auto shape() { return make_shape(rows, _1{}); }
};
void f() {
  Made made;
  auto s = made.shape(); // s -> (4,_1)
}`));

const rows = `
template <bool V, bool P>
struct Rows {
  auto layout(int m, int k, int h, int64_t s, int page, bool padded = false) const {
    static_assert(!V);
    return make_layout(make_shape(m, k, h), make_stride(s, _1{}, s));
  }
  auto layout(int m, int k, int64_t s, bool padded = false) const {
    static_assert(!V);
    return make_layout(make_shape(m, k), make_stride(s, _1{}));
  }
  int of(int n, int step = 4);
};
using Varied = Rows<true, false>;
using Paged = Rows<true, true>;
template <> auto Varied::layout(int m, int k, int h, int64_t s, int page, bool padded) const { return make_layout(m); }
template <> auto Varied::layout(int m, int k, int64_t s, bool padded) const { return make_layout(k); }
template <> auto Paged::layout(int m, int k, int h, int64_t s, int page, bool padded) const { return make_layout(page); }
template <bool V, bool P> int Rows<V, P>::of(int n, int step) { return n * step; }
`;

test("a body outside the class has the default arguments of its declaration, and an overload is chosen by them", () =>
  checkCpp(`${rows}
void g(int m, int k, int h, int64_t s, int page) {
  auto paged = Paged{}.layout(m, k, h, s, page); // paged -> page:_1
  auto plain = Rows<false, false>{}.layout(m, k, s); // plain -> (m,k):(s,_1)
  auto n = Rows<false, false>{}.of(3); // n -> 12
  auto varied = Varied{}.layout(m, k, s); // varied -> k:_1
}`));
