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
