// slice and dice: keep the modes at `_`, or the others (underscore.hpp:98-178, layout.hpp:688-722).
//
// Inside a tuple coordinate the kept modes are gathered into one tuple; `_` alone keeps everything as it is.
import type { Context } from "../context.ts";
import { isConstant, ZERO } from "../int/int.ts";
import { sliceSwizzled } from "../swizzle/slice.ts";
import { asArith, type Index, type Offset } from "../tuple/scalar.ts";
import { isTuple } from "../tuple/tree.ts";
import type { AnyLayout, ComposedLayout, Coord, Layout, Tree } from "../value.ts";
import { layout } from "../value.ts";
import { crd2idx, layoutAt, offsetPlus } from "./coords.ts";
import { isStaticTree } from "./make.ts";
import { domainOf, withInner } from "./modes.ts";

interface Kinded {
  readonly kind: string;
}

const sameRank = <T extends Kinded>(
  ctx: Context,
  coord: readonly Coord[],
  t: Tree<T>,
  at: string,
): readonly Tree<T>[] =>
  isTuple(t) && t.items.length === coord.length
    ? t.items
    : ctx.stop({ code: "mismatched-ranks", message: "coordinate and tuple of unequal rank", at });

/** `slice(coord, t)`: what stands at the underscores. */
export function sliceTree<T extends Kinded>(ctx: Context, coord: Coord, t: Tree<T>): Tree<T> {
  if (isTuple(coord))
    return { kind: "tuple", items: lift(ctx, coord, t, true, "underscore.hpp:126", "underscore.hpp:106") };
  return coord.kind === "underscore" ? t : { kind: "tuple", items: [] };
}

/** `dice(coord, t)`: what stands elsewhere. */
export function diceTree<T extends Kinded>(ctx: Context, coord: Coord, t: Tree<T>): Tree<T> {
  if (isTuple(coord))
    return { kind: "tuple", items: lift(ctx, coord, t, false, "underscore.hpp:169", "underscore.hpp:149") };
  return coord.kind === "underscore" ? { kind: "tuple", items: [] } : t;
}

function lift<T extends Kinded>(
  ctx: Context,
  coord: Coord,
  t: Tree<T>,
  keep: boolean,
  at: string,
  inside: string,
): readonly Tree<T>[] {
  if (!isTuple(coord)) return (coord.kind === "underscore") === keep ? [t] : [];
  const parts = sameRank(ctx, coord.items, t, at);
  return coord.items.flatMap((c, i) => lift(ctx, c, parts[i]!, keep, inside, inside));
}

export function sliceLayout(ctx: Context, coord: Coord, a: Layout): Layout {
  // C++ keeps what make_layout is given; which of the two is wrong, no coordinate says.
  if (isTuple(a.shape) && isTuple(a.stride) && a.shape.items.length !== a.stride.items.length)
    ctx.stop({ code: "not-congruent", message: "shape and stride are not congruent" });
  return layout(sliceTree(ctx, coord, a.shape), sliceTree(ctx, coord, a.stride));
}

export const diceLayout = (ctx: Context, coord: Coord, a: Layout): Layout =>
  layout(diceTree(ctx, coord, a.shape), diceTree(ctx, coord, a.stride));

export function hasUnderscore(coord: Coord): boolean {
  return isTuple(coord) ? coord.items.some(hasUnderscore) : coord.kind === "underscore";
}

export function allUnderscore(coord: Coord): boolean {
  return isTuple(coord) ? coord.items.every(allUnderscore) : coord.kind === "underscore";
}

/** A slice and the offset that its origin has. */
export interface Sliced {
  readonly layout: AnyLayout;
  readonly offset: Offset;
}

