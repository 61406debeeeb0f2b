// IntTuples: products, sums and divisions of shapes and strides (int_tuple.hpp).
import type { Context } from "../context.ts";
import { add, ceilDiv, div, gcd, isConstant, isStatic, lcm, max, min, mod, mul, ONE, sub, ZERO } from "../int/int.ts";
import type { Int, Shape, Tree } from "../value.ts";
import { addIndex, asArith, type Index, mulScalar, type Scalar, wholeBasis } from "./scalar.ts";
import { appendTo, isTuple, leavesOf, mapLeaves, rankOf, tupleOf, zipLeaves, zipModes } from "./tree.ts";

/** `product`, which is also `size` of a shape: `_1` for the empty tuple. */
export function product(shape: Shape): Int {
  if (!isTuple(shape)) return shape;
  const leaves = leavesOf(shape);
  let out: Int = leaves[0] ?? ONE;
  for (let i = 1; i < leaves.length; i++) out = mul(out, leaves[i]!);
  return out;
}

/** `product_each`: the product of every mode. */
export const productEach = (shape: Shape): Tree<Int> =>
  tupleOf<Int>(...(isTuple(shape) ? shape.items : [shape]).map(product));

/** `product_like`: products of the tuple at the leaves of the guide. */
export const productLike = <G extends { readonly kind: string }>(ctx: Context, t: Shape, guide: Tree<G>): Tree<Int> =>
  zipLeaves<G, Int, Int>(ctx, guide, t, (_, part) => product(part));

/** `sum` of integers, bases and tuples of them: used for the profile that strides reach, so a ratio counts as whole. */
export function sum(ctx: Context, t: Tree<Scalar>): Index {
  if (!isTuple(t)) return wholeBasis(t);
  let out: Index = ZERO;
  for (const leaf of t.items) out = addIndex(ctx, out, sum(ctx, leaf));
  return out;
}

/** `inner_product`: pairwise products, added up from `_0`. */
export function innerProduct(ctx: Context, a: Tree<Scalar>, b: Tree<Scalar>): Index {
  if (!isTuple(a) && !isTuple(b)) return mulScalar(a, b);
  if (!isTuple(a) || !isTuple(b) || a.items.length !== b.items.length) {
    return ctx.stop({ code: "mismatched-ranks", message: "inner product of unequal ranks", at: "int_tuple.hpp:309" });
  }
  let out: Index = ZERO;
  for (let i = 0; i < a.items.length; i++) out = addIndex(ctx, out, innerProduct(ctx, a.items[i]!, b.items[i]!));
  return out;
}

/** `ceil_div`: by mode for tuples; an integer divides a tuple from the left, what is left over divides the next mode. */
export function ceilDivTree(ctx: Context, a: Shape, b: Shape): Shape {
  if (!isTuple(a)) return ceilDiv(a, isTuple(b) ? product(b) : b);
  if (!isTuple(b)) return foldDivision(a.items, b, (x, y) => ceilDivTree(ctx, x, y));
  notMoreModes(ctx, a, b, "int_tuple.hpp:330");
  return zipModes<Int, Int, Int>(ctx, a, appendTo<Int>(ctx, b, ONE, a.items.length), (x, y) => ceilDivTree(ctx, x, y));
}

/** Divides mode by mode and hands on what the mode did not take: (4,5,6) by 40 leaves (1,1,3). */
function foldDivision(items: readonly Shape[], by: Shape, divide: (a: Shape, b: Shape) => Shape): Shape {
  const out: Shape[] = [];
  let rest = by;
  for (const item of items) {
    out.push(divide(item, rest));
    rest = divide(rest, item);
  }
  return tupleOf<Int>(...out);
}

function notMoreModes(ctx: Context, a: Shape, b: Shape, at: string): void {
  if (rankOf(a) < rankOf(b)) {
    ctx.stop({ code: "mismatched-ranks", message: `rank ${rankOf(a)} divided by rank ${rankOf(b)}`, at });
  }
}

export function roundUp(ctx: Context, a: Shape, b: Shape): Shape {
  if (isTuple(a) && isTuple(b)) {
    notMoreModes(ctx, a, b, "int_tuple.hpp:361");
    return zipModes<Int, Int, Int>(ctx, a, appendTo<Int>(ctx, b, ONE, a.items.length), (x, y) => roundUp(ctx, x, y));
  }
  if (isTuple(a) || isTuple(b)) return noOverload(ctx, "round_up of a tuple and an integer");
  return mul(ceilDiv(a, b), b);
}

