// What is shown of types: their static parts, and `int` for what a value of the type has as a number of its own.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";
import { checkCpp } from "./facts-of.ts";

test("aliases and template parameters of dynamic ints show the type, not the zeros of its default", () =>
  checkCpp(`
template <class ProblemShape, class AStride = Stride<_1, int>>
struct Kernel {
  using Problem = Shape<int, int, int>;          // Problem -> (int,int,int)
  using BStride = Stride<int64_t, _1, int64_t>;  // BStride -> (int64_t,_1,int64_t)
  using Tile = Layout<Shape<int, _8>, Stride<_1, int>>;  // Tile -> (int,_8):(_1,int)
  using Known = Shape<_4, _8>;                   // Known -> (_4,_8)
};
void f(int M, int N) {
  using Two = decltype(make_shape(M, _4{}));     // Two -> (int,_4)
  using Named = decltype(make_layout(make_shape(M, _4{})));  // Named -> (M,_4):(_1,M)
  auto zeros = Shape<int, int>{};                // zeros -> (0,0)
  Kernel<decltype(make_shape(M, N))> kernel;
}
`));

test("a type met twice at a place is shown once", () =>
  checkCpp(`
template <class S> struct Op { using Stride = S; using L = decltype(make_layout(make_shape(4, 8, 2), Stride{})); }; // Stride -> (int64_t,_1,int64_t)
auto a = make_layout(make_shape(4, 8, 2), typename Op<Stride<int64_t, _1, int64_t>>::Stride{});
auto b = typename Op<Stride<int64_t, _1, int64_t>>::L{};`));

test("in which memory a tensor is, of an engine that nobody binds, is not known; a raw pointer counts as rmem", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
using namespace cute;
template <class Engine, class L>
void scale(Tensor<Engine, L> const& t) {
  static_assert(is_rmem<Tensor<Engine, L>>::value, "in registers");
  static_assert(is_static<L>::value, "static");
}
template <class Accumulator> struct Promote {
  template <class Engine, class L> void core(Tensor<Engine, L> const& t) {
    static_assert(is_rmem_v<Tensor<Engine, L>> && !is_smem<Tensor<Engine, L>>::value);
  }
  void run(Accumulator& a) { core(a); scale(a); }
};
void f() {
  float* raw = nullptr;
  static_assert(is_rmem<decltype(raw)>::value);
  static_assert(is_gmem<decltype(make_gmem_ptr(raw))>::value);
  static_assert(is_smem<decltype(make_gmem_ptr(raw))>::value);
}
`,
    "cpp",
  );
  expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "assertion-fails: the assertion fails: is_smem<decltype(make_gmem_ptr(raw))>::value is false",
  ]);
});

test("of two declarations below an if constexpr, without braces, one is compiled", () =>
  checkCpp(`
template <class L> ns::Status run(L l) {
  auto x = make_layout(l); // x -> _4:_1
  return {};
}
template <bool B> void host() {
  if constexpr (B)
    ns::Status status = run(_4{});
  else
    ns::Status status = run(_8{});
}
void main() { host<true>(); }`));

test("a static_assert behind returns is asked of every argument", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
template <int N> struct Choice {
  static constexpr auto select() {
    if constexpr (N == 8) return cute::_1{};
    if constexpr (N == 16) return cute::_2{};
    static_assert(N == 8 or N == 16, "Invalid N");
    static_assert(N != N, "Never");
  }
  using type = decltype(select());
};
template <int N> struct User { using type = typename Choice<N>::type; };
`,
    "cpp",
  );
  expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "assertion-fails: the assertion fails: N != N (Never)",
  ]);
});

test("what only an assert asks for may not be compiled", async () => {
  const source = (line: string) => `
#include <cassert>
#include <cute/tensor.hpp>
void f() {
  auto tile = cute::make_layout(cute::Shape<cute::_64, cute::_64>{});
  ${line}
}`;
  const codes = async (line: string) => (await analysed(source(line), "cpp")).problems.map(({ code }) => code);
  expect(await codes("assert(cute::size<2>(tile) == 1);")).toEqual([]);
  expect(await codes("auto tiles = cute::size<2>(tile);")).toEqual(["mode-range"]);
});

