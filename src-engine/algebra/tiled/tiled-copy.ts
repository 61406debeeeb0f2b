// TiledCopy: a copy atom laid out over the threads and values of a tile (CUTLASS 4.7 include/cute/atom/copy_atom.hpp:178-412, 544-572).

import type { CopyAtom, TiledCopy, TiledMma, TilerMN, TmaAtom } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { divides } from "../int/ask.ts";
import { mul, ONE, ZERO } from "../int/int.ts";
import { coalesce } from "../layout/coalesce.ts";
import { composition } from "../layout/composition.ts";
import { zippedDivide } from "../layout/divide.ts";
import { rightInverse } from "../layout/inverse.ts";
import { makeLayout } from "../layout/make.ts";
import { modeOf, rankOfLayout, shapeOf, zipLayout } from "../layout/modes.ts";
import { logicalProduct, rakedProduct } from "../layout/product.ts";
import { upcast } from "../layout/recast.ts";
import { slice } from "../layout/slice.ts";
import { product, productEach } from "../tuple/int-tuple.ts";
import { appendTo, modesOf, prepend, tupleOf } from "../tuple/tree.ts";
import type { AnyLayout, Coord, Int, Layout, Shape, Tree, Underscore } from "../value.ts";
import { tuple, underscore } from "../value.ts";
import { layoutTV as mmaLayoutTV, modesOfOperand, type Operand, tileSizeMma } from "./tiled-mma.ts";

export type Side = "S" | "D";

/** The atom whose layouts a tiled copy tiles; a TMA atom carries its own. */
export function copyAtomOf(ctx: Context, copy: TiledCopy): CopyAtom {
  return copy.atom.kind === "copy-atom" ? copy.atom : copyAtomOfTma(ctx, copy.atom);
}

function copyAtomOfTma(ctx: Context, atom: TmaAtom): CopyAtom {
  return atom.copyAtom ?? ctx.stop({ code: "unsupported", message: "the layouts of this TMA atom are not known" });
}

/** `make_tiled_copy(atom, thr_layout, val_layout)`. */
export function makeTiledCopy(ctx: Context, atom: CopyAtom, thr: Layout, val: Layout): TiledCopy {
  const layoutMN = rakedProduct(ctx, thr, val);
  const sizes = makeLayout(tupleOf<Int>(product(thr.shape), product(val.shape)));
  const layoutTV = composition(ctx, rightInverse(ctx, layoutMN), sizes);
  return makeTiledCopyImpl(ctx, atom, layoutTV, productEach(layoutMN.shape));
}

/** `make_tiled_copy_impl(atom, layout_tv, tiler)`; stops where the tile has too few threads or values for the atom. */
export function makeTiledCopyImpl(ctx: Context, atom: CopyAtom, layoutTV: Layout, tilerMN: TilerMN): TiledCopy {
  requireWhole(ctx, layoutTV, atom.layoutRef, 0, "thrs", 205);
  requireWhole(ctx, layoutTV, atom.layoutRef, 1, "vals", 206);
  return { kind: "tiled-copy", atom, layoutTV, tilerMN: ctx.dialect === "dsl" ? layoutTiler(tilerMN) : tilerMN };
}

/** The DSL keeps a tiler's sizes as layouts: `(32,16)` is `(32:1,16:1)`. */
function layoutTiler(tiler: TilerMN): TilerMN {
  if (tiler.kind === "tuple") return tuple(tiler.items.map(layoutTiler));
  return tiler.kind === "layout" ? tiler : makeLayout(tiler);
}

function requireWhole(ctx: Context, tiled: Layout, atom: Layout, mode: number, what: string, line: number): void {
  const divisor = sizeOf(ctx, atom, mode);
  const of = sizeOf(ctx, tiled, mode);
  const holds = divides(divisor, of);
  ctx.need({ kind: "divides", holds, facts: { divisor, of }, at: `copy_atom.hpp:${line}` });
  // The DSL does not ask.
  if (holds !== "no" || ctx.dialect !== "cpp") return;
  const message = `TiledCopy uses too few ${what} for selected CopyAtom`;
  ctx.stop({ code: `tiled-copy-${what}`, message, at: `copy_atom.hpp:${line}`, facts: { divisor, of } });
}

const sizeOf = (ctx: Context, a: Layout, mode: number): Int => product(modeOf(ctx, a, mode).shape);

/** `make_tiled_copy_A|B|C(atom, mma)`: the threads hold what the MMA's threads hold of the operand. */
export function makeTiledCopyFor(ctx: Context, atom: CopyAtom, mma: TiledMma, operand: Operand): TiledCopy {
  const [i, j] = modesOfOperand[operand];
  const tiler = tupleOf<Int | Layout>(tileSizeMma(ctx, mma, i), tileSizeMma(ctx, mma, j));
  return makeTiledCopyImpl(ctx, atom, mmaLayoutTV(ctx, mma, operand), tiler);
}

/** `make_tiled_copy_S|D(atom, tiled_copy)`: a copy whose threads hold what the other's source or destination threads hold. */
export const makeTiledCopyLike = (ctx: Context, atom: CopyAtom, copy: TiledCopy, side: Side): TiledCopy =>
  makeTiledCopyImpl(ctx, atom, copyLayoutTV(ctx, copy, side), copy.tilerMN);

