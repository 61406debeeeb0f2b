// cute's algebra on layouts, tensors and tuples. Each row names the engine's operation of the same name.

import { staticInt } from "../../../../src-engine/int/int.ts";
import { coalesce, filter, filterZeros } from "../../../../src-engine/layout/coalesce.ts";
import { complement } from "../../../../src-engine/layout/complement.ts";
import { composition } from "../../../../src-engine/layout/composition.ts";
import {
  cosize,
  crd2idx,
  flatCoord,
  hierCoord,
  idx2crd,
  layoutAt,
  size,
} from "../../../../src-engine/layout/coords.ts";
import { flatDivide, logicalDivide, tiledDivide, zippedDivide } from "../../../../src-engine/layout/divide.ts";
import { leftInverse, rightInverse } from "../../../../src-engine/layout/inverse.ts";
import { compactOrder, makeIdentityLayout, makeLayout, makeLayoutLike } from "../../../../src-engine/layout/make.ts";
import { maxCommonLayout, maxCommonVector } from "../../../../src-engine/layout/max-common.ts";
import {
  appendLayout,
  flattenLayout,
  getLayout,
  groupLayout,
  onDomain,
  prependLayout,
  selectLayout,
  shapeOf,
} from "../../../../src-engine/layout/modes.ts";
import {
  blockedProduct,
  flatProduct,
  logicalProduct,
  rakedProduct,
  tiledProduct,
  tileToShape,
  zippedProduct,
} from "../../../../src-engine/layout/product.ts";
import { recastLayout } from "../../../../src-engine/layout/recast.ts";
import { slice } from "../../../../src-engine/layout/slice.ts";
import { ceilDivTree, product, productEach, roundUp, shapeDiv } from "../../../../src-engine/tuple/int-tuple.ts";
import * as tree from "../../../../src-engine/tuple/tree.ts";
import {
  type AnyLayout,
  type Int,
  type Layout,
  layout,
  type Tiler,
  type Tree,
  tuple,
  unknown,
  type Value,
} from "../../../../src-engine/value.ts";
import { type Bound, lenientRow, type Row, row } from "./row.ts";
import { assume } from "./rows-runtime.ts";
import { contents, coordOf, indexTensor, keepSwizzle, onLayout, onModes, shapeOfValue } from "./tensor.ts";
import { bool, intIn, intTreeIn, isLayout, itemsIn, layoutIn, list, none, numberIn } from "./values.ts";

type Binary = (ctx: Bound["ctx"], a: AnyLayout, b: Tiler) => AnyLayout;

/** Divisions and products: a layout or tensor, and a tiler. */
const tilerRow = (name: string, params: string, f: Binary): Row =>
  row(`cute.${name}`, params, (b) => {
    const [first = "", second = ""] = params.split(",").map((each) => each.trim());
    const tiler = tilerIn(b, b.value(second));
    return onLayout(b.ctx, b.value(first), (target) => f(b.ctx, target, tiler));
  });

/** A product's tiler that is a plain tuple means the compact layout of it. */
const productRow = (name: string, f: (ctx: Bound["ctx"], a: Layout, b: Layout) => AnyLayout): Row =>
  row(`cute.${name}`, "block, tiler", (b) => {
    const tiler = b.value("tiler");
    const right = isLayout(tiler) ? tiler : makeLayout(intTreeIn(b.ctx, tiler));
    return onLayout(b.ctx, b.value("block"), (block) =>
      onDomain(b.ctx, block, (inner) => plain(b, f(b.ctx, inner, plain(b, right)))),
    );
  });

function plain(b: Bound, value: AnyLayout): Layout {
  if (value.kind === "layout") return value;
  return b.ctx.stop({ code: "composed", message: "a plain layout is wanted, not a composed one" });
}

/** What stands for a tiler: a layout, a shape, or a tuple of these with None. */
export function tilerIn(b: Bound, value: Value): Tiler {
  if (isLayout(value) || value.kind === "underscore" || value.kind === "num" || value.kind === "sym") return value;
  if (value.kind === "swizzle") return b.ctx.stop({ code: "type-error", message: "a swizzle is no tiler" });
  return tuple(itemsIn(b.ctx, value).map((item) => tilerIn(b, item) as never));
}

