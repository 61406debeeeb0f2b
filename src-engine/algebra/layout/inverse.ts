// right_inverse, left_inverse and nullspace (layout.hpp:1249-1368, 1473-1508).
//
// The right inverse takes the modes whose static strides continue 1, s0, s0*s1, …; dynamic strides are passed over.
// The left inverse wants all strides static and fills gaps with modes of its own.
import type { Context } from "../context.ts";
import { before, equal } from "../int/ask.ts";
import { div, isConstant, isInt, isStatic, mod, mul, neg, ONE, ZERO } from "../int/int.ts";
import { product } from "../tuple/int-tuple.ts";
import { flattenToTuple, leavesOf, tupleOf, unwrap } from "../tuple/tree.ts";
import type { AnyLayout, ComposedLayout, Int, Layout, Num, Stride, Swizzle, Tree } from "../value.ts";
import { layout } from "../value.ts";
import { coalesce } from "./coalesce.ts";
import { composition } from "./composition.ts";
import { leftInverseDsl, rightInverseDsl } from "./dsl-inverse.ts";
import { compactColMajor } from "./make.ts";
import { UNIT } from "./modes.ts";

type Inverse = AnyLayout | Swizzle;

export function rightInverse(ctx: Context, a: Layout): Layout;
export function rightInverse(ctx: Context, a: AnyLayout | Swizzle): Inverse;
export function rightInverse(ctx: Context, a: AnyLayout | Swizzle): Inverse {
  if (a.kind === "swizzle") return a;
  if (a.kind === "composed") return inverseOfComposed(ctx, a, rightInverse);
  if (ctx.dialect !== "cpp") return rightInverseDsl(ctx, a);
  const { shapes, strides, starts } = flatModes(ctx, a);
  const order = sortByStride(
    ctx,
    strides,
    strides.map((_, i) => i).filter((i) => isStatic(scaleOf(strides[i]!))),
  );
  const outShapes: Int[] = [ONE];
  const outStrides: Int[] = [ZERO];
  let current: Int = ONE;
  for (const i of order) {
    if (!continuesAt(ctx, integral(ctx, strides[i]!), current)) continue;
    outShapes.push(shapes[i]!);
    outStrides.push(starts[i]!);
    current = mul(shapes[i]!, integral(ctx, strides[i]!));
  }
  return coalesce(ctx, layout(tupleOf<Int>(...outShapes), tupleOf<Int>(...outStrides)));
}

export function leftInverse(ctx: Context, a: Layout): Layout;
export function leftInverse(ctx: Context, a: AnyLayout | Swizzle): Inverse;
export function leftInverse(ctx: Context, a: AnyLayout | Swizzle): Inverse {
  if (a.kind === "swizzle") return a;
  if (a.kind === "composed") return inverseOfComposed(ctx, a, leftInverse);
  if (ctx.dialect !== "cpp") return leftInverseDsl(ctx, a);
  const { shapes, strides, starts } = flatModes(ctx, a);
  if (strides.some((d) => !isStatic(scaleOf(d)))) {
    ctx.stop({
      code: "dynamic-stride",
      message: "left_inverse needs static strides",
      at: "layout.hpp:1335",
      facts: { layout: a },
    });
  }
  const order = sortByStride(
    ctx,
    strides,
    strides.map((_, i) => i),
  );
  const outShapes: Int[] = [];
  const outStrides: Int[] = [ZERO];
  for (const i of order) {
    const stride = integral(ctx, strides[i]!);
    if (isConstant(stride, 0)) continue;
    const reach = product(tupleOf<Int>(...outShapes));
    requireGap(ctx, stride, reach);
    outShapes.push(div(stride, reach));
    outStrides.push(starts[i]!);
  }
  outShapes.push(shapes[order[order.length - 1]!]!);
  return coalesce(ctx, layout(tupleOf<Int>(...outShapes), tupleOf<Int>(...outStrides)));
}

function requireGap(ctx: Context, stride: Int, reach: Int): void {
  const rest = mod(stride, reach);
  if (isConstant(rest, 0)) return;
  if (!isStatic(rest)) {
    ctx.stop({ code: "not-static", message: "left_inverse needs static sizes below a stride", at: "layout.hpp:1350" });
  }
  ctx.stop({
    code: "divisibility",
    message: "left_inverse: a stride is no multiple of the modes before it",
    at: "layout.hpp:1350",
    facts: { stride, divisor: reach },
  });
}

