// Arithmetic tuples, their iterators and scaled bases (cute/numeric/arithmetic_tuple.hpp): what coordinate tensors start at and step by.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { asDynamic, isInt, neg, staticInt, ZERO } from "../../../../../src-engine/algebra/int/int.ts";
import { makeCoordTensor, makeIdentityTensor } from "../../../../../src-engine/algebra/layout/tensor.ts";
import {
  addIndex,
  asArith,
  coordinateOf,
  type Index,
  mulScalar,
} from "../../../../../src-engine/algebra/tuple/scalar.ts";
import { getPath, mapLeaves } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type ArithTuple,
  type Int,
  type Tree,
  tuple,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { arg, type Call, optionalArg, plain, type Row, row } from "./row.ts";
import { intIn, itemsIn, layoutIn, shapeIn } from "./values.ts";

export const coordinateRows: readonly Row[] = [
  ...row("make_arithmetic_tuple ArithmeticTuple", (call) => arithmetic(call, call.args)),
  ...row("as_arithmetic_tuple", (call) => asArithmetic(call, arg(call, 0))),
  ...row("make_inttuple_iter ArithmeticTupleIterator", (call) => {
    if (call.args.length > 1) return unknown("an iterator is made of one tuple");
    const at = asArithmetic(call, arg(call, 0));
    return at.kind === "arith"
      ? { ...at, iterator: true }
      : { kind: "arith", items: [at], integral: true, iterator: true };
  }),
  ...row("counting_iterator", (call) => asDynamic(intIn(call.ctx, optionalArg(call, 0) ?? ZERO))),
  ...row("make_identity_tensor", (call) => makeIdentityTensor(call.ctx, shapeIn(call.ctx, arg(call, 0)))),
  ...row("make_coord_tensor", (call) => makeCoordTensor(call.ctx, layoutIn(call.ctx, arg(call, 0)))),
  ...row("basis_value", (call) => {
    const value = arg(call, 0);
    return value.kind === "basis" ? value.value : value;
  }),
  ...row("basis_get", (call) => {
    const value = arg(call, 0);
    const items = arg(call, 1);
    if (value.kind !== "basis" || value.path.length === 0) return items;
    return getPath<Value>(call.ctx, tuple(itemsIn(call.ctx, items)), value.path);
  }),
  // Without modes a basis is its value.
  ...row("make_scaled_basis", (call) => intIn(call.ctx, arg(call, 0))),
  ...row("arith.self", (call) => call.self ?? ZERO),
];

const arithmetic = (call: Call, items: readonly Value[]): ArithTuple => ({
  kind: "arith",
  items: items.map((item) => shapeIn(call.ctx, item)),
});

/** What a basis says of itself: its scale, and the first of its modes. */
export const basisRows: readonly Row[] = [
  ...row("basis.value", (call) => {
    const value = plain(call.self ?? ZERO);
    return value.kind === "basis" ? value.value : value;
  }),
  ...row("basis.mode", (call) => {
    const value = plain(call.self ?? ZERO);
    const mode = value.kind === "basis" ? value.path[0] : undefined;
    return mode === undefined ? unknown("a basis without modes") : staticInt(mode);
  }),
];

/** Tuples become arithmetic in all their modes, a basis the tuple that it stands for; integers stay. */
function asArithmetic(call: Call, value: Value): Int | ArithTuple {
  if (value.kind === "basis") return asArith(value);
  if (value.kind === "arith") return coordinateOf(value);
  return value.kind === "tuple" ? arithmetic(call, value.items) : intIn(call.ctx, value);
}

/**
 * `+`, `-` and `*` as CuTe defines them: coordinates add with coordinates, tuples and bases, and subtract coordinates and tuples;
 * a basis is scaled by an integer. Undefined for anything else, plain tuples among themselves included.
 */
export function coordinateOperator(ctx: Context, op: string, a: Value, b: Value): Value | undefined {
  if (op === "unary-" && a.kind === "arith") return negated(a);
  if (op === "*") return scaled(a, b);
  if (op !== "+" && op !== "-") return undefined;
  const [x, y] = [operandOf(a, b), operandOf(b, a)];
  if (x === undefined || y === undefined || (isInt(x) && isInt(y))) return undefined;
  if (op === "-" && (x.kind === "basis" || y.kind === "basis")) return undefined;
  const sum = addIndex(ctx, x, op === "+" ? y : negated(y));
  const isIterator = a.kind === "arith" && a.iterator === true;
  return (isIterator && sum.kind === "arith" ? { ...sum, iterator: true } : sum) as Value;
}

/** A tuple counts as a coordinate beside one. */
function operandOf(value: Value, other: Value): Index | undefined {
  if (isInt(value) || value.kind === "basis") return value;
  if (value.kind === "arith") return coordinateOf(value);
  const items = value.kind === "tuple" && other.kind === "arith" ? integersOf(value.items) : undefined;
  return items && { kind: "arith", items };
}

function integersOf(items: readonly Value[]): readonly Tree<Int>[] | undefined {
  const found = items.map((item): Tree<Int> | undefined => {
    const given = plain(item);
    if (isInt(given)) return given;
    const inner = given.kind === "tuple" ? integersOf(given.items) : undefined;
    return inner && tuple(inner);
  });
  return found.every((item) => item !== undefined) ? found : undefined;
}

const negated = <T extends Index>(value: T): T | ArithTuple | Int =>
  isInt(value)
    ? neg(value)
    : value.kind === "arith"
      ? { ...value, items: value.items.map((item) => mapLeaves<Int, Int>(item, neg)) }
      : value;

function scaled(a: Value, b: Value): Value | undefined {
  if (isInt(a) && b.kind === "basis") return mulScalar(a, b);
  return a.kind === "basis" && isInt(b) ? mulScalar(a, b) : undefined;
}