const modesIn = (b: Bound): readonly number[] => {
  const mode = b.optional("mode");
  if (mode === undefined) return [];
  return mode.kind === "tuple" ? mode.items.map((item) => numberIn(b.ctx, item)) : [numberIn(b.ctx, mode)];
};

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

export const layoutRows: readonly Row[] = [
  row("cute.make_layout", "shape, stride?", (b) => {
    const shape = intTreeIn(b.ctx, b.value("shape"));
    const stride = b.optional("stride");
    return stride === undefined ? makeLayout(shape) : makeStrided(b, shape, stride);
  }),
  row("cute.make_ordered_layout", "shape, order", (b) => {
    const shape = intTreeIn(b.ctx, b.value("shape"));
    return layout(shape, compactOrder(b.ctx, shape, intTreeIn(b.ctx, b.value("order"))));
  }),
  row("cute.make_identity_layout", "shape", (b) => makeIdentityLayout(intTreeIn(b.ctx, b.value("shape")))),
  row("cute.make_layout_like", "input", (b) => makeLayoutLike(b.ctx, plain(b, layoutIn(b.ctx, b.value("input"))))),
  row("cute.make_composed_layout", "inner, offset, outer", makeComposed),
  row("cute.make_swizzle", "b, m, s", (b) => {
    const [bits, base, shift] = ["b", "m", "s"].map((name) => numberIn(b.ctx, b.value(name)));
    // Bits that would overlap (|S| < B) make the DSL's identity swizzle: make_swizzle(3, 4, 2) is S<0,4,3>.
    if (Math.abs(shift ?? 0) < (bits ?? 0)) return { kind: "swizzle", b: 0, m: 4, s: 3 };
    return { kind: "swizzle", b: bits ?? 0, m: base ?? 0, s: shift ?? 0 };
  }),
  row("cute.get_swizzle_portion", "layout", (b) => {
    const from = b.value("layout");
    return from.kind === "composed" && from.outer.kind === "swizzle"
      ? from.outer
      : { kind: "swizzle", b: 0, m: 4, s: 3 };
  }),
  row("cute.get_nonswizzle_portion", "layout", (b) => {
    const from = b.value("layout");
    return from.kind === "composed" && from.inner.kind !== "swizzle" ? from.inner : from;
  }),
  tilerRow("logical_divide", "target, tiler", logicalDivide),
  tilerRow("zipped_divide", "target, tiler", zippedDivide),
  tilerRow("tiled_divide", "target, tiler", tiledDivide),
  tilerRow("flat_divide", "target, tiler", flatDivide),
  productRow("logical_product", logicalProduct),
  productRow("zipped_product", zippedProduct),
  productRow("tiled_product", tiledProduct),
  productRow("flat_product", flatProduct),
  productRow("raked_product", rakedProduct),
  productRow("blocked_product", blockedProduct),
  row("cute.composition", "lhs, rhs", compose),
  row("cute.complement", "input, cotarget", (b) => {
    const target = b.value("cotarget");
    const until = isLayout(target) ? shapeOf(b.ctx, target) : intTreeIn(b.ctx, target);
    return complement(b.ctx, layoutIn(b.ctx, b.value("input")), until);
  }),
  row("cute.right_inverse", "input", (b) => rightInverse(b.ctx, plain(b, layoutIn(b.ctx, b.value("input"))))),
  row("cute.left_inverse", "input", (b) => leftInverse(b.ctx, plain(b, layoutIn(b.ctx, b.value("input"))))),
  row("cute.coalesce", "input, target_profile?", (b) => {
    const profile = b.optional("target_profile");
    return onLayout(b.ctx, b.value("input"), (a) =>
      coalesce(b.ctx, a, profile === undefined ? undefined : profileIn(b, profile)),
    );
  }),
  row("cute.filter", "input", (b) => onLayout(b.ctx, b.value("input"), (a) => filter(b.ctx, a))),
  row("cute.filter_zeros", "input, target_profile?", (b) => {
    const profile = b.optional("target_profile");
    const like = profile === undefined ? undefined : profileIn(b, profile);
    return onLayout(b.ctx, b.value("input"), (a) => onDomain(b.ctx, a, (inner) => filterZeros(b.ctx, inner, like)));
  }),
  row("cute.tile_to_shape", "atom, trg_shape, order?", (b) => {
    const order = b.optional("order");
    const shape = intTreeIn(b.ctx, b.value("trg_shape"));
    return onLayout(b.ctx, b.value("atom"), (a) =>
      tileToShape(b.ctx, a, shape, order === undefined ? undefined : intTreeIn(b.ctx, order)),
    );
  }),
  row("cute.recast_layout", "new_type_bits, old_type_bits, src_layout", (b) => {
    const [to, from] = [numberIn(b.ctx, b.value("new_type_bits")), numberIn(b.ctx, b.value("old_type_bits"))];
    return onLayout(b.ctx, b.value("src_layout"), (a) => recastLayout(b.ctx, a, from, to));
  }),
  row("cute.max_common_layout", "a, b", (b) =>
    maxCommonLayout(b.ctx, layoutIn(b.ctx, b.value("a")), layoutIn(b.ctx, b.value("b"))),
  ),
  row("cute.max_common_vector", "a, b", (b) =>
    maxCommonVector(b.ctx, layoutIn(b.ctx, b.value("a")), layoutIn(b.ctx, b.value("b"))),
  ),
  row("cute.slice_", "src, coord", sliceValue),
  row("cute.dice", "src, dicer", diceValue),
  row("cute.get", "input, mode?", (b) => partOf(b, b.value("input"))),
  row("cute.front", "input", (b) => firstLeaf(b.value("input"))),
  row("cute.select", "input, mode", (b) => {
    const modes = modesIn(b);
    const ofTuple = (t: Tree<Value>): Tree<Value> => tuple(modes.map((i) => tree.get(b.ctx, t, i)));
    return onModes(b.ctx, b.value("input"), (a) => selectLayout(b.ctx, a, modes), ofTuple);
  }),
  row("cute.group_modes", "input, begin, end?", groupModes),
  row("cute.flatten", "a", (b) => onModes(b.ctx, b.value("a"), (a) => flattenLayout(b.ctx, a), tree.flattenTree)),
  row("cute.flatten_to_tuple", "a", (b) => onModes(b.ctx, b.value("a"), (a) => a, tree.flattenToTuple)),
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
    return tree.repeatLike(target, b.value("x"));
  }),
  row("cute.wrap", "x", (b) => tree.wrap(b.value("x"))),
  row("cute.unwrap", "x", (b) => tree.unwrap(b.value("x"))),
  row("cute.tuple_cat", "*tuples", (b) => list(b.rest.flatMap((each) => tree.modesOf(each)))),
  row("cute.size", "a, mode?", (b) => sizeOf(b, partOf(b, b.value("a")))),
  row("cute.cosize", "a, mode?", (b) => cosize(b.ctx, layoutIn(b.ctx, partOf(b, b.value("a"))))),
  row("cute.rank", "a, mode?", (b) => staticInt(tree.rankOf(treeOf(b, partOf(b, b.value("a")))))),
  row("cute.depth", "a", (b) => staticInt(tree.depthOf(treeOf(b, b.value("a"))))),
  row("cute.shape", "input, mode?", (b) => treeOf(b, partOf(b, b.value("input")))),
  row("cute.product", "a", (b) => product(intTreeIn(b.ctx, b.value("a")))),
  row("cute.product_each", "a", (b) => productEach(intTreeIn(b.ctx, b.value("a")))),
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
  row("layout.get_flat_coord", "idx", (b) => flatCoord(b.ctx, plain(b, selfLayout(b)), intIn(b.ctx, b.value("idx")))),
  row("cute.is_static", "x", (b) => bool(isStaticValue(b.value("x")))),
  row("cute.static", "value", (b) => b.value("value")),
  row("cute.assume", "src, divby?", assume),
  lenientRow("cute.pretty_str", "arg", () => none),
];