/** The shape that a tiler covers, mode by mode; `tile_size(copy)` is its product. */
export function tilerShape(tiler: TilerMN): Shape {
  if (tiler.kind === "tuple") return tuple(tiler.items.map(tilerShape));
  return tiler.kind === "layout" ? tiler.shape : tiler;
}

/** `size(copy)`: its threads. */
export const sizeOfCopy = (ctx: Context, copy: TiledCopy): Int => sizeOf(ctx, copy.layoutTV, 0);

/** `tidfrg_S|D`: (M,N,…) to (Thr,(FrgV,FrgX),(RestM,RestN,…)). */
export function tidfrg(ctx: Context, copy: TiledCopy, side: Side, target: Layout): Layout;
export function tidfrg(ctx: Context, copy: TiledCopy, side: Side, target: AnyLayout): AnyLayout;
export function tidfrg(ctx: Context, copy: TiledCopy, side: Side, target: AnyLayout): AnyLayout {
  const tilerRank = modesOf(copy.tilerMN as Tree<Int>).length;
  if (rankOfLayout(ctx, target) < tilerRank) {
    const at = side === "S" ? "copy_atom.hpp:224" : "copy_atom.hpp:244";
    ctx.stop({ code: "rank-too-small", message: "Rank of tensor to be partitioned too small.", at });
  }
  return tileToThreads(ctx, copy, side, zippedDivide(ctx, target, copy.tilerMN));
}

/** `get_layoutS_TV`, `get_layoutD_TV`: (thr_idx,val_idx) to a coordinate of the tile. */
export function copyLayoutTV(ctx: Context, copy: TiledCopy, side: Side): Layout {
  const reference = makeLayout(tupleOf<Int>(tilerShape(copy.tilerMN), ONE));
  return slice(ctx, tuple<Int | Underscore>([underscore, underscore, ZERO]), tileToThreads(ctx, copy, side, reference));
}

/** `tile2thrfrg`: ((TileM,TileN,…),(RestM,RestN,…)) to (Thr,(FrgV,FrgX),(RestM,RestN,…)). */
function tileToThreads(ctx: Context, copy: TiledCopy, side: Side, target: Layout): Layout;
function tileToThreads(ctx: Context, copy: TiledCopy, side: Side, target: AnyLayout): AnyLayout;
function tileToThreads(ctx: Context, copy: TiledCopy, side: Side, target: AnyLayout): AnyLayout {
  const atom = copyAtomOf(ctx, copy);
  const toSide = composition(ctx, rightInverse(ctx, atom.layoutRef), side === "S" ? atom.layoutSrc : atom.layoutDst);
  const atomShape = tupleOf<Int>(sizeOf(ctx, atom.layoutRef, 0), sizeOf(ctx, atom.layoutRef, 1));
  const atoms = composition(ctx, zippedDivide(ctx, copy.layoutTV, atomShape), tuple([toSide, underscore]));
  const profile = tupleOf<Int>(ONE, tupleOf<Int>(ONE, ONE));
  const toTile = coalesce(ctx, zipLayout(ctx, atoms), profile);
  const byThread = composition(ctx, target, tuple([toTile, underscore]));
  return slice(ctx, tuple<Int | Underscore>([tuple([underscore, underscore]), underscore]), byThread);
}

/** `retile`: the values that a thread already holds (V,M,N,…) as the atom takes them: ((AtomV,RestV),RestM,RestN,…). */
export function retile(ctx: Context, copy: TiledCopy, target: Layout): Layout;
export function retile(ctx: Context, copy: TiledCopy, target: AnyLayout): AnyLayout;
export function retile(ctx: Context, copy: TiledCopy, target: AnyLayout): AnyLayout {
  const rank = rankOfLayout(ctx, target);
  const shape = shapeOf(ctx, target);
  const values = product(modesOf(shape)[0]!);
  const inverse = composition(ctx, rightInverse(ctx, copy.layoutTV), makeLayout(tilerShape(copy.tilerMN)));
  const fragment = upcast(ctx, inverse, numberOf(ctx, mul(sizeOfCopy(ctx, copy), values)));
  const atomValues = makeLayout(sizeOf(ctx, copyAtomOf(ctx, copy).layoutRef, 1));
  const all = logicalProduct(ctx, makeLayout(values), rightInverse(ctx, fragment));
  const byAtom = zippedDivide(ctx, all, atomValues);
  const tiles = zippedDivide(ctx, target, prepend<Int>(productEach(fragment.shape), values));
  const byValue = composition(ctx, tiles, tuple([byAtom, underscore]));
  const rest: Coord = appendTo<Int | Underscore>(ctx, ZERO, underscore, rank);
  return slice(ctx, tuple<Int | Underscore>([underscore, rest]), byValue);
}

function numberOf(ctx: Context, size: Int): number {
  if (size.kind === "num") return size.value;
  return ctx.stop({ code: "unsupported", message: "retile of a fragment whose size is symbolic" });
}