test("of two types that the compiler chooses between, one may never be", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
using namespace cute;
template <int N> void f() {
  using Tile = std::conditional_t<(N < 64), Layout<Shape<_4, _4, _4>>, Layout<Shape<_4, _4>>>;
  auto k = size<2>(Tile{});
}`,
    "cpp",
  );
  expect(problems).toEqual([]);
});

test("of two sizes that a template argument chooses between, one may never be; a plain if is compiled whoever decides", async () => {
  const codes = async (line: string) => {
    const source = `
#include <cute/tensor.hpp>
using namespace cute;
template <int N> struct Config { static constexpr int Tile = 128 < N ? 128 : 64; };
template <int N> __global__ void f(float const* from) {
  Tensor source = make_tensor(make_gmem_ptr(from), Layout<Shape<Int<Config<N>::Tile>>>{});
  Tensor target = make_tensor<float>(Shape<_64>{});
  ${line}
}`;
    return (await analysed(source, "cpp")).problems.map(({ code }) => code);
  };
  expect(await codes("copy(source, target);")).toEqual([]);
  expect(await codes("if (N < 32) copy(make_tensor<float>(Shape<_32>{}), target);")).toEqual(["copy-extents"]);
  expect(await codes("for (int i = 0; i < N; ++i) copy(make_tensor<float>(Shape<_32>{}), target);")).toEqual([
    "copy-extents",
  ]);
  expect(await codes("if constexpr (N < 32) copy(make_tensor<float>(Shape<_32>{}), target);")).toEqual([]);
});

test("a call that is wrong in another way for each size is told in the mildest words", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
using namespace cute;
template <int N> __global__ void f(float const* from) {
  constexpr int Tile = 128 < N ? 128 : N;
  Tensor source = make_tensor(make_gmem_ptr(from), Layout<Shape<_4, _1, Int<Tile / 64>>>{});
  Tensor target = make_tensor<float>(Shape<_4, _1, _1>{});
  copy_if(Copy_Atom<UniversalCopy<uint128_t>, float>{}, make_tensor<bool>(Shape<_8, _1>{}), source, target);
}`,
    "cpp",
  );
  expect(problems.map(({ severity, message }) => `${severity}: ${message.split(":")[0]}`)).toEqual([
    "warning: mode 1 of the source has 1 vector, the predicate 8 values for them",
  ]);
});

test("operators spelled as words are the operators", () =>
  checkCpp(`
void f() {
  auto a = (6 bitand 3) bitor (5 xor 1);  // a -> 6
  auto b = not (a not_eq 6) and true;  // b -> 1
  auto c = compl 0;  // c -> -1
}`));

test("what stands below an if constexpr that nothing decides is not instantiated for certain", async () => {
  const { problems } = await analysed(
    `
#include <cute/tensor.hpp>
template <bool Stop, class T> struct PrintTypeIf { static_assert(not Stop, "PrintTypeIf"); };
template <int I> struct Always { static_assert(I != I, "Always"); };
template <class A, class B> void compare(A a, B b) {
  if constexpr (not cute::is_same_v<decltype(a.convert()), B>) PrintTypeIf<true, A>{};
  if constexpr (rank_v<A> > 1) Always<1>{};
  Always<2>{};
}
void f() { compare(cute::make_layout(cute::Int<8>{}), cute::Int<4>{}); }
`,
    "cpp",
  );
  expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "assertion-fails: the assertion fails: I is 2, asserted not I, which is 2 (Always)",
  ]);
});

test("whether a symbol is a number is open, and so is the specialisation that is meant by it", () =>
  checkCpp(`
template <int N> struct Stages { static constexpr int count = 1; };
template <> struct Stages<4> { static constexpr int count = 4; };
template <class T, int N> struct Tag {};
template <int N, int M> void f() {
  auto a = is_same_v<Int<N>, _4>;                      // a -> unknown: whether two types are the same is not known
  auto b = is_same_v<Layout<Shape<Int<N>>>, Layout<Shape<Int<M>>>>;  // b -> unknown: whether two types are the same is not known
  auto c = is_same_v<Int<N + M>, Int<M + N>>;          // c -> _1
  auto d = is_same_v<Tag<float, 4>, Tag<float, 2 + 2>>;  // d -> _1
  auto e = is_same_v<Tag<float, 4>, Tag<float, N>>;    // e -> unknown: whether two types are the same is not known
  auto g = is_same_v<Tag<float, 4>, Tag<half_t, N>>;   // g -> _0
  auto h = Stages<N>::count;                           // h -> unknown: which specialisation of Stages is meant
  auto i = Stages<2 + 2>::count;                       // i -> 4
}
`));

