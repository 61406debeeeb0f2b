// Division: a layout into tiles and the layout of the tiles (layout.hpp:1534-1643).
//
// logical_divide(A, B) = A o (B, B*): mode 0 is the tile, mode 1 runs over the tiles. By mode for a tuple of tilers.
import type { Context } from "../context.ts";
import { divides } from "../int/ask.ts";
import { isInt } from "../int/int.ts";
import { zeroDivision } from "../int/poly-ops.ts";
import { ceilDivTree, product } from "../tuple/int-tuple.ts";
import { isTuple, rankOf, repeat, tupleOf, tupleRepeat, zip2By } from "../tuple/tree.ts";
import type { AnyLayout, Coord, Layout, Shape, Tree, Tuple } from "../value.ts";
import { layout, underscore } from "../value.ts";
import { coalesce } from "./coalesce.ts";
import { complement } from "./complement.ts";
import { composition, requireTiler } from "./composition.ts";
import { goesByPlaces, isIdentityLayout } from "./dsl-buckets.ts";
import { complementExtend } from "./dsl-complement.ts";
import { joinLayouts, makeLayout } from "./make.ts";
import { type AnyTiler, hasItems, layoutModes, onDomain, shapeOf, transformLayout } from "./modes.ts";
import { sliceLayout } from "./slice.ts";

export function logicalDivide(ctx: Context, a: Layout, tiler: AnyTiler): Layout;
export function logicalDivide(ctx: Context, a: AnyLayout, tiler: AnyTiler): AnyLayout;
export function logicalDivide(ctx: Context, a: AnyLayout, tiler: AnyTiler): AnyLayout {
  if (a.kind === "composed") return onDomain(ctx, a, (inner) => logicalDivide(ctx, inner, tiler));
  if (tiler.kind === "layout") {
    needWholeTiles(ctx, a, tiler);
    // Tiles of a coordinate layout that maps to itself are those of its shape.
    if (ctx.dialect === "dsl" && isTuple(tiler.shape) && isIdentityLayout(ctx, tiler))
      return zippedDivide(ctx, a, tiler.shape);
    const rest = goesByPlaces(ctx, tiler)
      ? complementExtend(ctx, tiler, a.shape)
      : complement(ctx, tiler, coalesce(ctx, a).shape);
    return composition(ctx, a, joinLayouts([tiler, rest]));
  }
  return byMode(ctx, a, tiler, "layout.hpp:1572", logicalDivide);
}

/** A symbolic size is divided with rounding up: whether the tiles come out even is left to be known. */
function needWholeTiles(ctx: Context, a: Layout, tiler: Layout): void {
  if (!hasSymbol(a.shape)) return;
  const of = product(a.shape);
  const divisor = product(tiler.shape);
  const holds = divides(divisor, of);
  if (holds !== "yes") ctx.need({ kind: "divides", holds, facts: { divisor, of } });
}

const hasSymbol = (t: Shape): boolean => (isTuple(t) ? t.items.some(hasSymbol) : t.kind === "sym");

/** An operation with a tiler: by mode for a tuple, nothing for `_`, the layout n:1 for a size n. Written once for divisions and products. */
export function byMode(
  ctx: Context,
  a: Layout,
  tiler: AnyTiler,
  at: string,
  op: (ctx: Context, a: Layout, tiler: AnyTiler) => Layout,
): Layout {
  if (tiler.kind === "tuple") {
    if (tiler.items.length > rankOf(a.shape)) {
      ctx.stop({
        code: "rank-too-large",
        message: "more modes in the tiler than in the layout",
        at,
        facts: { layout: a },
      });
    }
    const found = transformLayout(a, tiler.items, (mode, tile) => op(ctx, mode, requireTiler(ctx, tile)));
    return ctx.dialect === "dsl" ? joinLayouts(layoutModes(found).filter(hasItems)) : found;
  }
  if (tiler.kind === "underscore") return a;
  if (isInt(tiler)) return op(ctx, a, makeLayout(tiler));
  return ctx.stop({ code: "no-overload", message: "a composed layout is no tiler here" });
}

