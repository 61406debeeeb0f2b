// Tensors: an engine (pointer, counting iterator, coordinate) with a layout, sliced, tiled and partitioned
// (tensor_impl.hpp:226-259, 880-1111).
import type { Context } from "../context.ts";
import { asDynamic, isInt, ZERO } from "../int/int.ts";
import { mixedValue } from "../swizzle/mixed-bits.ts";
import { productEach } from "../tuple/int-tuple.ts";
import { addIndex, asArith, coordinateOf, type Index, iteratorAt, type Offset } from "../tuple/scalar.ts";
import { appendTo, isTuple, rankOf, repeat, tupleOf } from "../tuple/tree.ts";
import type { AnyLayout, Coord, Int, Layout, Shape, Tensor, Tree, Underscore, Unknown } from "../value.ts";
import { underscore } from "../value.ts";
import { requireTiler } from "./composition.ts";
import { coprofile, flatCoord, layoutAt } from "./coords.ts";
import { flatDivide, logicalDivide, tiledDivide, zippedDivide } from "./divide.ts";
import { isStaticTree, makeIdentityLayout } from "./make.ts";
import { type AnyTiler, shapeOf } from "./modes.ts";
import { movePointer } from "./pointer.ts";
import { diceLayout, diceTree, domainOffset, hasUnderscore, sliceAndOffset } from "./slice.ts";

export type Engine = Tensor["engine"];

export const makeTensor = (engine: Engine, layout: AnyLayout): Tensor => ({ kind: "tensor", engine, layout });

/** make_tensor(counting_iterator(0), layout): its values are the layout's results. */
export const countingTensor = (layout: AnyLayout): Tensor => makeTensor(asDynamic(ZERO), layout);

/** `make_tensor<T>(layout)`: registers, of static size. */
export function makeOwningTensor(ctx: Context, layout: Layout): Tensor {
  if (!isStaticTree(layout.shape) || !isStaticTree(layout.stride)) {
    ctx.stop({ code: "not-static", message: "an owning tensor needs a static layout", at: "tensor_impl.hpp:370" });
  }
  const dtype: Unknown = { kind: "unknown", why: "no element type is given" };
  return makeTensor({ kind: "pointer", space: "rmem", dtype, offset: ZERO }, layout);
}

/** `make_coord_tensor(layout)`: its values are coordinates. */
export function makeCoordTensor(ctx: Context, layout: AnyLayout): Tensor {
  const strides =
    layout.kind === "layout"
      ? layout.stride
      : ctx.stop({ code: "no-overload", message: "a composed coordinate layout" });
  return makeTensor(iteratorAt(coprofile(ctx, strides)), layout);
}

/** `make_identity_tensor(shape)`. */
export const makeIdentityTensor = (ctx: Context, shape: Shape): Tensor =>
  makeCoordTensor(ctx, makeIdentityLayout(ctx, shape));

/** The layout of a tensor, where it is known. */
export function layoutOf(ctx: Context, t: Tensor): AnyLayout {
  if (t.layout.kind !== "unknown") return t.layout;
  return ctx.stop({ code: "unsupported", message: `the tensor's layout is not known: ${t.layout.why}` });
}

/** The engine moved on by an offset. */
export function advance(ctx: Context, engine: Engine, by: Offset): Engine {
  const offset: Index = by.kind === "mixed" ? mixedValue(by) : by;
  switch (engine.kind) {
    case "unknown":
      return engine;
    case "num":
    case "sym":
      return asDynamic(integer(ctx, addIndex(ctx, engine, offset)));
    case "pointer":
      if (engine.offset.kind === "unknown") return engine;
      return movePointer(ctx, engine, integer(ctx, offset));
    case "arith": {
      const at = asArith(addIndex(ctx, coordinateOf(engine), offset));
      return at.kind === "arith" ? at : iteratorAt(at);
    }
    case "lazy-iterator":
      return { ...engine, of: advance(ctx, engine.of, by) };
    default: {
      const never: never = engine;
      return never;
    }
  }
}

function integer(ctx: Context, x: Index): Int {
  const at = asArith(x);
  return isInt(at) ? at : ctx.stop({ code: "no-overload", message: "a pointer cannot move by a coordinate" });
}

/** `tensor(coord)` with underscores: a slice. */
export function sliceTensor(ctx: Context, t: Tensor, coord: Coord): Tensor {
  const sliced = sliceAndOffset(ctx, coord, layoutOf(ctx, t));
  return makeTensor(advance(ctx, t.engine, sliced.offset), sliced.layout);
}