const selfLayout = (b: Bound): AnyLayout => layoutIn(b.ctx, b.call.self ?? none);

function makeStrided(b: Bound, shape: Tree<Int>, stride: Value): Layout {
  const strides = strideIn(b, stride);
  const same = congruent(shape, strides);
  if (!same) b.ctx.stop({ code: "mismatched-ranks", message: "shape and stride are not congruent" });
  return layout(shape, strides);
}

function strideIn(b: Bound, value: Value): Layout["stride"] {
  if (value.kind === "basis") return value;
  if (value.kind === "tuple") return { kind: "tuple", items: value.items.map((item) => strideIn(b, item)) };
  return intIn(b.ctx, value);
}

function congruent(a: Tree<{ readonly kind: string }>, b: Tree<{ readonly kind: string }>): boolean {
  if (!tree.isTuple(a) || !tree.isTuple(b)) return !tree.isTuple(a) && !tree.isTuple(b);
  return a.items.length === b.items.length && a.items.every((item, i) => congruent(item, b.items[i] ?? item));
}

/** The DSL's `inner` is applied last: `S<3,4,3> o 0 o (8,8):(8,1)` has the swizzle as inner. */
function makeComposed(b: Bound): Value {
  const inner = b.value("inner");
  const outer = layoutIn(b.ctx, b.value("outer"));
  const offset = b.value("offset");
  if (inner.kind !== "swizzle" && !isLayout(inner))
    return b.ctx.stop({ code: "unsupported", message: "a function inside a composed layout" });
  return { kind: "composed", outer: inner, offset: intTreeIn(b.ctx, offset), inner: outer };
}