function noOverload(ctx: Context, what: string): never {
  return ctx.stop({ code: "no-overload", message: `${what} is not defined` });
}

/** `shape_div`: as ceil_div, and static integers must divide one another. */
export function shapeDiv(ctx: Context, a: Shape, b: Shape): Shape {
  if (isTuple(a) && isTuple(b)) {
    if (rankOf(a) !== rankOf(b)) {
      ctx.stop({ code: "mismatched-ranks", message: "shape_div of unequal ranks", at: "int_tuple.hpp:390" });
    }
    return zipModes<Int, Int, Int>(ctx, a, b, (x, y) => shapeDiv(ctx, x, y));
  }
  if (isTuple(a)) return foldDivision(a.items, b, (x, y) => shapeDiv(ctx, x, y));
  if (isTuple(b)) return shapeDiv(ctx, a, product(b));
  requireDivision(ctx, a, b);
  return ceilDiv(a, b);
}

function requireDivision(ctx: Context, a: Int, b: Int): void {
  if (!isStatic(a) || !isStatic(b) || a.kind !== "num" || b.kind !== "num") return;
  if (isConstant(mod(a, b), 0) || isConstant(mod(b, a), 0)) return;
  ctx.stop({
    code: "divisibility",
    message: "neither number divides the other",
    at: "int_tuple.hpp:408",
    facts: { left: a, right: b },
  });
}

/** `elem_scale`: a times the product of what stands at its place in b. */
export const elemScale = (ctx: Context, a: Shape, b: Shape): Shape =>
  isTuple(a) ? zipModes<Int, Int, Int>(ctx, a, b, (x, y) => elemScale(ctx, x, y)) : mul(a, product(b));

export const minOf = (ctx: Context, t: Shape): Int => foldLeaves(ctx, t, min);
export const maxOf = (ctx: Context, t: Shape): Int => foldLeaves(ctx, t, max);
export const gcdOfTree = (ctx: Context, t: Shape): Int => foldLeaves(ctx, t, gcd);
export const lcmOfTree = (ctx: Context, t: Shape): Int => foldLeaves(ctx, t, lcm);

/** From the last leaf on; of an empty tuple there is nothing to take. */
function foldLeaves(ctx: Context, t: Shape, f: (a: Int, b: Int) => Int): Int {
  const leaves = leavesOf(t);
  if (leaves.length === 0) ctx.stop({ code: "empty-tuple", message: "a reduction of an empty tuple" });
  return leaves.reduceRight((rest, x) => f(x, rest));
}

/** `filter_zeros(a, b)`: b with 1 wherever a has a static 0. */
export function filterZerosTree<A extends { readonly kind: string }>(ctx: Context, a: Tree<A>, b: Shape): Shape {
  if (isTuple(a)) return zipModes<A, Int, Int>(ctx, a, b, (x, y) => filterZerosTree(ctx, x, y));
  return isConstant(a, 0) ? mapLeaves<Int, Int>(b, () => ONE) : b;
}

/** `coalesce(shape)`: neighbours that are both static or both dynamic become one. */
export function coalesceShape(shape: Shape): Shape {
  if (!isTuple(shape)) return shape;
  const out: Int[] = [];
  for (const leaf of leavesOf(shape)) {
    const last = out[out.length - 1];
    if (last !== undefined && isStatic(last) === isStatic(leaf)) out[out.length - 1] = mul(last, leaf);
    else out.push(leaf);
  }
  return out.length === 1 ? out[0]! : tupleOf<Int>(...out);
}

/** `(a - 1)` at every leaf. */
export const minusOne = (shape: Shape): Shape => mapLeaves<Int, Int>(shape, (s) => sub(s, ONE));

/** `c + 1` at every leaf of a coordinate. */
export function plusOne(x: Index): Shape {
  const at = asArith(x);
  return at.kind === "arith" ? tupleOf<Int>(...at.items.map((t) => mapLeaves<Int, Int>(t, inc))) : inc(at);
}

const inc = (x: Int): Int => add(x, ONE);

/** `safe_div`: static integers must divide exactly (integral_constant.hpp:397). */
export function safeDiv(ctx: Context, a: Int, b: Int): Int {
  if (isStatic(a) && isStatic(b) && a.kind === "num" && b.kind === "num" && b.value !== 0 && a.value % b.value !== 0) {
    ctx.stop({
      code: "divisibility",
      message: `${b.value} does not divide ${a.value}`,
      at: "integral_constant.hpp:397",
      facts: { left: a, right: b },
    });
  }
  return div(a, b);
}
