// Arithmetic of what can be a stride or an index: integers, scaled bases and arithmetic tuples
// (numeric/arithmetic_tuple.hpp). `2*_1@0 + 3*_1@1` is the coordinate (2,3); `_0` added to a coordinate changes nothing.
import { type Context, OpStop } from "../context.ts";
import {
  abs as absInt,
  add as addInt,
  ceilDiv,
  compare,
  div,
  gcdOf,
  isConstant,
  isInt,
  mul as mulInt,
  neg as negInt,
  staticInt,
  ZERO,
} from "../int/int.ts";
import type { ArithTuple, Basis, Int, MixedBits, Tree, Tuple, Underscore } from "../value.ts";
import { isTuple } from "./tree.ts";

/** What crd2idx and inner products give. */
export type Index = Int | Basis | ArithTuple;
export type Scalar = Int | Basis;

export const basis = (value: Int, path: readonly number[]): Basis => ({ kind: "basis", value, path });
export const arith = (items: readonly Tree<Int>[]): ArithTuple => ({ kind: "arith", items });
/** The iterator of an identity tensor at this coordinate. */
export const iteratorAt = (at: Tree<Int>): ArithTuple =>
  isTuple(at) ? arith(at.items) : { kind: "arith", items: [at], integral: true };

/** What an iterator stands at: over an integer domain an integer. */
export function coordinateOf(at: ArithTuple): ArithTuple | Int {
  const [only] = at.items;
  return at.integral === true && only !== undefined && !isTuple(only) ? only : arith(at.items);
}

/** `basis_value`: the scale of a basis, an integer itself. */
export const basisValue = (s: Scalar): Int => (s.kind === "basis" ? s.value : s);

export function mulScalar(a: Scalar, b: Scalar): Scalar {
  if (a.kind === "basis") return ratio(mulInt(a.value, basisValue(b)), a);
  if (b.kind === "basis") return ratio(mulInt(a, b.value), b);
  return mulInt(a, b);
}

/** The same basis without its denominator: for questions about profiles only. */
export const wholeBasis = (s: Scalar): Scalar =>
  s.kind === "basis" && s.over !== undefined ? basis(s.value, s.path) : s;

/** A basis with another value; a ratio is cancelled, and what only the run knows is divided (integral_ratio.hpp:158). */
function ratio(value: Int, of: Basis): Basis {
  if (of.over === undefined) return basis(value, of.path);
  if (value.know === "dynamic" || value.kind === "sym") return basis(div(value, staticInt(of.over)), of.path);
  const common = Math.abs(gcdOf(value.value, of.over));
  const over = of.over / common;
  const reduced = basis(staticInt(value.value / common), of.path);
  return over === 1 ? reduced : { ...reduced, over };
}

export const absScalar = (a: Scalar): Scalar => (a.kind === "basis" ? { ...a, value: absInt(a.value) } : absInt(a));

export const ceilDivScalar = (a: Scalar, b: Int): Scalar =>
  a.kind === "basis" ? { ...a, value: ceilDiv(a.value, b) } : ceilDiv(a, b);

/** `==`: bases are equal only to bases of the same path; unequal kinds are statically different. */
export function equalScalar(a: Scalar, b: Scalar): Int {
  if (a.kind !== "basis" && b.kind !== "basis") return compare("==", a, b);
  if (a.kind !== "basis" || b.kind !== "basis" || !samePath(a.path, b.path) || a.over !== b.over) return ZERO;
  return compare("==", a.value, b.value);
}

const samePath = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((n, i) => n === b[i]);

/** `as_arithmetic_tuple`: `v@1@0` (path [0,1]) is ((0,v)); integers stay. */
export function asArith(x: Index): Int | ArithTuple {
  if (x.kind !== "basis") return x;
  if (x.over !== undefined)
    throw new OpStop({ code: "unsupported", message: `a coordinate that is no whole number: a part of ${x.over}` });
  let at: Tree<Int> = x.value;
  for (let i = x.path.length - 1; i >= 0; i--) {
    at = { kind: "tuple", items: [...Array<Tree<Int>>(x.path[i]!).fill(ZERO), at] };
  }
  return isTuple(at) ? arith(at.items) : at;
}

export function addIndex(ctx: Context, a: Index, b: Index): Index {
  if (isInt(a) && isInt(b)) return addInt(a, b);
  if (a.kind === "num" || a.kind === "sym")
    return b.kind === "num" || b.kind === "sym" ? addInt(a, b) : addZero(ctx, a, b);
  if (b.kind === "num" || b.kind === "sym") return addZero(ctx, b, a);
  const x = asArith(a);
  const y = asArith(b);
  if (isInt(x) && isInt(y)) return addInt(x, y);
  return arith(addModes(ctx, modes(x), modes(y)));
}

const modes = (x: Int | ArithTuple): readonly Tree<Int>[] => (x.kind === "arith" ? x.items : [x]);

/** CuTe defines integer + coordinate for the static zero only; `E<>` takes every integer that the compiler knows. */
function addZero(ctx: Context, n: Int, other: Basis | ArithTuple): Index {
  if (other.kind === "basis" && other.path.length === 0 && n.know === "static") return addInt(n, other.value);
  if (isConstant(n, 0)) return other;
  if (n.kind === "num" && n.know === "static") {
    const at = other.kind === "basis" ? "arithmetic_tuple.hpp:446" : "arithmetic_tuple.hpp:150";
    return ctx.stop({ code: "coordinate-plus-integer", message: "only a static 0 can be added to a coordinate", at });
  }
  return ctx.stop({ code: "coordinate-plus-integer", message: "a run-time integer cannot be added to a coordinate" });
}

/** Element by element; the shorter side counts as 0 where it ends. */
function addModes(ctx: Context, a: readonly Tree<Int>[], b: readonly Tree<Int>[]): Tree<Int>[] {
  const out: Tree<Int>[] = [];
  for (let i = 0; i < Math.max(a.length, b.length); i++) out.push(addTrees(ctx, a[i] ?? ZERO, b[i] ?? ZERO));
  return out;
}

function addTrees(ctx: Context, a: Tree<Int>, b: Tree<Int>): Tree<Int> {
  if (isTuple(a) && isTuple(b)) return { kind: "tuple", items: addModes(ctx, a.items, b.items) };
  if (isTuple(a)) return zeroPlusTuple(ctx, b, a);
  if (isTuple(b)) return zeroPlusTuple(ctx, a, b);
  return addInt(a, b);
}

function zeroPlusTuple(ctx: Context, n: Tree<Int>, t: Tuple<Int>): Tree<Int> {
  if (isConstant(n, 0)) return t;
  return ctx.stop({
    code: "coordinate-plus-integer",
    message: "only a static 0 can be added to a coordinate",
    at: "arithmetic_tuple.hpp:150",
  });
}

export const negScalar = (a: Scalar): Scalar => (a.kind === "basis" ? { ...a, value: negInt(a.value) } : negInt(a));

/** An underscore counts as `_0` where arithmetic meets it (underscore.hpp:41). */
export const coordInt = (c: Int | Underscore): Int => (c.kind === "underscore" ? ZERO : c);

/** What an offset of a composed layout may be. */
export type Offset = Index | MixedBits;