interface FlatModes {
  readonly shapes: readonly Int[];
  readonly strides: readonly Stride[];
  /** The exclusive prefix products of the sizes. */
  readonly starts: readonly Int[];
}

function flatModes(ctx: Context, a: Layout): FlatModes {
  const flat = coalesce(ctx, a);
  const shapes = leavesOf(flat.shape);
  const starts: Int[] = [ONE];
  for (const s of shapes) starts.push(mul(s, starts[starts.length - 1]!));
  return { shapes, strides: leavesOf(flat.stride), starts };
}

const scaleOf = (d: Stride): Int => (d.kind === "basis" ? d.value : d);

function integral(ctx: Context, d: Stride): Int {
  return d.kind === "basis" ? ctx.stop({ code: "no-overload", message: "the inverse of a coordinate layout" }) : d;
}

/** Strides in order, as CuTe's exchange sort leaves them: equal ones may change places (int_tuple.hpp:586). */
function sortByStride(ctx: Context, strides: readonly Stride[], indices: readonly number[]): readonly number[] {
  const keys = new Map(indices.map((i) => [i, integral(ctx, strides[i]!)]));
  const order = [...indices];
  const numbers = new Set([...keys.values()].map((d) => (d.kind === "num" ? d.value : undefined)));
  if (!numbers.has(undefined) && numbers.size === order.length) {
    const value = (i: number): number => Number((keys.get(i)! as Num).value);
    return order.sort((i, j) => value(i) - value(j));
  }
  for (let i = 0; i < order.length; i++) {
    ctx.step(order.length - i);
    for (let j = i + 1; j < order.length; j++) {
      if (isBefore(ctx, keys.get(order[j]!)!, keys.get(order[i]!)!)) [order[i], order[j]] = [order[j]!, order[i]!];
    }
  }
  return order;
}

function isBefore(ctx: Context, a: Int, b: Int): boolean {
  const answer = before(a, b);
  if (answer !== "unknown") return answer === "yes";
  return ctx.stop({ code: "unsupported", message: "the order of symbolic strides is not known" });
}

/** `stride == current` at compile time; a symbol that may or may not be equal leaves the inverse open. */
function continuesAt(ctx: Context, stride: Int, current: Int): boolean {
  if (!isStatic(stride) || !isStatic(current)) return false;
  const same = equal(stride, current);
  if (same !== "unknown") return same === "yes";
  return ctx.stop({ code: "unsupported", message: "whether symbolic modes continue one another is not known" });
}

/** (outer o offset o inner)⁻¹ is inner⁻¹ o -offset o outer⁻¹ (layout_composed.hpp:415, swizzle_layout.hpp:348). */
function inverseOfComposed(
  ctx: Context,
  a: ComposedLayout,
  invert: (ctx: Context, x: AnyLayout | Swizzle) => Inverse,
): Inverse {
  const inner = invert(ctx, a.inner);
  if (a.outer.kind === "swizzle" && isConstant(a.offset, 0)) return composition(ctx, inner, a.outer);
  if (isInt(a.offset) && !isStatic(a.offset) && ctx.dialect === "cpp") {
    ctx.stop({ code: "no-overload", message: "the inverse of a run-time offset" });
  }
  if (!isInt(a.offset)) {
    if (a.offset.kind !== "flag") return ctx.stop({ code: "no-overload", message: "the inverse of this offset" });
    return { kind: "composed", outer: inner, offset: ZERO, inner: invert(ctx, a.outer) };
  }
  return { kind: "composed", outer: inner, offset: neg(a.offset), inner: invert(ctx, a.outer) };
}

/** `nullspace`: the modes of static stride 0, as a layout into the domain. */
export function nullspace(a: AnyLayout): Layout {
  if (a.kind === "composed") return UNIT;
  const shapes = leavesOf(a.shape);
  const compact = leavesOf(compactColMajor(flattenToTuple<Int>(a.shape)));
  const zeros = leavesOf(a.stride).flatMap((d, i) => (isConstant(d, 0) ? [i] : []));
  if (zeros.length === 0) return UNIT;
  const pick = (from: readonly Int[]): Tree<Int> => unwrap<Int>(tupleOf<Int>(...zeros.map((i) => from[i]!)));
  return layout(pick(shapes), pick(compact));
}
