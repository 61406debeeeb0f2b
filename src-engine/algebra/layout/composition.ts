// composition: R(c) = A(B(c)) for every c in B's domain (layout.hpp:1020-1161).
//
// A is coalesced so that it keeps its function beyond its domain; each integral mode of B then walks through A's modes:
// its stride divides modes away, its size takes from what is left. CuTe checks divisibility only where both numbers are
// static, and weakly (NVIDIA/cutlass#3177); whether the result is A∘B where nothing proves it is asked in exactness.ts.
import type { Context } from "../context.ts";
import {
  abs,
  ceilDiv,
  div,
  isConstant,
  isInt,
  isStatic,
  min,
  mod,
  mul,
  ONE,
  signum,
  staticInt,
  ZERO,
} from "../int/int.ts";
import { layoutOverSwizzle, mergeSwizzles } from "../swizzle/swizzle.ts";
import { sum } from "../tuple/int-tuple.ts";
import { asArith, mulScalar } from "../tuple/scalar.ts";
import { getPath, isTuple, leavesOf, rankOf } from "../tuple/tree.ts";
import type { AnyLayout, ComposedLayout, Int, Layout, Shape, Stride, Strides, Swizzle } from "../value.ts";
import { layout } from "../value.ts";
import { coalesce, coalesceX, type Profile } from "./coalesce.ts";
import { checkExact, Doubts } from "./exactness.ts";
import { joinLayouts, makeLayout } from "./make.ts";
import { type AnyTiler, domainOf, hasItems, layoutModes, withInner } from "./modes.ts";

type Right = AnyLayout | AnyTiler | Swizzle;

export function composition(ctx: Context, a: Layout, b: Layout | AnyTiler): Layout;
export function composition(ctx: Context, a: AnyLayout, b: AnyLayout | AnyTiler): AnyLayout;
export function composition(ctx: Context, a: AnyLayout | Swizzle, b: Right): AnyLayout | Swizzle;
export function composition(ctx: Context, a: AnyLayout | Swizzle, b: Right): AnyLayout | Swizzle {
  switch (a.kind) {
    case "layout":
      return b.kind === "layout" ? composeLayouts(ctx, a, b) : composeTiler(ctx, a, b);
    case "swizzle":
      return composeSwizzle(ctx, a, b);
    case "composed":
      return composeComposed(ctx, a, b);
    default: {
      const never: never = a;
      return never;
    }
  }
}

function composeLayouts(ctx: Context, a: Layout, b: Layout): Layout {
  const flat = coalesceX(ctx, a, coprofileOf(ctx, b));
  const doubts = new Doubts();
  const result = composeModes(ctx, flat.shape, flat.stride, b.shape, b.stride, doubts);
  if (doubts.any) checkExact(ctx, a, b, result, doubts);
  return result;
}

/** B's coprofile: at which of A's modes B's results live. An integer (no profile) unless B has bases for strides. */
function coprofileOf(ctx: Context, b: Layout): Profile | undefined {
  if (!leavesOf(b.stride).some((d) => d.kind === "basis")) return undefined;
  const at = asArith(sum(ctx, b.stride));
  return at.kind === "arith" ? { kind: "tuple", items: at.items } : undefined;
}

/** One mode of B at a time; a hierarchical mode distributes. */
function composeModes(ctx: Context, aShape: Shape, aStride: Strides, s: Shape, d: Strides, doubts: Doubts): Layout {
  if (isTuple(s)) {
    const strides = isTuple(d) ? d.items : undefined;
    if (strides === undefined || strides.length !== s.items.length) {
      return ctx.stop({ code: "not-congruent", message: "shape and stride of the right side are not congruent" });
    }
    return composeEach(ctx, aShape, aStride, s.items, strides, doubts);
  }
  if (isTuple(d))
    return ctx.stop({ code: "not-congruent", message: "shape and stride of the right side are not congruent" });
  if (d.kind === "basis") {
    return composeModes(ctx, getPath(ctx, aShape, d.path), getPath(ctx, aStride, d.path), s, d.value, doubts);
  }
  if (isConstant(d, 0)) return layout(s, d);
  if (!isTuple(aShape)) return layout(s, mulScalar(d, leafStride(ctx, aStride)));
  if (!isTuple(aStride)) return ctx.stop({ code: "not-congruent", message: "shape and stride are not congruent" });
  return composeIntegral(ctx, aShape.items, aStride.items, s, d, doubts);
}

