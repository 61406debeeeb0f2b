// `E<>`, the basis of a shape that is an integer: it prints as 1 and is no integer. Values and refusals are those of g++.
import { test } from "vitest";
import { checkCpp } from "./facts-of.ts";

test("E<> scales, adds to what the compiler knows, and merges with nothing", () =>
  checkCpp(`
void f() {
  auto e = make_basis_like(_5{}); // e -> _1
  auto scaled = e * _3{}; // scaled -> _3
  auto sum = e + _3{}; // sum -> _4
  auto at = make_identity_layout(_5{})(3); // at -> 3
  auto beside = make_layout(make_identity_layout(_5{}), make_layout(_4{}, _5{}));
  auto merged = coalesce(beside); // merged -> (_5,_4):(_1,_5)
  auto divided = logical_divide(make_identity_layout(_8{}), _4{}); // divided -> (_4,_2):(_1,_4)
  auto common = max_common_layout(make_identity_layout(_8{}), make_layout(_8{})); // common -> _1:_0
}`));

test("what takes integers alone does not take E<>", () =>
  checkCpp(`
void f() {
  auto e = make_basis_like(_5{});
  auto identity = make_identity_layout(_8{});
  auto negative = -e; // negative -> unknown: - of a basis
  auto divided = shape_div(_8{}, e); // divided -> unknown: a shape is wanted, not a basis
  auto widest = max(e, _2{}); // widest -> unknown: a shape is wanted, not a basis
  auto rest = complement(identity); // rest -> unknown: complement of a coordinate layout
  auto inverse = right_inverse(identity); // inverse -> unknown: the inverse of a coordinate layout
  auto ordered = make_layout_like(identity); // ordered -> unknown: steps of coordinates have no order
  auto index = make_layout(make_identity_layout(_5{}), make_layout(_4{}, _5{}))(7); // index -> unknown: a run-time integer cannot be added to a coordinate
}`));
