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

test("a project's own name comes first", () =>
  checkCpp(`
namespace mine { struct FastDivmod { int by; int divide(int n) const { return 42; } }; }
void f(int n) {
  mine::FastDivmod d{n};
  int x = d.divide(7); // x -> 42
}`));
