// Layouts as tuples of (shape, stride) pairs: get, take, select, group, append, replace, flatten …, and the lifting
// of an operation to the modes of a tiler, written once (layout.hpp:494-765, 961-1018).
import type { Context } from "../context.ts";
import { OpStop } from "../context.ts";
import { isConstant, ONE, ZERO } from "../int/int.ts";
import * as tree from "../tuple/tree.ts";
import type { AnyLayout, ComposedLayout, Int, Layout, Shape, Stride, Tiler, Tree, Tuple } from "../value.ts";
import { layout } from "../value.ts";
import { joinLayouts } from "./make.ts";

/** `_1:_0`, CuTe's empty layout. */
export const UNIT: Layout = layout(ONE, ZERO);

/** What may stand in a tiler: a layout, a size, `_`, or a tuple of these. */
export type AnyTiler = Tiler | Tree<Int> | Tuple;

/** The same composed layout around another inner layout; a swizzle of no bits at offset 0 falls away (swizzle_layout.hpp:310). */
export function withInner(a: ComposedLayout, inner: AnyLayout): AnyLayout {
  const isNothing = a.outer.kind === "swizzle" && a.outer.b === 0 && isConstant(a.offset, 0) && !a.unsignedZero;
  return isNothing && inner.kind === "layout" ? inner : { ...a, inner };
}

/** Runs a layout operation on what carries the domain: the layout itself, or the inner one of a composed layout. */
export function onDomain(ctx: Context, a: AnyLayout, f: (inner: Layout) => Layout): AnyLayout {
  if (a.kind === "layout") return f(a);
  return withInner(a, onDomain(ctx, domainOf(ctx, a), f));
}

/** The inner layout of a composed layout. One whose inner part is a swizzle has no shape. */
export function domainOf(ctx: Context, a: AnyLayout): AnyLayout {
  if (a.kind === "layout") return a;
  if (a.inner.kind === "swizzle") {
    return ctx.stop({
      code: "no-domain",
      message: "the inner part of the composed layout is a swizzle, which has no shape",
    });
  }
  return a.inner;
}

/** The plain layout that carries the domain. */
export function innermost(ctx: Context, a: AnyLayout): AnyLayout {
  let at = a;
  while (at.kind === "composed") at = domainOf(ctx, at);
  return at;
}

export function shapeOf(ctx: Context, a: AnyLayout): Shape {
  let at = a;
  while (at.kind === "composed") at = domainOf(ctx, at);
  return at.shape;
}

export const rankOfLayout = (ctx: Context, a: AnyLayout): number => tree.rankOf(shapeOf(ctx, a));

/** Mode `i` of a layout. */
export function modeOf(ctx: Context, a: Layout, i: number): Layout {
  return layout(tree.get(ctx, a.shape, i), tree.get(ctx, a.stride, i));
}

/** The modes of a layout, one layout each. */
export function layoutModes(a: Layout): readonly Layout[] {
  if (!tree.isTuple(a.shape) || !tree.isTuple(a.stride)) return [a];
  const strides = a.stride.items;
  if (strides.length !== a.shape.items.length) notCongruent();
  return a.shape.items.map((s, i) => layout(s, strides[i]!));
}

/** CuTe never checks it, and has a layout whose stride is nested otherwise than its shape (mma_traits_sm80.hpp): no modes. */
function notCongruent(): never {
  throw new OpStop({ code: "not-congruent", message: "the layout's shape and stride are not congruent" });
}

/** CuTe's by-mode lifting: f on the modes that the tiler reaches, the rest kept. */
export function transformLayout<T>(a: Layout, tiler: readonly T[], f: (mode: Layout, tile: T) => Layout): Layout {
  return joinLayouts(layoutModes(a).map((mode, i) => (i < tiler.length ? f(mode, tiler[i]!) : mode)));
}

/** CuTe DSL drops modes `():()` where it works mode by mode. */
export const hasItems = ({ shape }: Layout): boolean => !tree.isTuple(shape) || shape.items.length > 0;

/** The same on shape and stride: for the operations that only move modes about. */
function both(a: Layout, f: (t: Tree<Int | Stride>) => Tree<Int | Stride>): Layout {
  return { kind: "layout", shape: f(a.shape) as Shape, stride: f(a.stride) as Tree<Stride> };
}

export const getLayout = (ctx: Context, a: AnyLayout, path: readonly number[]): AnyLayout =>
  onDomain(ctx, a, (l) => both(l, (t) => tree.getPath(ctx, t, path)));

export const takeLayout = (ctx: Context, a: AnyLayout, begin: number, end: number): AnyLayout =>
  onDomain(ctx, a, (l) => {
    if (begin >= end) ctx.stop({ code: "empty-range", message: `take<${begin},${end}>`, at: "layout.hpp:511" });
    if (begin < 0 || end > tree.rankOf(l.shape)) {
      ctx.stop({ code: "index-out-of-range", message: `take<${begin},${end}>`, at: "layout.hpp:512" });
    }
    return both(l, (t) => tree.take(ctx, t, begin, end));
  });

export const selectLayout = (ctx: Context, a: AnyLayout, modes: readonly number[]): AnyLayout =>
  onDomain(ctx, a, (l) => both(l, (t) => tree.tupleOf(...modes.map((i) => tree.get(ctx, t, i)))));

export const flattenLayout = (ctx: Context, a: AnyLayout): AnyLayout =>
  onDomain(ctx, a, (l) => both(l, tree.flattenTree));

export const groupLayout = (ctx: Context, a: AnyLayout, begin: number, end: number): AnyLayout =>
  onDomain(ctx, a, (l) => both(l, (t) => tree.group(ctx, t, begin, end)));

/** `append(layout, x)` or, with a rank, `append<N>(layout, x)`. */
export function appendLayout(ctx: Context, a: AnyLayout, x: Layout = UNIT, rank?: number): AnyLayout {
  return onDomain(ctx, a, (l) =>
    rank === undefined
      ? layout(tree.append(l.shape, x.shape), tree.append(l.stride, x.stride))
      : layout(tree.appendTo(ctx, l.shape, x.shape, rank), tree.appendTo(ctx, l.stride, x.stride, rank)),
  );
}

export function prependLayout(ctx: Context, a: AnyLayout, x: Layout = UNIT, rank?: number): AnyLayout {
  return onDomain(ctx, a, (l) =>
    rank === undefined
      ? layout(tree.prepend(l.shape, x.shape), tree.prepend(l.stride, x.stride))
      : layout(tree.prependTo(ctx, l.shape, x.shape, rank), tree.prependTo(ctx, l.stride, x.stride, rank)),
  );
}

export const replaceLayout = (ctx: Context, a: AnyLayout, x: Layout, n: number): AnyLayout =>
  onDomain(ctx, a, (l) => layout(tree.replace(ctx, l.shape, x.shape, n), tree.replace(ctx, l.stride, x.stride, n)));

export const unflattenLayout = <P extends { readonly kind: string }>(
  ctx: Context,
  a: Layout,
  profile: Tree<P>,
): Layout => both(a, (t) => tree.unflatten(ctx, t, profile));

/** `zip(layout)`, or `zip(a, b)`: pairs the modes of two layouts. */
export const zipLayout = (ctx: Context, a: AnyLayout): AnyLayout =>
  onDomain(ctx, a, (l) => both(l, (t) => tree.zip(ctx, t)));
export const zipLayouts = (ctx: Context, a: Layout, b: Layout): Layout =>
  layout(tree.zip(ctx, tree.tupleOf(a.shape, b.shape)), tree.zip(ctx, tree.tupleOf(a.stride, b.stride)));
