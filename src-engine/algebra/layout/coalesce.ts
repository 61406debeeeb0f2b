// coalesce and filter: fewer modes, the same function (layout.hpp:771-955).
//
// Walks from the right. A mode merges into the front of what is there when the front's size is static and
// `shape * stride == front's stride` is certain at compile time; only static sizes 1 are dropped.
import type { Context } from "../context.ts";
import { isConstant, isStatic, mul, TWO } from "../int/int.ts";
import { filterZerosTree } from "../tuple/int-tuple.ts";
import { equalScalar, mulScalar } from "../tuple/scalar.ts";
import { isTuple, leavesOf, rankOf } from "../tuple/tree.ts";
import type { AnyLayout, Int, Layout, Shape, Stride, Strides, Tree } from "../value.ts";
import { isSameObject, layout } from "../value.ts";
import { coalesceDsl, coalesceZ } from "./dsl-coalesce.ts";
import { onDomain, transformLayout, UNIT } from "./modes.ts";

/** A profile says at which leaves an operation works by itself: `(_0,_1)` keeps two modes. */
export type Profile = Tree<{ readonly kind: string }>;

export function coalesce(ctx: Context, a: Layout, profile?: Profile): Layout;
export function coalesce(ctx: Context, a: AnyLayout, profile?: Profile): AnyLayout;
export function coalesce(ctx: Context, a: AnyLayout, profile?: Profile): AnyLayout {
  if (a.kind === "composed") return onDomain(ctx, a, (inner) => coalesce(ctx, inner, profile));
  if (profile === undefined || !isTuple(profile)) return coalesceAll(ctx, a, false);
  return byProfile(ctx, a, profile, "layout.hpp:883", (mode, p) => coalesce(ctx, mode, p));
}

/** `detail::coalesce_x`: also the same function beyond the domain, as composition needs. */
export function coalesceX(ctx: Context, a: Layout, profile?: Profile): Layout {
  if (profile === undefined || !isTuple(profile)) return coalesceAll(ctx, a, true);
  return byProfile(ctx, a, profile, "layout.hpp:848", (mode, p) => coalesceX(ctx, mode, p));
}

function byProfile(
  ctx: Context,
  a: Layout,
  profile: Profile,
  at: string,
  f: (mode: Layout, profile: Profile) => Layout,
): Layout {
  const profiles = isTuple(profile) ? profile.items : [profile];
  if (profiles.length > rankOf(a.shape)) {
    ctx.stop({ code: "rank-too-large", message: "more modes in the profile than in the layout", at });
  }
  return transformLayout(a, profiles, f);
}

/** `():()`: also what is left of modes that are all empty. */
const NOTHING: Layout = layout({ kind: "tuple", items: [] }, { kind: "tuple", items: [] });

function coalesceAll(ctx: Context, a: Layout, beyondDomain: boolean): Layout {
  if (ctx.dialect === "ir") return beyondDomain ? coalesceZ(ctx, a) : coalesceDsl(ctx, a);
  if (!isTuple(a.shape) && !isTuple(a.stride)) {
    if (!isConstant(a.shape, 1)) return a;
    return beyondDomain ? layout(TWO, a.stride) : UNIT;
  }
  const shapes = flatItems<Int>(a.shape);
  const strides = flatItems<Stride>(a.stride);
  const last = shapes.length - 1;
  ctx.step(last + 1);
  if (last < 0 && ctx.dialect === "dsl") return NOTHING;
  if (last < 0 || strides.length !== shapes.length) emptyOrMismatched(ctx, last);
  return mergeModes(a, shapes, strides, beyondDomain);
}

/** The leaves; a tuple that is flat already gives its own items. */
function flatItems<T extends { readonly kind: string }>(t: Tree<T>): readonly T[] {
  if (!isTuple(t)) return [t];
  for (const item of t.items) if (isTuple(item)) return leavesOf(t);
  return t.items as readonly T[];
}

/** Works on arrays from the right; the accumulated modes stand in reverse. */
function mergeModes(a: Layout, shapes: readonly Int[], strides: readonly Stride[], beyondDomain: boolean): Layout {
  let i = shapes.length - 1;
  const newShapes: Int[] = [];
  const newStrides: Stride[] = [];
  let frontShape = shapes[i]!;
  let frontStride = strides[i]!;
  let changed = i === 0 || isConstant(frontShape, 1);
  if (beyondDomain && isConstant(frontShape, 1)) frontShape = TWO;
  for (i--; i >= 0; i--) {
    const shape = shapes[i]!;
    const stride = strides[i]!;
    if (isConstant(shape, 1)) {
      changed = true;
    } else if (isConstant(frontShape, 1) && newShapes.length === 0) {
      frontShape = shape;
      frontStride = stride;
    } else if (frontShape.know === "static" && continues(shape, stride, frontStride)) {
      frontShape = mul(shape, frontShape);
      frontStride = stride;
      changed = true;
    } else {
      newShapes.push(frontShape);
      newStrides.push(frontStride);
      frontShape = shape;
      frontStride = stride;
    }
  }
  if (newShapes.length === 0) return isConstant(frontShape, 1) ? UNIT : layout(frontShape, frontStride);
  if (!changed && isTuple(a.shape) && isSameObject(a.shape.items, shapes)) return a;
  newShapes.push(frontShape);
  newStrides.push(frontStride);
  return layout({ kind: "tuple", items: newShapes.reverse() }, { kind: "tuple", items: newStrides.reverse() });
}

/** `shape * stride == next` is statically true. */
function continues(shape: Int, stride: Stride, next: Stride): boolean {
  if (shape.kind === "num" && stride.kind === "num" && next.kind === "num") {
    if (next.know === "dynamic") return false;
    if (shape.know === "static" && stride.know === "static") return shape.value * stride.value === next.value;
    return isConstant(stride, 0) && isConstant(next, 0);
  }
  return isConstant(equalScalar(mulScalar(shape, stride), next), 1);
}

function emptyOrMismatched(ctx: Context, last: number): never {
  return ctx.stop(
    last < 0
      ? { code: "empty-layout", message: "an empty layout cannot be coalesced", at: "tuple.hpp:229" }
      : { code: "not-congruent", message: "shape and stride are not congruent" },
  );
}

/** `filter_zeros`: size 1 wherever the stride (or the profile) is a static 0. */
export function filterZeros(ctx: Context, a: Layout, profile?: Profile): Layout {
  if (profile === undefined && !hasZero(a.stride)) return a;
  return layout(filterZerosTree(ctx, profile ?? a.stride, a.shape), a.stride);
}

const hasZero = (d: Strides): boolean => (isTuple(d) ? d.items.some(hasZero) : isConstant(d, 0));

/** `filter`: without static stride-0 modes and static sizes 1. */
export function filter(ctx: Context, a: Layout, profile?: Profile): Layout;
export function filter(ctx: Context, a: AnyLayout, profile?: Profile): AnyLayout;
export function filter(ctx: Context, a: AnyLayout, profile?: Profile): AnyLayout {
  if (a.kind === "composed") return onDomain(ctx, a, (inner) => filter(ctx, inner, profile));
  if (profile === undefined || !isTuple(profile)) return coalesce(ctx, filterZeros(ctx, a));
  return byProfile(ctx, a, profile, "layout.hpp:948", (mode, p) => filter(ctx, mode, p));
}

export const isStaticShape = (s: Shape): boolean => leavesOf(s).every(isStatic);
