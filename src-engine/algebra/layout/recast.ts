// upcast, downcast and recast: the same bytes seen as elements of another width (layout.hpp:1801-1911).
import type { Context } from "../context.ts";
import { divides } from "../int/ask.ts";
import {
  abs,
  ceilDiv,
  gcd,
  gcdOf,
  isConstant,
  isInt,
  isStatic,
  mul,
  ONE,
  signum,
  staticInt,
  ZERO,
} from "../int/int.ts";
import { swizzleDowncast, swizzleUpcast } from "../swizzle/compose.ts";
import { mixedDowncast, mixedUpcast } from "../swizzle/mixed-bits.ts";
import { safeDiv } from "../tuple/int-tuple.ts";
import { absScalar, basis, ceilDivScalar, mulScalar, type Scalar } from "../tuple/scalar.ts";
import { isTuple, leavesOf, mapLeaves } from "../tuple/tree.ts";
import type { AnyLayout, ComposedLayout, Int, Layout, Shape, Stride, Strides, Swizzle } from "../value.ts";
import { layout } from "../value.ts";
import { coalesce } from "./coalesce.ts";
import { size } from "./coords.ts";
import { logicalDivide } from "./divide.ts";
import { rightInverse } from "./inverse.ts";
import { joinLayouts } from "./make.ts";
import { modeOf } from "./modes.ts";

export type Castable = AnyLayout | Swizzle;

/** `upcast<n>`: n elements become one. */
export function upcast(ctx: Context, a: Layout, n: number): Layout;
export function upcast(ctx: Context, a: AnyLayout, n: number): AnyLayout;
export function upcast(ctx: Context, a: Castable, n: number): Castable;
export function upcast(ctx: Context, a: Castable, n: number): Castable {
  if (a.kind === "swizzle") return swizzleUpcast(ctx, a, n);
  if (a.kind === "composed") return castComposed(ctx, a, n, upcast, castOffsetUp);
  return upcastModes(ctx, a.shape, a.stride, n);
}

function upcastModes(ctx: Context, s: Shape, d: Strides, n: number): Layout {
  if (isTuple(s)) {
    const strides = isTuple(d) && d.items.length === s.items.length ? d.items : undefined;
    if (strides === undefined)
      return ctx.stop({ code: "not-congruent", message: "shape and stride are not congruent" });
    return joinLayouts(s.items.map((mode, i) => upcastModes(ctx, mode, strides[i]!, n)));
  }
  if (isTuple(d)) return ctx.stop({ code: "not-congruent", message: "shape and stride are not congruent" });
  if (isConstant(d, 0)) return layout(s, d);
  return upcastMode(ctx, s, d, n);
}

function upcastMode(ctx: Context, s: Int, d: Stride, n: number): Layout {
  const by = staticInt(n);
  if (d.kind === "basis") {
    if (isStatic(d.value)) return ctx.stop({ code: "no-overload", message: "upcast of a coordinate stride" });
    return layout(s, basis(safeDiv(ctx, d.value, by), d.path));
  }
  if (!isStatic(d)) {
    ctx.need({ kind: "divides", holds: divides(by, d), facts: { divisor: by, of: d }, at: "layout.hpp:1822" });
    return layout(s, safeDiv(ctx, d, by));
  }
  if (ctx.dialect === "cpp" && d.kind === "num" && d.value % n !== 0 && n % d.value !== 0) {
    ctx.stop({
      code: "divisibility",
      message: `upcast: stride ${d.value} and ${n} do not divide one another`,
      at: "layout.hpp:1816",
      facts: { stride: d, divisor: by },
    });
  }
  return layout(ceilDiv(s, ceilDiv(by, abs(d))), mulScalar(signum(d), ceilDivScalar(absScalar(d), by)));
}

/** `downcast<n>`: one element becomes n; some stride must be a static 1. */
export function downcast(ctx: Context, a: Layout, n: number): Layout;
export function downcast(ctx: Context, a: AnyLayout, n: number): AnyLayout;
export function downcast(ctx: Context, a: Castable, n: number): Castable;
export function downcast(ctx: Context, a: Castable, n: number): Castable {
  if (a.kind === "swizzle") return swizzleDowncast(ctx, a, n);
  if (a.kind === "composed") return castComposed(ctx, a, n, downcast, castOffsetDown);
  if (ctx.dialect === "cpp" && !leavesOf(a.stride).some((d) => isConstant(d, 1))) {
    ctx.stop({
      code: "not-adjacent",
      message: "downcast needs a mode of static stride 1",
      at: "layout.hpp:1862",
      facts: { layout: a },
    });
  }
  return downcastModes(ctx, a.shape, a.stride, n);
}

function downcastModes(ctx: Context, s: Shape, d: Strides, n: number): Layout {
  if (isTuple(s)) {
    const strides = isTuple(d) && d.items.length === s.items.length ? d.items : undefined;
    if (strides === undefined)
      return ctx.stop({ code: "not-congruent", message: "shape and stride are not congruent" });
    return joinLayouts(s.items.map((mode, i) => downcastModes(ctx, mode, strides[i]!, n)));
  }
  if (isTuple(d)) return ctx.stop({ code: "not-congruent", message: "shape and stride are not congruent" });
  if (isConstant(d, 1) || isConstant(d, -1)) return layout(mul(s, staticInt(n)), d);
  return layout(s, mulScalar(d, staticInt(n)));
}

