// cute on modes: slicing, selecting and growing layouts, tensors and tuples; sizes, ranks and coordinates.

import { ceilDiv, staticInt } from "../../../../../src-engine/algebra/int/int.ts";
import {
  cosize,
  crd2idx,
  flatCoord,
  hierCoord,
  idx2crd,
  layoutAt,
  size,
} from "../../../../../src-engine/algebra/layout/coords.ts";
import { makeLayout } from "../../../../../src-engine/algebra/layout/make.ts";
import {
  appendLayout,
  flattenLayout,
  getLayout,
  groupLayout,
  onDomain,
  prependLayout,
  selectLayout,
  shapeOf,
} from "../../../../../src-engine/algebra/layout/modes.ts";
import { diceLayout, diceTree, slice } from "../../../../../src-engine/algebra/layout/slice.ts";
import { sliceTensor } from "../../../../../src-engine/algebra/tiled/partition.ts";
import { product, productEach, roundUp, shapeDiv } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import * as tree from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type AnyLayout,
  type Coord,
  type Int,
  type Shape,
  type Tree,
  tuple,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { certainRank } from "./certain-shape.ts";
import { indexValue } from "./indexing.ts";
import { type Bound, lenientRow, type Row, row, unknownIn } from "./row.ts";
import { plain } from "./rows-layout.ts";
import { assume } from "./rows-runtime.ts";
import { contents, coordOf, hasNone, indexTensor, keepSwizzle, onLayout, onModes, shapeOfValue } from "./tensor.ts";
import { bool, intIn, intTreeIn, isLayout, layoutIn, list, none, numberIn } from "./values.ts";

const modesIn = (b: Bound): readonly number[] => {
  const mode = b.optional("mode");
  if (mode === undefined) return [];
  return mode.kind === "tuple" ? mode.items.map((item) => numberIn(b.ctx, item)) : [numberIn(b.ctx, mode)];
};

/** The number of modes may be known where they are not. */
function rank(b: Bound): Value {
  const a = b.value("a");
  const isOpen = a.kind === "unknown" || (a.kind === "tensor" && a.layout.kind === "unknown");
  const certain = isOpen && b.optional("mode") === undefined ? certainRank(a) : undefined;
  if (certain !== undefined) return staticInt(certain);
  const missing = b.call.args.map(({ value }) => unknownIn(value, 0)).find((each) => each !== undefined);
  if (missing !== undefined) return unknown("an argument of rank is not known", missing);
  return staticInt(tree.rankOf(treeOf(b, partOf(b, a))));
}

/** The part of a value that `mode=[…]` names. */
function partOf(b: Bound, value: Value): Value {
  const path = modesIn(b);
  if (path.length === 0) return value;
  return onModes(
    b.ctx,
    value,
    (a) => getLayout(b.ctx, a, path),
    (t) => tree.getPath(b.ctx, t, path),
  );
}