test("an alias of the name that it stands for, in a class", () =>
  checkCpp(`
struct Traits {
  using MMA_Atom = MMA_Atom<SM80_16x8x8_F16F16F16F16_TN>;
  using TiledMMA = decltype(make_tiled_mma(MMA_Atom{}, Layout<Shape<_2,_1,_1>>{}));
};
struct Other {
  using Layout = Layout<Shape<_4>>; // Layout -> (_4):(_1)
};
template <int N> struct Sized {
  using Shape = Shape<Int<N>, _8>; // Shape -> (_4,_8)
};
void f() {
  auto shape = Sized<4>::Shape{}; // shape -> (_4,_8)
  auto rows = tile_size<0>(Traits::TiledMMA{}); // rows -> _32
}`));

test("the C library's logarithm of a number, the compiler's count of bits", () =>
  checkCpp(`
constexpr int bitsOf(int x) { return (x & (x - 1)) == 0 ? __builtin_ctz(x) : __builtin_popcount(x); }
void g() {
  const int a = bitsOf(16); // a -> 4
  const int b = bitsOf(7); // b -> 3
}
void f(int n) {
  const int S = log2(16); // S -> 4
  auto swizzle = Swizzle<S, 0, S>{}; // swizzle -> Sw<4,0,4>
  const int open = log2(n); // open -> open
}`));

test("a template whose arguments nest more templates than the grammar keeps readings of", () =>
  checkCpp(`
template <int G, int MB, int KB, int R>
struct S {
  using Four = Layout<Shape<Int<G>, Int<MB>, Int<KB>, Int<R>>, Stride<_1, Int<G>, Int<G * KB>, Int<KB>>>; // Four -> (_2,_3,_4,_5):(_1,_2,_8,_4)
  using Five = Layout<Shape<Int<G>, Int<MB>, Shape<Int<KB>, Int<R>>, Int<R>, _2>, Stride<_1, Int<G>, Stride<Int<G>, _1>, Int<KB>, _2>>; // Five -> (_2,_3,(_4,_5),_5,_2):(_1,_2,(_2,_1),_4,_2)
};
void f() { S<2, 3, 4, 5> s; auto four = S<2, 3, 4, 5>::Four{}; auto five = S<2, 3, 4, 5>::Five{}; }`));

test("a pointer's type says where it leads, and what swizzle it has", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
void f(Tensor<ViewEngine<gmem_ptr<float*>>, Layout<Shape<int, _8>>> t) {
  auto rows = t;  // rows -> gmem_ptr[32b] o (t.shape.0,_8):(_1,t.stride.1)
  Tensor<ViewEngine<smem_ptr<half_t*>>, Layout<Shape<_4, _8>>> tile;  // tile -> smem_ptr[16b] o (_4,_8):(_1,_4)
  using Swizzled = smem_ptr<swizzle_ptr<Swizzle<3, 4, 3>, half_t*>>;  // Swizzled -> Sw<3,4,3>_smem_ptr[16b]
}`));

test("an item of an array of layouts, tensors or tiled objects is what its type says", () =>
  checkCpp(`
#include <cute/tensor.hpp>
using namespace cute;
struct Params {
  Layout<Shape<_4, _8>> tiles[3];
  Layout<Shape<_4, int>> maps[4];
  TiledMMA<MMA_Atom<SM80_16x8x16_F32F16F16F32_TN>> mmas[2];
};
void f(Params const& params, int i) {
  auto tile = params.tiles[i];  // tile -> (_4,_8):(_1,_4)
  auto map = params.maps[i];  // map -> (_4,params.maps[i].shape.1):(_1,_4)
  auto threads = size(params.mmas[1]);  // threads -> _32
  Layout<Shape<_2, _2>> local[3];
  auto one = local[1];  // one -> (_2,_2):(_1,_2)
}`));

test("a specialisation leaves out the arguments that the primary template gives by default", () =>
  checkCpp(`
template <int Stage, int Peer, typename E = void> struct Decoder { static constexpr int n = 1; };
template <typename E> struct Decoder<0, 1, E> { static constexpr int n = 2; };
template <> struct Decoder<1, 0> { static constexpr int n = 3; };
template <> struct Decoder<1, 1> { static constexpr int n = 4; };
void f() {
  constexpr int a = Decoder<0, 0, half_t>::n; // a -> 1
  constexpr int b = Decoder<0, 1, half_t>::n; // b -> 2
  constexpr int c = Decoder<1, 0>::n; // c -> 3
  constexpr int d = Decoder<1, 1, void>::n; // d -> 4
  constexpr int e = Decoder<1, 1, half_t>::n; // e -> 1
}`));