/** `tensor(coord)`: the engine at that place (its value for counting and coordinate tensors), or a slice. */
export function tensorAt(ctx: Context, t: Tensor, coord: Coord): Tensor | Engine {
  if (hasUnderscore(coord)) return sliceTensor(ctx, t, coord);
  const at = advance(ctx, t.engine, layoutAt(ctx, layoutOf(ctx, t), coord));
  return at.kind === "arith" ? coordinateOf(at) : at;
}

export function domainOffsetTensor(ctx: Context, coord: Coord, t: Tensor): Tensor {
  const moved = domainOffset(ctx, coord, layoutOf(ctx, t));
  return makeTensor(advance(ctx, t.engine, moved.offset), moved.layout);
}

/** An operation on the tensor's layout; the engine stays. */
export const onLayout = (ctx: Context, t: Tensor, f: (layout: AnyLayout) => AnyLayout): Tensor =>
  makeTensor(t.engine, f(layoutOf(ctx, t)));

export const logicalDivideTensor = (ctx: Context, t: Tensor, tiler: AnyTiler): Tensor =>
  onLayout(ctx, t, (l) => logicalDivide(ctx, l, tiler));
export const zippedDivideTensor = (ctx: Context, t: Tensor, tiler: AnyTiler): Tensor =>
  onLayout(ctx, t, (l) => zippedDivide(ctx, l, tiler));
export const tiledDivideTensor = (ctx: Context, t: Tensor, tiler: AnyTiler): Tensor =>
  onLayout(ctx, t, (l) => tiledDivide(ctx, l, tiler));
export const flatDivideTensor = (ctx: Context, t: Tensor, tiler: AnyTiler): Tensor =>
  onLayout(ctx, t, (l) => flatDivide(ctx, l, tiler));

const all = (n: number): Coord => repeat(n, underscore);

/** The ranks of the two modes of a zipped layout. */
function zippedRanks(ctx: Context, t: Tensor): readonly [number, number] {
  const shape = shapeOf(ctx, layoutOf(ctx, t));
  const [tile, rest] = isTuple(shape) ? shape.items : [shape, shape];
  return [rankOf(tile ?? shape), rankOf(rest ?? shape)];
}

/** `inner_partition(tensor, tiler, coord)`: the tile that the coordinate selects. */
export function innerPartition(ctx: Context, t: Tensor, tiler: AnyTiler, coord: Coord): Tensor {
  const zipped = zippedDivideTensor(ctx, t, tiler);
  const [tile, rest] = zippedRanks(ctx, zipped);
  const at = isTuple(coord) ? padded(ctx, coord, rest) : coord;
  return sliceTensor(ctx, zipped, tupleOf<Int | Underscore>(all(tile), at));
}

/** `outer_partition(tensor, tiler, coord)`: the elements at that place of every tile. */
export function outerPartition(ctx: Context, t: Tensor, tiler: AnyTiler, coord: Coord): Tensor {
  const zipped = zippedDivideTensor(ctx, t, tiler);
  const [tile, rest] = zippedRanks(ctx, zipped);
  const at = isTuple(coord) ? padded(ctx, coord, tile) : coord;
  return sliceTensor(ctx, zipped, tupleOf<Int | Underscore>(at, all(rest)));
}

const padded = (ctx: Context, coord: Coord, rank: number): Coord =>
  appendTo<Int | Underscore>(ctx, coord, underscore, rank);

/** `local_tile(tensor, tiler, coord [, projection])`: the projection's `_` (X) leaves modes of tiler and coordinate out. */
export function localTile(ctx: Context, t: Tensor, tiler: AnyTiler, coord: Coord, projection?: Coord): Tensor {
  if (projection === undefined) return innerPartition(ctx, t, tiler, coord);
  const parts = diceTree(ctx, projection, tiler as Tree<{ readonly kind: string }>);
  return innerPartition(ctx, t, requireTiler(ctx, parts), diceTree(ctx, projection, coord));
}

/** `local_partition(tensor, thread layout, index [, projection])`. */
export function localPartition(ctx: Context, t: Tensor, tile: Layout, index: Coord, projection?: Coord): Tensor {
  if (isTuple(index) || index.kind === "underscore") {
    return ctx.stop({
      code: "not-an-integer",
      message: "local_partition takes an integer index",
      at: "tensor_impl.hpp:1083",
    });
  }
  const threads = projection === undefined ? tile : diceLayout(ctx, projection, tile);
  return outerPartition(ctx, t, productEach(threads.shape), flatCoord(ctx, threads, index));
}
