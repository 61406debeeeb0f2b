// cute's algebra on layouts, tensors and tuples. Each row names the engine's operation of the same name.

import { isInt } from "../../../../../src-engine/algebra/int/int.ts";
import { coalesce, filter, filterZeros } from "../../../../../src-engine/algebra/layout/coalesce.ts";
import { complement } from "../../../../../src-engine/algebra/layout/complement.ts";
import { composition } from "../../../../../src-engine/algebra/layout/composition.ts";
import {
  flatDivide,
  logicalDivide,
  tiledDivide,
  zippedDivide,
} from "../../../../../src-engine/algebra/layout/divide.ts";
import { leftInverse, rightInverse } from "../../../../../src-engine/algebra/layout/inverse.ts";
import {
  compactOrder,
  makeIdentityLayout,
  makeLayout,
  makeLayoutLike,
} from "../../../../../src-engine/algebra/layout/make.ts";
import { maxCommonLayout, maxCommonVector } from "../../../../../src-engine/algebra/layout/max-common.ts";
import { onDomain, shapeOf } from "../../../../../src-engine/algebra/layout/modes.ts";
import {
  blockedProduct,
  flatProduct,
  logicalProduct,
  rakedProduct,
  tiledProduct,
  tileToShape,
  zippedProduct,
} from "../../../../../src-engine/algebra/layout/product.ts";
import { recastLayout } from "../../../../../src-engine/algebra/layout/recast.ts";
import * as tree from "../../../../../src-engine/algebra/tuple/tree.ts";
import {
  type AnyLayout,
  type Int,
  type Layout,
  layout,
  type Tiler,
  type Tree,
  tuple,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { type Bound, type Row, row } from "./row.ts";
import { noSwizzle, onLayout } from "./tensor.ts";
import { asNumber, intIn, intTreeIn, isLayout, itemsIn, layoutIn, numberIn } from "./values.ts";

type Binary = (ctx: Bound["ctx"], a: AnyLayout, b: Tiler) => AnyLayout;

/** Divisions and products: a layout or tensor, and a tiler. */
const tilerRow = (name: string, params: string, f: Binary): Row =>
  row(`cute.${name}`, params, (b) => {
    const [first = "", second = ""] = params.split(",").map((each) => each.trim());
    const tiler = tilerIn(b, b.value(second));
    return onLayout(b.ctx, b.value(first), (target) => f(b.ctx, target, tiler));
  });

const productRow = (name: string, f: (ctx: Bound["ctx"], a: Layout, b: Layout) => AnyLayout): Row =>
  row(`cute.${name}`, "block, tiler", (b) => {
    const right = plain(b, layoutIn(b.ctx, b.value("tiler")));
    return onLayout(b.ctx, b.value("block"), (block) =>
      onDomain(b.ctx, block, (inner) => plain(b, f(b.ctx, inner, right))),
    );
  });

/** A number in a tiler is the compact layout of it. */
const asLayout = (tiler: Tiler): Tiler => (tiler.kind === "num" || tiler.kind === "sym" ? makeLayout(tiler) : tiler);

export function plain(b: Bound, value: AnyLayout): Layout {
  if (value.kind === "layout") return value;
  return b.ctx.stop({ code: "composed", message: "a plain layout is wanted, not a composed one" });
}

/** What stands for a tiler: a layout, a shape, or a tuple of these with None. */
export function tilerIn(b: Bound, value: Value): Tiler {
  if (isInt(value)) return asNumber(value);
  if (isLayout(value) || value.kind === "underscore") return value;
  if (value.kind === "swizzle") return b.ctx.stop({ code: "type-error", message: "a swizzle is no tiler" });
  return tuple(itemsIn(b.ctx, value).map((item) => tilerIn(b, item) as never));
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
  row("cute.make_identity_layout", "shape", (b) => makeIdentityLayout(b.ctx, intTreeIn(b.ctx, b.value("shape")))),
  row("cute.make_layout_like", "input", (b) => makeLayoutLike(b.ctx, plain(b, layoutIn(b.ctx, b.value("input"))))),
  row("cute.make_composed_layout", "inner, offset, outer", makeComposed),
  row("cute.make_swizzle", "b, m, s", (b) => {
    const [bits, base, shift] = ["b", "m", "s"].map((name) => numberIn(b.ctx, b.value(name)));
    // Bits that would overlap (|S| < B) make the DSL's identity swizzle: make_swizzle(3, 4, 2) is S<0,4,3>.
    if (Math.abs(shift ?? 0) < (bits ?? 0)) return noSwizzle;
    return { kind: "swizzle", b: bits ?? 0, m: base ?? 0, s: shift ?? 0 };
  }),
  row("cute.get_swizzle_portion", "layout", (b) => {
    const from = b.value("layout");
    return from.kind === "composed" && from.outer.kind === "swizzle" ? from.outer : noSwizzle;
  }),
  row("cute.get_nonswizzle_portion", "layout", (b) => {
    const from = b.value("layout");
    return from.kind === "composed" && from.inner.kind !== "swizzle" ? from.inner : from;
  }),
  tilerRow("logical_divide", "target, tiler", logicalDivide),
  tilerRow("zipped_divide", "target, tiler", zippedDivide),
  tilerRow("tiled_divide", "target, tiler", tiledDivide),
  tilerRow("flat_divide", "target, tiler", flatDivide),
  row("cute.logical_product", "block, tiler", (b) => {
    const tiler = tilerIn(b, b.value("tiler"));
    return onLayout(b.ctx, b.value("block"), (block) => logicalProduct(b.ctx, block, asLayout(tiler)));
  }),
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
];

function makeStrided(b: Bound, shape: Tree<Int>, stride: Value): Layout {
  const strides = strideIn(b, stride);
  const same = congruent(shape, strides);
  if (!same) b.ctx.stop({ code: "mismatched-ranks", message: "shape and stride are not congruent" });
  return layout(shape, strides);
}

function strideIn(b: Bound, value: Value): Layout["stride"] {
  if (value.kind === "basis") return value;
  if (value.kind === "tuple") return { kind: "tuple", items: value.items.map((item) => strideIn(b, item)) };
  return asNumber(intIn(b.ctx, value));
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