/** Outer, offset and inner each cast (also a swizzle of no bits stays: its offset is an unsigned 0); a flagged layout keeps its swizzle and scales the flag's bits (pointer_flagged.hpp:70-84). */
function castComposed(
  ctx: Context,
  a: ComposedLayout,
  n: number,
  cast: (ctx: Context, x: Castable, n: number) => Castable,
  castOffset: (ctx: Context, offset: ComposedLayout["offset"], n: number) => ComposedLayout["offset"],
): AnyLayout {
  const inner = cast(ctx, a.inner, n);
  const outer = a.offset.kind === "flag" ? a.outer : cast(ctx, a.outer, n);
  const offset = castOffset(ctx, a.offset, n);
  const isUnsigned = ctx.dialect === "cpp" && isInt(offset) && isConstant(offset, 0);
  return { kind: "composed", outer, offset, inner, ...(isUnsigned ? { unsignedZero: true } : {}) };
}

function castOffsetUp(ctx: Context, offset: ComposedLayout["offset"], n: number): ComposedLayout["offset"] {
  if (offset.kind === "flag") return { kind: "flag", bits: offset.bits * n };
  if (offset.kind === "mixed") return mixedUpcast(ctx, offset, n);
  if (isInt(offset)) return safeDiv(ctx, offset, staticInt(n));
  return ctx.stop({ code: "no-overload", message: "upcast of a coordinate offset" });
}

function castOffsetDown(ctx: Context, offset: ComposedLayout["offset"], n: number): ComposedLayout["offset"] {
  if (offset.kind === "flag") return { kind: "flag", bits: Math.trunc(offset.bits / n) };
  if (offset.kind === "mixed") return mixedDowncast(ctx, offset, n);
  if (isInt(offset)) return mul(offset, staticInt(n));
  return ctx.stop({ code: "no-overload", message: "downcast of a coordinate offset" });
}

/** `recast_layout<Old, New>` by bits per element: up by the numerator, then down by the denominator. */
export function recastLayout(ctx: Context, a: Layout, oldBits: number, newBits: number): Layout;
export function recastLayout(ctx: Context, a: AnyLayout, oldBits: number, newBits: number): AnyLayout;
export function recastLayout(ctx: Context, a: Castable, oldBits: number, newBits: number): Castable;
export function recastLayout(ctx: Context, a: Castable, oldBits: number, newBits: number): Castable {
  const g = gcdOf(oldBits, newBits);
  const up = newBits / g;
  const down = oldBits / g;
  if (up === 1 && down === 1) return a;
  if (up === 1) return downcast(ctx, a, down);
  if (down === 1) return upcast(ctx, a, up);
  return downcast(ctx, upcast(ctx, a, up), down);
}

/** `max_alignment`: the largest n for which upcast<n> compiles. Dynamic sizes and strides count as multiples of everything. */
export function maxAlignment(ctx: Context, a: Castable | ComposedLayout["offset"]): Int {
  switch (a.kind) {
    case "swizzle":
      return staticInt(2 ** a.m);
    case "composed":
      if (a.outer.kind !== "swizzle") return ONE;
      return gcd(maxAlignment(ctx, a.outer), gcd(maxAlignment(ctx, a.offset), maxAlignment(ctx, a.inner)));
    case "layout":
      return layoutAlignment(ctx, a);
    case "mixed":
      return staticInt(lowestBit(a.staticBits + a.mask));
    case "flag":
      return ZERO;
    case "num":
    case "sym":
      return isStatic(a) ? a : ctx.stop({ code: "no-overload", message: "the alignment of a run-time offset" });
    default:
      return ctx.stop({ code: "no-overload", message: "the alignment of a coordinate" });
  }
}

const lowestBit = (x: number): number => {
  let bit = 1;
  while (x !== 0 && x % (bit * 2) === 0) bit *= 2;
  return bit;
};

function layoutAlignment(ctx: Context, a: Layout): Int {
  const flat = coalesce(ctx, a);
  const known = layout(
    mapLeaves<Int, Int>(flat.shape, (s) => (isStatic(s) ? s : ONE)),
    mapLeaves<Scalar, Scalar>(flat.stride, (d) => (isStatic(d.kind === "basis" ? d.value : d) ? d : ZERO)),
  );
  const permuted = logicalDivide(ctx, known, rightInverse(ctx, known));
  const rest = modeOf(ctx, permuted, 1).stride;
  const strides = leavesOf<Scalar>(rest).map((d) =>
    d.kind === "basis" ? ctx.stop({ code: "no-overload", message: "the alignment of a coordinate layout" }) : d,
  );
  return [size(ctx, modeOf(ctx, permuted, 0)), ...strides].reduceRight((x, y) => gcd(y, x));
}