export const modeRows: readonly Row[] = [
  row("cute.slice_", "src, coord", sliceValue),
  row("cute.dice", "src, dicer", diceValue),
  row("cute.get", "input, mode?", (b) => partOf(b, b.value("input"))),
  row("cute.front", "input", (b) => firstLeaf(b.value("input"))),
  row("cute.select", "input, mode", (b) => {
    if (b.value("input").kind === "sym")
      return unknown("what modes are selected of may be a tuple, or an integer, which has none");
    const modes = modesIn(b);
    const ofTuple = (t: Tree<Value>): Tree<Value> => tuple(modes.map((i) => tree.get(b.ctx, t, i)));
    return onModes(b.ctx, b.value("input"), (a) => selectLayout(b.ctx, a, modes), ofTuple);
  }),
  row("cute.group_modes", "input, begin, end?", groupModes),
  row("cute.flatten", "a", (b) =>
    onModes(b.ctx, b.value("a"), (a) => (a.kind === "layout" ? flattenLayout(b.ctx, a) : a), tree.flattenTree),
  ),
  row("cute.flatten_to_tuple", "a", (b) => tree.flattenToTuple(b.value("a"))),
  row("cute.append", "input, elem, up_to_rank?", (b) => grow(b, "append")),
  row("cute.prepend", "input, elem, up_to_rank?", (b) => grow(b, "prepend")),
  row("cute.append_ones", "t, up_to_rank?", (b) => growOnes(b, "append")),
  row("cute.prepend_ones", "t, up_to_rank?", (b) => growOnes(b, "prepend")),
  row("cute.repeat", "x, n", (b) => tree.repeat(numberIn(b.ctx, b.value("n")), b.value("x"))),
  row("cute.repeat_as_tuple", "x, n", (b) => tree.tupleRepeat(numberIn(b.ctx, b.value("n")), b.value("x"))),
  lenientRow("cute.repeat_like", "x, target", (b) => {
    const target = b.value("target");
    if (target.kind === "unknown" && target.why !== contents)
      return unknown("the profile to repeat for is not known", target);
    // What cannot be made cannot be repeated, not even for a profile without leaves.
    const x = b.value("x");
    return x.kind === "unknown" && tree.leavesOf(target).length === 0 ? x : tree.repeatLike(target, x);
  }),
  row("cute.wrap", "x", (b) => tree.wrap(b.value("x"))),
  row("cute.unwrap", "x", (b) => tree.unwrap(b.value("x"))),
  row("cute.tuple_cat", "*tuples", (b) => list(b.rest.flatMap((each) => tree.modesOf(each)))),
  row("cute.size", "a, mode?", (b) => sizeOf(b, partOf(b, b.value("a")))),
  row("cute.cosize", "a, mode?", (b) => cosize(b.ctx, layoutIn(b.ctx, partOf(b, b.value("a"))))),
  lenientRow("cute.rank", "a, mode?", rank),
  row("cute.depth", "a", (b) => staticInt(tree.depthOf(treeOf(b, b.value("a"))))),
  row("cute.shape", "input, mode?", (b) => treeOf(b, partOf(b, b.value("input")))),
  row("cute.product", "a", (b) => product(intTreeIn(b.ctx, b.value("a")))),
  row("cute.product_each", "a", (b) => {
    const shape = intTreeIn(b.ctx, b.value("a"));
    if (!tree.isTuple(shape)) return shape;
    return shape.items.length === 0 ? staticInt(1) : productEach(shape);
  }),
  row("cute.ceil_div", "input, tiler", ceilDivide),
  row("cute.round_up", "a, b", (b) => roundUp(b.ctx, intTreeIn(b.ctx, b.value("a")), intTreeIn(b.ctx, b.value("b")))),
  row("cute.shape_div", "lhs, rhs", (b) =>
    shapeDiv(b.ctx, intTreeIn(b.ctx, b.value("lhs")), intTreeIn(b.ctx, b.value("rhs"))),
  ),
  row("cute.crd2idx", "coord, layout", (b) => indexOf(b)),
  row("cute.idx2crd", "idx, shape", (b) => {
    const shape = b.value("shape");
    const of = isLayout(shape) ? shapeOf(b.ctx, shape) : intTreeIn(b.ctx, shape);
    return idx2crd(b.ctx, coordOf(b.ctx, b.value("idx")), of);
  }),
  row("layout.get_hier_coord", "idx", (b) => hierCoord(b.ctx, plain(b, selfLayout(b)), intIn(b.ctx, b.value("idx")))),
  row("layout.get_flat_coord", "idx", (b) => {
    const self = plain(b, selfLayout(b));
    const coord = flatCoord(b.ctx, self, intIn(b.ctx, b.value("idx")));
    return tree.isTuple(self.shape) && !tree.isTuple(coord) ? list([coord]) : coord;
  }),
  row("cute.is_static", "x", (b) => bool(isStaticValue(b.value("x")))),
  row("cute.static", "value", (b) => b.value("value")),
  row("cute.assume", "src, divby?", assume),
  lenientRow("cute.pretty_str", "arg", () => none),
];
const selfLayout = (b: Bound): AnyLayout => layoutIn(b.ctx, b.call.self ?? none);