/** Right-distributivity: A o (B0,B1,…) = (A o B0, A o B1, …). */
function composeEach(
  ctx: Context,
  aShape: Shape,
  aStride: Strides,
  sizes: readonly Shape[],
  steps: readonly Strides[],
  doubts: Doubts,
): Layout {
  const shapes: Shape[] = [];
  const strides: Strides[] = [];
  for (let i = 0; i < sizes.length; i++) {
    const mode = composeModes(ctx, aShape, aStride, sizes[i]!, steps[i]!, doubts);
    shapes.push(mode.shape);
    strides.push(mode.stride);
  }
  return layout({ kind: "tuple", items: shapes }, { kind: "tuple", items: strides });
}

function leafStride(ctx: Context, d: Strides): Stride {
  return isTuple(d) ? ctx.stop({ code: "not-congruent", message: "shape and stride are not congruent" }) : d;
}

/** The general case: A's modes against one size and stride of B. Sizes are positive, so that the stride keeps its sign to the end. */
function composeIntegral(
  ctx: Context,
  shapes: readonly Shape[],
  strides: readonly Strides[],
  size: Int,
  step: Int,
  doubts: Doubts,
): Layout {
  const outShapes: Int[] = [];
  const outStrides: Stride[] = [];
  let restShape = size;
  let restStride = step;
  let reach = abs(step);
  const sign = signum(step);
  const last = shapes.length - 1;
  ctx.step(last + 1);
  for (let i = 0; i < last; i++) {
    const currShape = leafShape(ctx, shapes[i]!);
    requireStrideDivision(ctx, restStride, currShape, i);
    const nextShape = ceilDiv(currShape, reach);
    const nextReach = ceilDiv(reach, currShape);
    if (!isConstant(nextShape, 1) && !isConstant(restShape, 1)) {
      const newShape = min(nextShape, restShape);
      requireShapeDivision(ctx, restShape, newShape, i);
      doubts.split(restStride, currShape, restShape, nextShape, newShape);
      outShapes.push(newShape);
      outStrides.push(mulScalar(restStride, leafStride(ctx, strides[i]!)));
      restShape = div(restShape, newShape);
    } else if (!isConstant(restShape, 1)) doubts.skip(restStride, currShape);
    reach = nextReach;
    restStride = mul(reach, sign);
  }
  const lastStride = leafStride(
    ctx,
    strides[last] ?? ctx.stop({ code: "empty-layout", message: "the left side is empty" }),
  );
  if (outShapes.length === 0) return layout(restShape, mulScalar(restStride, lastStride));
  requireKnownRest(ctx, outShapes, restShape);
  if (!isConstant(restShape, 1)) {
    outShapes.push(restShape);
    outStrides.push(mulScalar(restStride, lastStride));
  }
  if (outShapes.length === 1) return layout(outShapes[0]!, outStrides[0]!);
  const result = layout({ kind: "tuple", items: outShapes }, { kind: "tuple", items: outStrides });
  // The DSL merges what a mode of unknown size at the end of A leaves apart: (2,k):(1,2) o 4:1 is 4:1.
  return ctx.dialect !== "cpp" && !isConstant(restShape, 1) ? coalesce(ctx, result) : result;
}

function leafShape(ctx: Context, s: Shape): Int {
  return isTuple(s) ? ctx.stop({ code: "not-congruent", message: "a mode of the left side is not flat" }) : s;
}

/** `rest_stride % curr_shape == 0 or rest_stride < curr_shape`, asked of static numbers only. */
function requireStrideDivision(ctx: Context, stride: Int, shape: Int, mode: number): void {
  if (!isStatic(stride) || !isStatic(shape) || stride.kind !== "num" || shape.kind !== "num") return;
  if (stride.value < shape.value || isConstant(mod(stride, shape), 0)) return;
  ctx.stop({
    code: "stride-divisibility",
    message: `composition: stride ${stride.value} does not fit size ${shape.value} of mode ${mode} of the left side`,
    at: "layout.hpp:1077",
    facts: { stride, shape, mode: staticInt(mode) },
  });
}

/** A rest of static size 1 is no mode: of `k/min(k,128)` with a `k` that only the compiler knows nobody can say. */
function requireKnownRest(ctx: Context, taken: readonly Int[], rest: Int): void {
  const isOpen = (one: Int): boolean => one.kind === "sym" && isStatic(one);
  if (ctx.dialect !== "cpp" || !isOpen(rest) || !taken.some(isOpen)) return;
  ctx.stop({
    code: "unsupported",
    message: "how many modes it has depends on a number that is not bound",
    facts: { rest },
  });
}

