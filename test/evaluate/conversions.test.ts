// What C++ converts: an address to a truth value, a template argument to the parameter's own type, a tiled object to the atom it derives from.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("a truth value made of an address is a truth value", () =>
  checkCpp(`
struct Params { int* lengths; };
void f(Params params) {
  bool const varlen = params.lengths;  // varlen -> varlen
  int chosen = varlen ? 1 : 2;  // chosen -> 1 | 2
}`));

test("a value parameter of a built-in type is a run-time number whatever gave it", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
template <int kM, auto A> struct Tile {
  static void f() {
    auto m = kM;  // m -> 128
    auto a = A;  // a -> _4
    using L = Layout<Shape<Int<kM>>>;  // L -> (_128):(_1)
  }
};
void g() { Tile<get<0>(Shape<_128, _64>{}), _4{}>::f(); }`));

test("a tiled copy cast to its atom is the atom", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
template <class CopyAtom, class TV, class Tiler>
void copy(TiledCopy<CopyAtom, TV, Tiler> const& tiled) {
  auto atom = static_cast<CopyAtom const&>(tiled);
  int values = decltype(atom)::NumValSrc;  // values -> 8
  using Values = typename TiledCopy<CopyAtom, TV, Tiler>::TiledNumVal;  // Values -> _8
  using Threads = typename TiledCopy<CopyAtom, TV, Tiler>::AtomNumThr;  // Threads -> _1
}
void g() {
  using Atom = Copy_Atom<UniversalCopy<uint128_t>, half_t>;
  copy(make_tiled_copy(Atom{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _8>>{}));
}`));

test("an address as an integer is the run's", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
void g(half_t* p) {
  uint32_t a = cast_smem_ptr_to_uint(p);  // a -> cast_smem_ptr_to_uint()
  auto b = cast_smem_ptr_to_uint(p) + 4;  // b -> cast_smem_ptr_to_uint()+4
  uint64_t c = reinterpret_cast<uint64_t>(p);  // c -> c
}`));

test("a tensor that comes from elsewhere has the static numbers of its type and no other", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
struct Kernel {
  using Rows = decltype(make_tensor(make_gmem_ptr((half_t const*)nullptr), Layout<Shape<_64, int>>{}));
  using Coords = decltype(make_identity_tensor(Shape<int, _8>{}));
  struct Params { Rows rows; Coords coords; };
  void operator()(Params const& params) {
    auto rows = params.rows;  // rows -> gmem_ptr[16b] o (_64,params.rows.shape.1):(_1,_64)
    auto coords = params.coords;  // coords -> ArithTuple(_0,_0) o (params.coords.shape.0,_8):(_1@0,_1@1)
  }
};`));

test("a parameter pack that nobody gives has any number of items", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
template <class... Ts> void load(cute::tuple<Ts...> const& inputs, Ts const&... others) {
  auto all = inputs;  // all -> unknown: the parameter inputs has a type that is not known ← the parameter pack Ts is not bound by any use
}
template <class T, class... Ts> void store(T first, Ts const&... others) {
  auto rest = make_tuple(others...);  // rest -> () / (_4)
}
void f() {
  store(_3{});
  store(_3{}, _4{});
}`));

test("a number that no int holds is not shown where the library computes with ints", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
void f(int n) {
  auto narrow = make_layout(make_shape(65536, 65536, 8));  // narrow -> unknown: a number that no int holds
  auto wide = make_layout(make_shape(int64_t(65536), int64_t(65536), 8));  // wide -> (65536,65536,8):(_1,65536,4294967296)
  auto product = Int<65536>{} * Int<65536>{};  // product -> unknown: a number that no int holds
  auto count = size(make_shape(65536, 65536));  // count -> unknown: a number that no int holds
  auto kept = make_layout(make_shape(70000, 70000));  // kept -> (70000,70000):(_1,70000)
}`));

test("a comparison among template arguments is no template", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
template <class Tile> void f() {
  using Load = conditional_t<size<1>(Tile{}) < _128{}, Int<8>, Int<32>>;  // Load -> _8 / _32
  using Store = conditional_t<size<1>(Tile{}) < 64, Int<9>, Int<33>>;  // Store -> _33
}
void g() {
  f<Shape<_128, _64>>();
  f<Shape<_128, _256>>();
}`));

test("a feature of one architecture is there on that one alone", async () => {
  const source = (value: string): string => `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
#if defined CUTE_ARCH_TCGEN05_TMEM_STAT_ENABLED
  using Load = Int<1>;
#else
  using Load = Int<2>;
#endif
  auto load = Load{};  // load -> ${value}
}`;
  await checkCpp(source("_2"), { arch: "sm_100a" });
  await checkCpp(source("_1"), { arch: "sm_103a" });
  await checkCpp(source("_2"));
});

test("how many modes a composition has is not shown where a template argument that nobody gives decides it", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
template <int K> void f(int k) {
  Layout tile = Layout<Shape<Shape<_128, _128>, _1>, Stride<Stride<Int<65536>, _1>, _0>>{};
  auto given = composition(tile, make_layout(make_shape(_128{}, _16{})));  // given -> (_128,_16):(_65536,_1)
  auto open = composition(tile, make_layout(make_shape(_128{}, Int<K>{})));  // open -> unknown: how many modes it has depends on a number that is not bound
  auto run = composition(tile, make_layout(make_shape(_128{}, k)));  // run -> (_128,(min(k,128),⌊k/min(k,128)⌋)):(_65536,(_1,_0))
}`));
