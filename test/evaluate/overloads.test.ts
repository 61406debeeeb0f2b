// Overloads that end in packs: the more specialised one, and those that enable_if takes out; explicit specialisations.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";
import { checkCpp } from "./facts-of.ts";

const functions = `
template <class A, class... Ops>
auto pick(A a, Ops... ops) { return Int<1>{}; }
template <class A, class B, class... Ops>
std::enable_if_t<std::conjunction_v<is_layout<A>, is_layout<B>>, Int<2>> pick(A a, B b, Ops... ops) { return Int<2>{}; }
`;

test("more parameters before the pack", () =>
  checkCpp(`${functions}
void f() {
  auto l = make_layout(_4{});
  auto two = pick(l, l, 3); // two -> _2
}`));

test("is_layout in the return type leaves out an overload for other arguments", () =>
  checkCpp(`${functions}
void f() {
  auto one = pick(make_shape(_4{}, _2{}), 3, 4); // one -> _1
}`));

test("an explicit specialisation of a function template is what its arguments mean", async () => {
  const source = (calls: string) => `
#include <cute/tensor.hpp>
enum class Kind : int { A = 0, B = 1, C = 2 };
template <class> inline constexpr bool never = false;
template <Kind K, bool Two = false> __device__ int width() {
  static_assert(never<std::integral_constant<int, static_cast<int>(K)>>, "unsupported");
  return 0;
}
template <> __device__ int width<Kind::A, false>() { return 16; }
template <> __device__ int width<Kind::B>() { return width<Kind::A>(); }
template <Kind K> __global__ void f() {
  auto w = ${calls};
}
template __global__ void f<Kind::B>();`;
  const seen = async (calls: string) => {
    const { index, problems } = await analysed(source(calls), "cpp");
    const w = index.variables.find(({ fact }) => fact.name === "w")?.fact.value;
    return [w?.kind === "num" ? w.value : w?.kind, ...problems.map(({ code }) => code)];
  };
  expect(await seen("width<Kind::B>()")).toEqual([16]);
  expect(await seen("width<K>()")).toEqual([16]);
  expect(await seen("width<Kind::C>()")).toContain("assertion-fails");
});

test("requires and concepts take out an overload, and what they let through comes first", () =>
  checkCpp(`
template <class T> requires (sizeof(T) == 4)
constexpr int pick(T) { return 4; }
template <class T> requires (sizeof(T) == 8)
constexpr int pick(T) { return 8; }
template <class T> concept Big = sizeof(T) > 4;
template <class T> constexpr int which(T) { return 1; }
template <Big T> constexpr int which(T) { return 2; }
template <class T> constexpr int last(T) requires Big<T> || (sizeof(T) == 2) { return 3; }
template <class T> constexpr int last(T) { return 4; }
void f() {
  int a = pick(1.0f);  // a -> 4
  int b = pick(1.0);  // b -> 8
  int c = which(1.0f);  // c -> 1
  int d = which(1.0);  // d -> 2
  int e = last(1.0);  // e -> 3
  int g = last(1.0f);  // g -> 4
  bool h = Big<double>;  // h -> 1
}`));

test("an overload asks for the number of modes, of which alone is known", () =>
  checkCpp(`
template <class A, __CUTE_REQUIRES(A::rank == 3)> auto modes(A const& s) { return _3{}; }
template <class A, __CUTE_REQUIRES(A::rank == 4)> auto modes(A const& s) { return _4{}; }
template <class Layouts, class Element>
__device__ void f(float* p) {
  auto s = make_tensor(make_smem_ptr(p), tile_to_shape(Layouts{}, Shape<_64, _64, _2>{}));
  auto copy = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, Element>{}, Layout<Shape<_16, _8>>{}, Layout<Shape<_1, _8>>{});
  auto parts = copy.get_slice(threadIdx.x).partition_S(s);
  constexpr int rank = decltype(parts)::rank; // rank -> 4
  auto all = modes(parts); // all -> _4
  auto one = modes(parts(_, _, _, 0)); // one -> _3
}`));