/** `rest_shape % new_shape == 0`, asked of static numbers only. */
function requireShapeDivision(ctx: Context, rest: Int, taken: Int, mode: number): void {
  if (!isStatic(rest) || !isStatic(taken) || rest.kind !== "num" || taken.kind !== "num") return;
  if (isConstant(mod(rest, taken), 0)) return;
  ctx.stop({
    code: "shape-divisibility",
    message: `composition: size ${rest.value} does not split into ${taken.value} at mode ${mode} of the left side`,
    at: "layout.hpp:1101",
    facts: { shape: rest, divisor: taken, mode: staticInt(mode) },
  });
}

/** A tiler: by mode for a tuple (modes it does not reach are dropped), the layout itself for `_`, a size n as `n:_1`. */
function composeTiler(ctx: Context, a: Layout, b: Exclude<Right, Layout>): AnyLayout {
  if (b.kind === "tuple") {
    if (b.items.length > rankOf(a.shape)) {
      ctx.stop({
        code: "rank-too-large",
        message: "more modes in the tiler than in the layout",
        at: "layout.hpp:1150",
      });
    }
    const modes = layoutModes(a)
      .slice(0, b.items.length)
      .map((mode, i) => asLayout(ctx, composition(ctx, mode, ofOneMode(ctx, mode, tilerMode(ctx, b.items[i]!)))));
    return joinLayouts(ctx.dialect === "dsl" ? modes.filter(hasItems) : modes);
  }
  if (b.kind === "underscore") return a;
  if (isInt(b)) return composeSize(ctx, a, b);
  if (b.kind === "swizzle") return layoutOverSwizzle(ctx, a, b);
  return layoutOverComposed(ctx, a, b);
}

/** Before CUTLASS 3.8 a mode of a tile's shape was one number where it is `(_8,_16)` since: no newer version is in sight. */
function ofOneMode(ctx: Context, mode: Layout, tiler: Right): Right {
  if (tiler.kind === "tuple" && tiler.items.length > 1 && !isTuple(mode.shape) && ctx.isBefore?.("3.8") === "unknown")
    ctx.stop({
      code: "unsupported",
      message: "whether a mode of the tile has modes of its own depends on the version of CUTLASS",
    });
  return tiler;
}

/** A size in a tiler is `n:_1` in C++, also `_1:_1`; the DSL makes a layout of it, so that a size 1 has stride 0. */
const composeSize = (ctx: Context, a: Layout, size: Int): Layout =>
  composeLayouts(ctx, a, ctx.dialect === "cpp" ? layout(size, ONE) : makeLayout(size));

/** `a o (outer o 0 o inner)` is `(a o outer) o inner` (layout_composed.hpp:379-389). */
function layoutOverComposed(ctx: Context, a: Layout, b: ComposedLayout): AnyLayout {
  if (b.offset.kind !== "flag" && !isConstant(b.offset, 0)) {
    ctx.stop({ code: "offset-not-zero", message: "the right side's offset must be _0", at: "layout_composed.hpp:386" });
  }
  const outer = composition(ctx, a, b.outer);
  const result = composition(ctx, outer, b.inner);
  return result.kind === "swizzle"
    ? ctx.stop({ code: "no-overload", message: "composition with a swizzle inside" })
    : result;
}

function composeSwizzle(ctx: Context, a: Swizzle, b: Right): AnyLayout | Swizzle {
  if (b.kind === "swizzle") return mergeSwizzles(ctx, a, b);
  if (b.kind === "layout" || b.kind === "composed")
    return withInner({ kind: "composed", outer: a, offset: ZERO, inner: b }, b);
  return ctx.stop({ code: "no-overload", message: "composition of a swizzle with a tiler" });
}

/** A composed layout on the left: composition acts on its inner layout. */
function composeComposed(ctx: Context, a: ComposedLayout, b: Right): AnyLayout {
  const inner = composition(ctx, domainOf(ctx, a), b);
  if (inner.kind === "swizzle") return { ...a, inner };
  return withInner(a, inner);
}

function asLayout(ctx: Context, a: AnyLayout | Swizzle): Layout {
  return a.kind === "layout"
    ? a
    : ctx.stop({ code: "no-overload", message: "a mode of a layout cannot be a composed layout" });
}

function tilerMode(ctx: Context, t: { readonly kind: string }): AnyTiler | AnyLayout {
  return requireTiler(ctx, t);
}

/** What may stand inside a by-mode tiler. */
export function requireTiler(ctx: Context, t: { readonly kind: string }): AnyTiler {
  switch (t.kind) {
    case "layout":
    case "num":
    case "sym":
    case "underscore":
    case "tuple":
    case "composed":
      return t as AnyTiler;
    default:
      return ctx.stop({ code: "not-a-tiler", message: `a ${t.kind} cannot be a mode of a tiler` });
  }
}