function sliceValue(b: Bound): Value {
  const source = b.value("src");
  const coord = coordOf(b.ctx, b.value("coord"));
  // Unlike `tensor[coord]` it reads nothing where no None is left: a tensor of ():().
  if (source.kind === "tensor")
    return hasNone(coord) ? indexTensor(b.ctx, source, coord) : sliceTensor(b.ctx, source, coord);
  if (isLayout(source)) return keepSwizzle(source, slice(b.ctx, withNone(b, source, coord), source));
  if (source.kind === "sym" && coord.kind === "tuple") return unknown("what is sliced may be a tuple or an integer");
  return sliceTree(b, coord as Tree<Value>, source) ?? list([]);
}

/** Of a composed layout nothing is left without a None: the DSL prints `x:x o 0 o x:x`. */
const withNone = (b: Bound, source: AnyLayout, coord: Coord): Coord =>
  source.kind === "layout" || hasNone(coord)
    ? coord
    : b.ctx.stop({ code: "no-layout", message: "a slice of a composed layout without None is no layout" });

/** `slice_((128,64,32), (None,0,None))` → (128,32): the modes at None; a tuple inside a coordinate slices inside. */
function sliceTree(b: Bound, coord: Tree<Value>, source: Tree<Value>): Tree<Value> | undefined {
  if (coord.kind === "underscore") return source;
  if (!tree.isTuple(coord) || !tree.isTuple(source)) return undefined;
  tree.requireRank(b.ctx, coord, source, "int_tuple.hpp", "Mismatched tuple sizes in slice");
  const kept = coord.items.flatMap((c, i): Tree<Value>[] => {
    const part = sliceTree(b, c, source.items[i] ?? none);
    if (part === undefined) return [];
    return c.kind === "tuple" && part.kind === "tuple" ? [...part.items] : [part];
  });
  return tuple(kept);
}

/** The modes where the coordinate has a number. */
function diceValue(b: Bound): Value {
  const dicer = coordOf(b.ctx, b.value("dicer"));
  return onModes(
    b.ctx,
    b.value("src"),
    (a) => onDomain(b.ctx, a, (inner) => diceLayout(b.ctx, dicer, inner)),
    (t) => diceTree(b.ctx, dicer, t),
  );
}

function firstLeaf(value: Value): Value {
  let at: Value = value;
  while (at.kind === "tuple" && at.items[0] !== undefined) at = at.items[0];
  return at;
}

function groupModes(b: Bound): Value {
  const input = b.value("input");
  const end = b.optional("end");
  const rank = tree.rankOf(treeOf(b, input));
  // Counted from the end where they are negative, as Python counts.
  const fromStart = (at: number): number => (at < 0 ? at + rank : at);
  const begin = fromStart(numberIn(b.ctx, b.value("begin")));
  const stop = end === undefined ? rank : fromStart(numberIn(b.ctx, end));
  return onModes(
    b.ctx,
    input,
    (a) => groupLayout(b.ctx, a, begin, stop),
    (t) => tree.group(b.ctx, t, begin, stop),
  );
}

function grow(b: Bound, side: "append" | "prepend"): Value {
  const rank = b.optional("up_to_rank");
  const upTo = rank === undefined ? undefined : numberIn(b.ctx, rank);
  const elem = b.value("elem");
  const ofLayout = (a: AnyLayout): AnyLayout => {
    const x = plain(b, layoutIn(b.ctx, elem));
    if (isFull(b, a, upTo)) return a;
    return side === "append" ? appendLayout(b.ctx, a, x, upTo) : prependLayout(b.ctx, a, x, upTo);
  };
  const ofTuple = (t: Tree<Value>): Tree<Value> => {
    if (upTo !== undefined)
      return side === "append" ? tree.appendTo(b.ctx, t, elem, upTo) : tree.prependTo(b.ctx, t, elem, upTo);
    return side === "append" ? tree.append(t, elem) : tree.prepend(t, elem);
  };
  return onModes(b.ctx, b.value("input"), ofLayout, ofTuple);
}

