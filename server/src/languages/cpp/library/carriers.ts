// Operations on whatever carries a layout: a layout, a tensor (its engine stays), or a tuple where the operation allows one.
import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { flatCoord, layoutAt } from "../../../../../src-engine/algebra/layout/coords.ts";
import { zippedDivide } from "../../../../../src-engine/algebra/layout/divide.ts";
import { type AnyTiler, shapeOf } from "../../../../../src-engine/algebra/layout/modes.ts";
import { diceTree, domainOffset, hasUnderscore, slice } from "../../../../../src-engine/algebra/layout/slice.ts";
import { advance } from "../../../../../src-engine/algebra/tiled/engine.ts";
import { needInside, sliceTensor } from "../../../../../src-engine/algebra/tiled/partition.ts";
import { productEach } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import { coordinateOf } from "../../../../../src-engine/algebra/tuple/scalar.ts";
import { appendTo, getPath, isTuple, rankOf, repeat } from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type AnyLayout,
  type Coord,
  type Int,
  type Layout,
  type Tensor,
  type Tree,
  tuple,
  type Underscore,
  underscore,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { plain } from "./row.ts";
import { isLayout, layoutOfTensor } from "./values.ts";

/** Runs a layout operation on a layout or inside a tensor. */
export function onLayout(ctx: Context, value: Value, f: (layout: AnyLayout) => AnyLayout): Value {
  const given = plain(value);
  if (isLayout(given)) return f(given);
  if (given.kind === "tensor") return { ...given, layout: f(layoutOfTensor(ctx, given)) };
  return ctx.stop({ code: "type-error", message: "a layout or a tensor is wanted" });
}

/** The same for operations that also take plain tuples, such as `select` and `append`. */
export function onModes(
  ctx: Context,
  value: Value,
  ofLayout: (layout: AnyLayout) => AnyLayout,
  ofTuple: (tree: Tree<Value>) => Tree<Value>,
): Value {
  const given = plain(value);
  if (isLayout(given) || given.kind === "tensor") return onLayout(ctx, given, ofLayout);
  return ofTuple(given.kind === "arith" ? tuple(given.items as readonly Value[]) : given);
}

/** `tensor(coord)`: a smaller tensor where the coordinate has `_`, a coordinate of an identity tensor, else an element. */
export function tensorAt(ctx: Context, tensor: Tensor, coord: Coord): Value {
  needInside(ctx, tensor, coord);
  if (hasUnderscore(coord)) return sliceTensor(ctx, tensor, coord);
  const { engine } = tensor;
  if (engine.kind === "pointer" || engine.kind === "unknown") {
    // What an element is only the run knows; its coordinate has to fit all the same.
    if (tensor.layout.kind !== "unknown") layoutAt(ctx, tensor.layout, coord);
    return unknown("an element of a tensor");
  }
  if (engine.kind === "lazy-iterator") return unknown("what a function makes of an element");
  const offset = layoutAt(ctx, layoutOfTensor(ctx, tensor), coord);
  if (offset.kind === "mixed") return unknown("a coordinate behind a swizzle");
  const at = advance(ctx, engine, offset);
  return at.kind === "arith" ? coordinateOf(at) : at;
}

/** `layout(coord)`: an offset, or a slice of the layout where the coordinate has `_`. */
export const layoutCall = (ctx: Context, layout: AnyLayout, coord: Coord): Value =>
  hasUnderscore(coord) ? slice(ctx, coord, layout) : layoutAt(ctx, layout, coord);

/** `domain_offset(coord, tensor)`. */
export function tensorDomainOffset(ctx: Context, coord: Coord, tensor: Tensor): Tensor {
  const { layout, offset } = domainOffset(ctx, coord, layoutOfTensor(ctx, tensor));
  return { kind: "tensor", engine: advance(ctx, tensor.engine, offset), layout };
}

// ---- tiles and partitions (tensor_impl.hpp:1016-1130) ---------------------------------------------------------------

/** `inner_partition(tensor, tiler, coord)`: the tile at a coordinate of tiles. */
export function innerPartition(ctx: Context, tensor: Tensor, tiler: AnyTiler, coord: Coord): Tensor {
  const tiled = zippedDivide(ctx, layoutOfTensor(ctx, tensor), tiler);
  const tile = wholeMode(ctx, tiled, 0);
  const rest = isTuple(coord) ? padded(ctx, coord, tiled, 1) : coord;
  return sliceTensor(ctx, { ...tensor, layout: tiled }, tuple<Int | Underscore>([tile, rest]));
}

/** `outer_partition(tensor, tiler, coord)`: what stands at a coordinate inside every tile. */
export function outerPartition(ctx: Context, tensor: Tensor, tiler: AnyTiler, coord: Coord): Tensor {
  const tiled = zippedDivide(ctx, layoutOfTensor(ctx, tensor), tiler);
  const rest = wholeMode(ctx, tiled, 1);
  const inside = isTuple(coord) ? padded(ctx, coord, tiled, 0) : coord;
  return sliceTensor(ctx, { ...tensor, layout: tiled }, tuple<Int | Underscore>([inside, rest]));
}

/** A `_` for every mode of mode `i`. */
const wholeMode = (ctx: Context, layout: AnyLayout, i: number): Coord =>
  repeat<Underscore>(rankOf(getPath<Int>(ctx, shapeOf(ctx, layout), [i])), underscore);

const padded = (ctx: Context, coord: Coord, layout: AnyLayout, i: number): Coord =>
  appendTo<Int | Underscore>(ctx, coord, underscore, rankOf(getPath<Int>(ctx, shapeOf(ctx, layout), [i])));

/** `local_tile(tensor, tiler, coord [, projection])`. */
export function localTile(ctx: Context, tensor: Tensor, tiler: AnyTiler, coord: Coord, projection?: Coord): Tensor {
  if (projection === undefined) return innerPartition(ctx, tensor, tiler, coord);
  const dicedTiler = diceTree<{ readonly kind: string }>(
    ctx,
    projection,
    tiler as Tree<{ readonly kind: string }>,
  ) as AnyTiler;
  return innerPartition(ctx, tensor, dicedTiler, diceTree<Int | Underscore>(ctx, projection, coord));
}

/** `local_partition(tensor, thread layout, index [, projection])`. */
export function localPartition(ctx: Context, tensor: Tensor, threads: Layout, index: Int, projection?: Coord): Tensor {
  const layout = projection === undefined ? threads : dicedLayout(ctx, threads, projection);
  const coord = flatCoord(ctx, layout, index);
  return outerPartition(ctx, tensor, productEach(layout.shape), coord);
}

function dicedLayout(ctx: Context, layout: Layout, projection: Coord): Layout {
  return {
    kind: "layout",
    shape: diceTree(ctx, projection, layout.shape),
    stride: diceTree(ctx, projection, layout.stride),
  };
}