/** `slice_and_offset(coord, layout)`. A composed layout keeps the offset inside; swizzled ones decay where they can. */
export function sliceAndOffset(ctx: Context, coord: Coord, a: AnyLayout): Sliced {
  if (a.kind === "layout") {
    return { layout: sliceLayout(ctx, coord, a), offset: crd2idx(ctx, coord, a.shape, a.stride) };
  }
  if (a.outer.kind === "swizzle" && a.inner.kind === "layout") {
    if (a.offset.kind === "flag") return sliceFlagged(ctx, coord, a);
    if (a.outer.b === 0 && ctx.dialect !== "cpp") return sliceUnmoved(ctx, coord, a, a.inner);
    if (ctx.dialect !== "cpp") requireStatic(ctx, a.inner);
    return sliceSwizzled(ctx, coord, a, a.outer, a.inner);
  }
  const inner = sliceAndOffset(ctx, coord, domainOf(ctx, a));
  if (inner.offset.kind === "mixed") return ctx.stop({ code: "no-overload", message: "a slice of nested swizzles" });
  return { layout: { ...a, offset: plus(ctx, a.offset, inner.offset), inner: inner.layout }, offset: ZERO };
}

/** The DSL's slice of a swizzled layout with an integer of the run is no layout: it prints `x:x o 0 o x:x`. */
function requireStatic(ctx: Context, a: Layout): void {
  if (isStaticTree(a.shape) && isStaticTree(a.stride)) return;
  ctx.stop({ code: "not-static", message: "a slice of a swizzled layout wants its shape and strides static" });
}

/** Under a swizzle that moves nothing, which C++ does not keep, a slice is one of the layout. */
function sliceUnmoved(ctx: Context, coord: Coord, a: ComposedLayout, inner: Layout): Sliced {
  if (allUnderscore(coord)) return { layout: withInner(a, sliceLayout(ctx, coord, inner)), offset: ZERO };
  const index = crd2idx(ctx, coord, inner.shape, inner.stride);
  return { layout: sliceLayout(ctx, coord, inner), offset: offsetPlus(ctx, a.offset, index) };
}

/** Flagged (smem_ptr) layouts keep their swizzle, and the flag while the offset is statically 0 (pointer_flagged.hpp:86). */
function sliceFlagged(ctx: Context, coord: Coord, a: ComposedLayout): Sliced {
  const inner = sliceAndOffset(ctx, coord, domainOf(ctx, a));
  if (isConstant(inner.offset, 0)) return { layout: withInner(a, inner.layout), offset: ZERO };
  const at = asArith(inner.offset.kind === "mixed" ? ZERO : inner.offset);
  return { layout: { ...a, offset: at, inner: inner.layout }, offset: ZERO };
}

function plus(ctx: Context, offset: ComposedLayout["offset"], index: Index): ComposedLayout["offset"] {
  const at = offsetPlus(ctx, offset, index);
  return at.kind === "basis" ? asArith(at) : at;
}

/** `slice(coord, layout)`: the layout part; nothing but underscores keeps a composed layout whole. */
export function slice(ctx: Context, coord: Coord, a: Layout): Layout;
export function slice(ctx: Context, coord: Coord, a: AnyLayout): AnyLayout;
export function slice(ctx: Context, coord: Coord, a: AnyLayout): AnyLayout {
  if (a.kind === "layout") return sliceLayout(ctx, coord, a);
  const sliced = sliceAndOffset(ctx, coord, a).layout;
  if (ctx.dialect === "cpp" && sliced.kind === "layout" && !hasUnderscore(coord)) refuseSlice(ctx);
  return sliced;
}

/** The swizzle is composed with what is left, which has no mode. */
const refuseSlice = (ctx: Context): never =>
  ctx.stop({ code: "no-overload", message: "no mode is left of the swizzled layout", at: "swizzle_layout.hpp:271" });

/** `domain_offset(coord, layout)`: the layout seen from a coordinate, and the offset that costs. */
export function domainOffset(ctx: Context, coord: Coord, a: AnyLayout): Sliced {
  if (a.kind === "layout") {
    return hasUnderscore(coord)
      ? ctx.stop({ code: "no-overload", message: "domain_offset of a slice" })
      : { layout: a, offset: layoutAt(ctx, a, coord) };
  }
  const inner = layoutAt(ctx, domainOf(ctx, a), coord);
  if (inner.kind === "mixed") return ctx.stop({ code: "no-overload", message: "domain_offset of nested swizzles" });
  return { layout: { ...a, offset: plus(ctx, a.offset, inner) }, offset: ZERO };
}
