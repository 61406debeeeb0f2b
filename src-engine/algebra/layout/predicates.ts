// Predicates of shapes and layouts: congruent, compatible, evenly_divides and the orderings of coordinates as CuTe has
// them (int_tuple.hpp:436-915), each `_1`/`_0` where it is static.
import type { Context } from "../context.ts";
import { and, compare, mul, not, ONE, or, ZERO } from "../int/int.ts";
import { zeroDivision } from "../int/poly-ops.ts";
import { product } from "../tuple/int-tuple.ts";
import { isTuple, rankOf } from "../tuple/tree.ts";
import type { AnyLayout, Int, Shape, Tree } from "../value.ts";
import { requireTiler } from "./composition.ts";
import { size } from "./coords.ts";
import { ceilDivBy } from "./divide.ts";
import { type AnyTiler, shapeOf } from "./modes.ts";

interface Kinded {
  readonly kind: string;
}

/** Same profile: tuples at the same places. */
export const congruent = (a: Tree<Kinded>, b: Tree<Kinded>): boolean =>
  isTuple(a)
    ? isTuple(b) && a.items.length === b.items.length && a.items.every((x, i) => congruent(x, b.items[i]!))
    : !isTuple(b);

/** The profile of a is that of b cut off somewhere: a <= b. */
export const weaklyCongruent = (a: Tree<Kinded>, b: Tree<Kinded>): boolean =>
  !isTuple(a) ||
  (isTuple(b) && a.items.length === b.items.length && a.items.every((x, i) => weaklyCongruent(x, b.items[i]!)));

/** A coordinate of a is one of b: equal sizes at every leaf of a. */
export function compatible(a: Shape, b: Shape): Int {
  if (!isTuple(a)) return compare("==", a, product(b));
  if (!isTuple(b) || a.items.length !== b.items.length) return ZERO;
  return a.items.reduce<Int>((all, x, i) => and(all, compatible(x, b.items[i]!)), ONE);
}

/** `evenly_divides(shape, tiler)`: tiles without rest. */
export function evenlyDivides(ctx: Context, a: Shape | AnyLayout, tiler: AnyTiler): Int {
  const shape = a.kind === "layout" || a.kind === "composed" ? shapeOf(ctx, a) : a;
  if (tiler.kind === "tuple") {
    if (rankOf<Kinded>(tiler) > rankOf(shape)) return ZERO;
    const modes = isTuple(shape) ? shape.items : [shape];
    return tiler.items.reduce<Int>((all, t, i) => and(all, evenlyDivides(ctx, modes[i]!, requireTiler(ctx, t))), ONE);
  }
  const tile = tiler.kind === "layout" || tiler.kind === "composed" ? size(ctx, tiler) : tiler;
  if (tile.kind === "underscore") return zeroDivision();
  return compare("==", product(shape), mul(tile, product(ceilDivBy(ctx, shape, tiler))));
}

/** Equality of coordinates, as `==` of tuples: ranks that differ are statically unequal. */
export function equalTrees(a: Tree<Int>, b: Tree<Int>): Int {
  if (isTuple(a) !== isTuple(b) || rankOf(a) !== rankOf(b)) return ZERO;
  if (!isTuple(a) || !isTuple(b)) return compare("==", product(a), product(b));
  return a.items.reduce<Int>((all, x, i) => and(all, equalTrees(x, b.items[i]!)), ONE);
}

/** Lexicographic: the first mode that differs decides. */
export function lexLess(a: Shape, b: Shape): Int {
  return ordered(a, b, lexLess, (_, i) => i);
}

/** Colexicographic: the last mode that differs decides. */
export function colexLess(a: Shape, b: Shape): Int {
  return ordered(a, b, colexLess, (n, i) => n - 1 - i);
}

function ordered(a: Shape, b: Shape, less: (a: Shape, b: Shape) => Int, place: (n: number, i: number) => number): Int {
  if (!isTuple(a) || !isTuple(b)) return compare("<", product(a), product(b));
  const [x, y] = [a.items, b.items];
  const from = (i: number): Int => {
    if (i === y.length) return ZERO;
    if (i === x.length) return ONE;
    const l = x[place(x.length, i)]!;
    const r = y[place(y.length, i)]!;
    return or(less(l, r), and(equalTrees(l, r), from(i + 1)));
  };
  return from(0);
}

/** Element by element: every mode less. */
export function elemLess(a: Shape, b: Shape): Int {
  if (!isTuple(a) || !isTuple(b)) return compare("<", product(a), product(b));
  const [x, y] = [a.items, b.items];
  const from = (i: number): Int => {
    if (i === x.length) return ONE;
    if (i === y.length) return ZERO;
    return and(elemLess(x[i]!, y[i]!), from(i + 1));
  };
  return from(0);
}

export const leqBy =
  (less: (a: Shape, b: Shape) => Int) =>
  (a: Shape, b: Shape): Int =>
    not(less(b, a));
export const geqBy =
  (less: (a: Shape, b: Shape) => Int) =>
  (a: Shape, b: Shape): Int =>
    not(less(a, b));
