// What CUTLASS writes on top of CuTe, from our prelude: evaluated like the user's own code.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("FastDivmod divides by the number it was made with", () =>
  checkCpp(`
struct Params { cutlass::FastDivmod heads; };
void f(int h, int idx) {
  Params params{cutlass::FastDivmod(h)};
  int rest;
  int head = params.heads.divmod(rest, idx); // head -> ⌊idx/h⌋
  int left = rest; // left -> idx%h
  int q, r;
  params.heads(q, r, 77);
  int quotient = q; // quotient -> ⌊77/h⌋
  int kv = params.heads.divide(8 * h); // kv -> 8
  int by = params.heads.divisor; // by -> h
}`));

test("the store of an epilogue's tile follows its strides and element", () =>
  checkCpp(`
#include "cutlass/epilogue/collective/builders/sm90_common.inl"
using namespace cutlass::epilogue::collective::detail;
void g() {
  using Row = cute::Stride<int64_t, _1, int64_t>;
  using Column = cute::Stride<_1, int64_t, int64_t>;
  using A = decltype(sm90_get_smem_store_op_for_accumulator<Row, half_t, Shape<_64, _32>>()); // A -> SM90_U32x4_STSM_N
  using B = decltype(sm90_get_smem_store_op_for_accumulator<Row, half_t, Shape<_64, _8>>()); // B -> SM90_U32x2_STSM_N
  using C = decltype(sm90_get_smem_store_op_for_accumulator<Column, half_t, Shape<_64, _32>>()); // C -> SM90_U16x8_STSM_T
  using D = decltype(sm90_get_smem_store_op_for_accumulator<Row, float, Shape<_64, _32>>()); // D -> AutoVectorizingCopyWithAssumedAlignment<128>
  using E = decltype(sm90_get_smem_load_op_for_source<Column, half_t, Shape<_64, _8>>()); // E -> SM75_U16x4_LDSM_T
}`));

test("the tile that an epilogue stores at a time; layouts of operands whose strides may be a layout", () =>
  checkCpp(`
#include "cutlass/epilogue/collective/collective_builder.hpp"
using namespace cutlass::epilogue;
using Auto = cutlass::epilogue::collective::EpilogueTileAuto;
template <class E, class Tile, class Schedule, class Cta>
using Epi = decltype(cutlass::epilogue::collective::detail::sm90_compute_tile_shape_or_override<E, Tile, Schedule, Cta>());
void g() {
  using A = Epi<half_t, Auto, TmaWarpSpecialized, Shape<_128,_64,_64>>; // A -> (_64,_32)
  using B = Epi<half_t, Auto, TmaWarpSpecializedCooperative, Shape<_128,_80,_64>>; // B -> (_128,_16)
  using C = Epi<uint8_t, Auto, PtrArrayTmaWarpSpecialized, Shape<_128,_128,_64>>; // C -> (_64,_64)
  using D = Epi<half_t, Shape<_64,_16>, TmaWarpSpecialized, Shape<_128,_80,_64>>; // D -> (_64,_16)
  using namespace cutlass::gemm::collective::detail;
  using Atom = GMMA::Layout_K_SW128_Atom<half_t>;
  using K = decltype(get_smem_layout<4>(Atom{}, Shape<_128,_64>{}, Stride<int64_t,_1,int64_t>{})); // K -> Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_16),(_64,_1),(_1,_4)):((_64,_512),(_1,_0),(_0,_8192))
  using G = decltype(get_gmem_layout(make_shape(_8{}, _4{}), Stride<_4,_1>{})); // G -> (_8,_4):(_4,_1)
}`));

test("a project's own name comes first", () =>
  checkCpp(`
namespace mine { struct FastDivmod { int by; int divide(int n) const { return 42; } }; }
void f(int n) {
  mine::FastDivmod d{n};
  int x = d.divide(7); // x -> 42
}`));

test("a swizzle asks for the alignment after which it repeats", () =>
  checkCpp(`
#include "cutlass/detail/layout.hpp"
template <class E>
struct Traits {
  using L = decltype(tile_to_shape(GMMA::Layout_K_SW64_Atom<E>{}, Shape<_128, _64>{}));
  static constexpr size_t align = cutlass::detail::alignment_for_swizzle(L{});
};
void f() {
  auto a = cutlass::detail::alignment_for_swizzle(Swizzle<3, 4, 3>{}); // a -> 1024
  auto b = Int<Traits<half_t>::align>{}; // b -> _512
}`));

test("a conversion of registers says what it takes and gives", () =>
  checkCpp(`
#include "cutlass/numeric_conversion.h"
void f() {
  using Convert = cutlass::NumericArrayConverter<cutlass::half_t, float, 8>;
  Tensor scores = make_tensor<float>(Shape<_32, _2>{});
  auto from = recast<typename Convert::source_type>(scores); // from -> ptr[256b] o (_4,_2):(_1,_4)
  auto to = recast<typename Convert::result_type>(make_tensor<cutlass::half_t>(Shape<_32, _2>{})); // to -> ptr[128b] o (_4,_2):(_1,_4)
}`));