function compose(b: Bound): Value {
  const left = b.value("lhs");
  const right = b.value("rhs");
  if (left.kind === "swizzle") return composition(b.ctx, left, layoutIn(b.ctx, right));
  const tiler = tilerIn(b, right);
  return onLayout(b.ctx, left, (a) => composition(b.ctx, a, tiler as AnyLayout));
}

/** A target profile names modes by its tuples; its leaves do not matter. */
const profileIn = (b: Bound, value: Value): Tree<Value> => (isLayout(value) ? shapeOf(b.ctx, value) : value);

function sliceValue(b: Bound): Value {
  const source = b.value("src");
  const coord = coordOf(b.ctx, b.value("coord"));
  if (source.kind === "tensor") return indexTensor(b.ctx, source, coord);
  if (isLayout(source)) return keepSwizzle(source, slice(b.ctx, coord, source));
  return sliceTree(b, coord as Tree<Value>, source) ?? list([]);
}

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
  const source = b.value("src");
  const dicer = coordOf(b.ctx, b.value("dicer"));
  const kept = tree.modesOf<{ readonly kind: string }>(dicer).flatMap((c, i) => (c.kind === "underscore" ? [] : [i]));
  const ofTuple = (t: Tree<Value>): Tree<Value> => tuple(kept.map((i) => tree.get(b.ctx, t, i)));
  return onModes(b.ctx, source, (a) => selectLayout(b.ctx, a, kept), ofTuple);
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
  const begin = numberIn(b.ctx, b.value("begin"));
  const given = end === undefined ? rank : numberIn(b.ctx, end);
  const stop = given < 0 ? given + rank : given;
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
  return onLayout(b.ctx, b.value("t"), (a) => extend(b.ctx, a, undefined, upTo));
}

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

/** Rounds up, mode by mode; modes that the tiler does not reach stay. */
function ceilDivide(b: Bound): Value {
  const input = intTreeIn(b.ctx, treeOf(b, b.value("input")));
  const tiler = b.value("tiler");
  const by = isLayout(tiler) ? shapeOf(b.ctx, tiler) : intTreeIn(b.ctx, tiler);
  return ceilDivTree(b.ctx, input, by);
}

function indexOf(b: Bound): Value {
  const at = b.value("layout");
  const coord = coordOf(b.ctx, b.value("coord"));
  if (isLayout(at)) {
    const found = layoutAt(b.ctx, at, coord);
    return found.kind === "arith" ? list(found.items as readonly Value[]) : found;
  }
  const shape = intTreeIn(b.ctx, at);
  return crd2idx(b.ctx, coord, shape, makeLayout(shape).stride) as Value;
}

function isStaticValue(value: Value): boolean {
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
    default:
      return true;
  }
}