/** `tile_unzip`: gathers the tiles and the rests that stand at the tiler's leaves into two modes. */
export function tileUnzip(ctx: Context, a: Layout, tiler: AnyTiler): Layout;
export function tileUnzip(ctx: Context, a: AnyLayout, tiler: AnyTiler): AnyLayout;
export function tileUnzip(ctx: Context, a: AnyLayout, tiler: AnyTiler): AnyLayout {
  const guide: Tree<{ readonly kind: string }> = tiler;
  return onDomain(ctx, a, (l) => layout(zip2By(ctx, l.shape, guide), zip2By(ctx, l.stride, guide)));
}

export function zippedDivide(ctx: Context, a: Layout, tiler: AnyTiler): Layout;
export function zippedDivide(ctx: Context, a: AnyLayout, tiler: AnyTiler): AnyLayout;
export function zippedDivide(ctx: Context, a: AnyLayout, tiler: AnyTiler): AnyLayout {
  return onDomain(ctx, a, (inner) => tileUnzip(ctx, logicalDivide(ctx, inner, tiler), tiler));
}

/** zipped_divide with the rests unpacked: ((TILE_M,TILE_N),m,n). */
export function tiledDivide(ctx: Context, a: Layout, tiler: AnyTiler): Layout;
export function tiledDivide(ctx: Context, a: AnyLayout, tiler: AnyTiler): AnyLayout;
export function tiledDivide(ctx: Context, a: AnyLayout, tiler: AnyTiler): AnyLayout {
  return onDomain(ctx, a, (inner) => unpack(ctx, zippedDivide(ctx, inner, tiler), false));
}

/** zipped_divide with both unpacked: (TILE_M,TILE_N,m,n). */
export function flatDivide(ctx: Context, a: Layout, tiler: AnyTiler): Layout;
export function flatDivide(ctx: Context, a: AnyLayout, tiler: AnyTiler): AnyLayout;
export function flatDivide(ctx: Context, a: AnyLayout, tiler: AnyTiler): AnyLayout {
  return onDomain(ctx, a, (inner) => unpack(ctx, zippedDivide(ctx, inner, tiler), true));
}

/** A rank-2 layout sliced by underscores: mode 1, or both modes, become modes of their own. */
export function unpack(ctx: Context, a: Layout, both: boolean): Layout {
  const [tile, rest] = layoutModes(a).map((mode) => underscoresFor(ctx, mode.shape));
  return sliceLayout(ctx, tupleOf(both ? (tile ?? underscore) : underscore, rest ?? underscore), a);
}

/** `repeat<rank>(_)`: a mode of rank 1 stays as it is in C++; the DSL unpacks it like any other. */
const underscoresFor = (ctx: Context, mode: Shape): Coord =>
  ctx.dialect !== "cpp" && isTuple(mode)
    ? tupleRepeat(mode.items.length, underscore)
    : repeat(rankOf(mode), underscore);

/** `ceil_div(target, tiler)` with a layout or by-mode tiler: how many tiles there are. */
export function ceilDivBy(ctx: Context, target: Shape | AnyLayout, tiler: AnyTiler): Shape {
  const shape = target.kind === "layout" || target.kind === "composed" ? shapeOf(ctx, target) : target;
  if (tiler.kind === "layout" || tiler.kind === "composed") return complement(ctx, tiler, shape).shape;
  if (tiler.kind === "underscore") return zeroDivision();
  if (tiler.kind !== "tuple" || !isTuple(shape) || isShape(tiler))
    return ceilDivTree(ctx, shape, requireShape(ctx, tiler));
  if (tiler.items.length > shape.items.length) {
    ctx.stop({
      code: "mismatched-ranks",
      message: "more modes in the tiler than in the shape",
      at: "int_tuple.hpp:330",
    });
  }
  return tupleOf(
    ...shape.items.map((s, i) => (i < tiler.items.length ? ceilDivBy(ctx, s, requireTiler(ctx, tiler.items[i]!)) : s)),
  );
}

/** An integer or a tuple of such, however deep. */
export function isShape(t: { readonly kind: string }): t is Shape {
  const open: { readonly kind: string }[] = [t];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isTuple(next as Tree<{ readonly kind: string }>)) {
      for (const item of (next as Tuple<{ readonly kind: string }>).items) open.push(item);
    } else if (next.kind !== "num" && next.kind !== "sym") return false;
  }
  return true;
}

function requireShape(ctx: Context, t: { readonly kind: string }): Shape {
  return isShape(t) ? t : ctx.stop({ code: "no-overload", message: "a shape is expected" });
}