function growOnes(b: Bound, side: "append" | "prepend"): Value {
  const rank = b.optional("up_to_rank");
  const upTo = rank === undefined ? undefined : numberIn(b.ctx, rank);
  const extend = side === "append" ? appendLayout : prependLayout;
  return onLayout(b.ctx, b.value("t"), (a) => (isFull(b, a, upTo) ? a : extend(b.ctx, a, undefined, upTo)));
}

/** A layout that has the wanted rank, or more, stays as it is. */
const isFull = (b: Bound, a: AnyLayout, rank: number | undefined): boolean =>
  rank !== undefined && tree.rankOf(shapeOf(b.ctx, a)) >= rank;

/** What a shape question is asked of: the shape of a layout or tensor, else the tuple itself. */
function treeOf(b: Bound, value: Value): Value {
  if (isLayout(value) || value.kind === "tensor") {
    const shape = shapeOfValue(b.ctx, value);
    return shape ?? b.ctx.stop({ code: "not-known", message: "the layout of the tensor is not known" });
  }
  if (value.kind === "arith") return list(value.items as readonly Value[]);
  if (value.kind === "object") return value.fields.get("shape") ?? value;
  return value;
}

export function sizeOf(b: Bound, value: Value): Value {
  if (value.kind === "tiled-mma") return product(value.thrLayoutVMNK.shape);
  if (value.kind === "tiled-copy") return product(tree.get(b.ctx, value.layoutTV.shape, 0));
  if (isLayout(value)) return size(b.ctx, value);
  return product(intTreeIn(b.ctx, treeOf(b, value)));
}

/** How many tiles there are, mode by mode: a size or layout divides the whole of its mode. Modes that the tiler does not reach stay. */
function ceilDivide(b: Bound): Value {
  return tilesOf(b, intTreeIn(b.ctx, treeOf(b, b.value("input"))), b.value("tiler"));
}

function tilesOf(b: Bound, shape: Shape, tiler: Value): Shape {
  if (tiler.kind !== "tuple" || !tree.isTuple(shape)) {
    const by = isLayout(tiler) ? shapeOf(b.ctx, tiler) : intTreeIn(b.ctx, tiler);
    return ceilDiv(product(shape), product(by));
  }
  if (tiler.items.length > shape.items.length)
    b.ctx.stop({ code: "mismatched-ranks", message: "more modes in the tiler than in the shape" });
  return tuple<Int>(shape.items.map((mode, i) => (i < tiler.items.length ? tilesOf(b, mode, tiler.items[i]!) : mode)));
}

function indexOf(b: Bound): Value {
  const at = b.value("layout");
  const coord = coordOf(b.ctx, b.value("coord"));
  if (isLayout(at)) return indexValue(layoutAt(b.ctx, at, coord));
  const shape = intTreeIn(b.ctx, at);
  return crd2idx(b.ctx, coord, shape, makeLayout(shape).stride) as Value;
}

/** No integer of the run anywhere in it. */
export function isStaticValue(value: Value): boolean {
  switch (value.kind) {
    case "num":
    case "sym":
      return value.know === "static";
    case "tuple":
      return value.items.every(isStaticValue);
    case "layout":
      return isStaticValue(value.shape) && isStaticValue(value.stride);
    case "basis":
      return isStaticValue(value.value);
    case "composed":
      return isStaticValue(value.inner);
    case "tensor":
      return false;
    default:
      return true;
  }
}
