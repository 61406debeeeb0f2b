// Layouts: making them and CuTe's algebra on them. Operations that keep a tensor's engine take tensors too.

import type { Context } from "../../../../../src-engine/algebra/context.ts";
import { asDynamic, dynamicInt, isConstant, isInt, mul, ONE } from "../../../../../src-engine/algebra/int/int.ts";
import { complement } from "../../../../../src-engine/algebra/layout/complement.ts";
import { composition } from "../../../../../src-engine/algebra/layout/composition.ts";
import { coprofile, coshape, cosize, flatCoord, hierCoord } from "../../../../../src-engine/algebra/layout/coords.ts";
import {
  flatDivide,
  logicalDivide,
  tiledDivide,
  tileUnzip,
  zippedDivide,
} from "../../../../../src-engine/algebra/layout/divide.ts";
import { leftInverse, nullspace, rightInverse } from "../../../../../src-engine/algebra/layout/inverse.ts";
import {
  compactMajor,
  joinLayouts,
  makeFragmentLike,
  makeIdentityLayout,
  makeLayout,
  makeLayoutLike,
  makeLayoutRight,
  makeOrderedLayout,
} from "../../../../../src-engine/algebra/layout/make.ts";
import { maxCommonLayout, maxCommonVector } from "../../../../../src-engine/algebra/layout/max-common.ts";
import { type AnyTiler, getLayout, innermost, shapeOf } from "../../../../../src-engine/algebra/layout/modes.ts";
import { congruent } from "../../../../../src-engine/algebra/layout/predicates.ts";
import {
  blockedProduct,
  flatProduct,
  logicalProduct,
  rakedProduct,
  tiledProduct,
  tileToShape,
  zippedProduct,
} from "../../../../../src-engine/algebra/layout/product.ts";
import { maxAlignment, recastLayout } from "../../../../../src-engine/algebra/layout/recast.ts";
import { product } from "../../../../../src-engine/algebra/tuple/int-tuple.ts";
import {
  type AnyLayout,
  type Int,
  type Layout,
  layout,
  type Shape,
  type Tree,
  tuple,
  unknown,
  type Value,
} from "../../../../../src-engine/algebra/value.ts";
import { onLayout } from "./carriers.ts";
import { arg, type Call, modes, optionalArg, plain, type Row, record, row } from "./row.ts";
import { byTable, carriedRow, tableRow } from "./table-row.ts";
import {
  dtypeIn,
  extentsIn,
  intIn,
  isLayout,
  layoutIn,
  plainLayoutIn,
  shapeIn,
  stridesIn,
  textIn,
  tilerIn,
} from "./values.ts";

type Divide = (ctx: Context, a: AnyLayout, tiler: AnyTiler) => AnyLayout;

const divideRow = (name: string, op: Divide): Row[] =>
  row(name, (call) => {
    record(call, name, ["layout", "tiler"]);
    return onLayout(call.ctx, arg(call, 0), (l) => op(call.ctx, l, tilerIn(call.ctx, arg(call, 1))));
  });

const productRow = (name: string, op: Divide): Row[] =>
  row(name, (call) => {
    record(call, name, ["block", "tiler"]);
    return op(call.ctx, layoutIn(call.ctx, arg(call, 0)), tilerIn(call.ctx, arg(call, 1)));
  });

export const layoutRows: readonly Row[] = [
  ...row("make_layout", makeLayoutRow),
  ...row("make_ordered_layout", (call) =>
    makeOrderedLayout(call.ctx, shapeIn(call.ctx, arg(call, 0)), order(call, 1) ?? "left"),
  ),
  ...row("make_layout_like", (call) => makeLayoutLike(call.ctx, plainLayoutIn(call.ctx, domain(call, 0)))),
  ...row("make_identity_layout", (call) => makeIdentityLayout(call.ctx, shapeIn(call.ctx, arg(call, 0)))),
  ...row("make_cute_packed_stride", packedStride),
  ...row("compact_col_major", (call) => compact(call, "left")),
  ...row("compact_row_major", (call) => compact(call, "right")),
  ...row("make_composed_layout", composed),
  ...row("shape", (call) => partOf(call, "shape")),
  ...row("stride", (call) => partOf(call, "stride")),
  ...row("layout", (call) => getLayout(call.ctx, layoutIn(call.ctx, arg(call, 0)), modes(call))),
  ...row("cosize", (call) => cosize(call.ctx, modeLayout(call))),
  ...row("coshape", (call) => coshape(call.ctx, modeLayout(call))),
  ...row("coprofile", (call) => coprofile(call.ctx, stridesIn(call.ctx, partOf(call, "stride")))),
  ...carriedRow("coalesce filter upcast downcast"),
  ...row("filter_zeros", filteredZeros),
  ...row("coalesce_x", (call) => byTable({ ...call, name: "detail::coalesce_x" })),
  ...tableRow("domain_distribute compact_order get_swizzle_portion get_nonswizzle_portion"),
  ...tableRow("as_position_independent_swizzle_layout make_mixed_bits to_mixed_bits"),
  ...row("composition compose", (call) => composedWith(call)),
  ...row("complement", (call) => {
    const target = optionalArg(call, 1);
    const a = layoutIn(call.ctx, arg(call, 0));
    return target === undefined ? complement(call.ctx, a) : complement(call.ctx, a, shapeIn(call.ctx, target));
  }),
  ...row("right_inverse", (call) => rightInverse(call.ctx, castable(call, 0)) as Value),
  ...row("left_inverse", (call) => leftInverse(call.ctx, castable(call, 0)) as Value),
  ...row("nullspace", (call) => nullspace(layoutIn(call.ctx, arg(call, 0)))),
  ...divideRow("logical_divide", logicalDivide),
  ...divideRow("zipped_divide", zippedDivide),
  ...divideRow("tiled_divide", tiledDivide),
  ...divideRow("flat_divide", flatDivide),
  ...divideRow("tile_unzip", tileUnzip),
  ...productRow("logical_product", logicalProduct),
  ...productRow("zipped_product", zippedProduct),
  ...productRow("tiled_product", tiledProduct),
  ...productRow("flat_product", flatProduct),
  ...productRow("blocked_product", (ctx, a, b) => blockedProduct(ctx, a, plainLayoutIn(ctx, b as Value))),
  ...productRow("raked_product", (ctx, a, b) => rakedProduct(ctx, a, plainLayoutIn(ctx, b as Value))),
  ...row("tile_to_shape", (call) => {
    record(call, "tile_to_shape", ["block", "target", "order"]);
    return tileToShape(call.ctx, layoutIn(call.ctx, arg(call, 0)), shapeIn(call.ctx, arg(call, 1)), order(call, 2));
  }),
  ...row("recast_layout", (call) => {
    const [from, to] = call.targs.map((value) => dtypeIn(call.ctx, value).bits);
    return recastLayout(call.ctx, castable(call, 0), from ?? 8, to ?? 8) as Value;
  }),
  ...row("max_alignment", (call) => maxAlignment(call.ctx, layoutIn(call.ctx, arg(call, 0)))),
  ...row("max_common_vector", (call) =>
    maxCommonVector(call.ctx, layoutIn(call.ctx, arg(call, 0)), layoutIn(call.ctx, arg(call, 1))),
  ),
  ...row("max_common_layout", (call) =>
    maxCommonLayout(call.ctx, layoutIn(call.ctx, arg(call, 0)), layoutIn(call.ctx, arg(call, 1))),
  ),
  ...tableRow("crd2idx idx2crd crd2crd"),
  ...row("get_flat_coord", (call) =>
    flatCoord(call.ctx, plainLayoutIn(call.ctx, arg(call, 1)), intIn(call.ctx, arg(call, 0))),
  ),
  ...row("get_hier_coord", (call) =>
    hierCoord(call.ctx, plainLayoutIn(call.ctx, arg(call, 1)), intIn(call.ctx, arg(call, 0))),
  ),
];

/** `make_layout(shape)`, `(shape, stride)`, `(shape, LayoutRight{})`, `(layout, …)`. */
function makeLayoutRow(call: Call): Value {
  const first = arg(call, 0);
  if (first.kind === "swizzle") return byTable(call);
  if (isLayout(first)) return joined(call);
  const second = optionalArg(call, 1);
  const shape = extentsIn(call.ctx, first);
  const word = second === undefined ? "LayoutLeft" : textIn(second);
  const isOrdered = word === "LayoutLeft" || word === "LayoutRight";
  record(call, "make_layout", isOrdered ? ["shape"] : ["shape", "stride"]);
  if (second === undefined || isOrdered) return word === "LayoutRight" ? makeLayoutRight(shape) : makeLayout(shape);
  const strides = stridesIn(call.ctx, second);
  // CuTe has the check of congruence commented out: it keeps what it is given.
  return congruent(shape, strides) ? byTable(call, [shape, strides as Value]) : layout(shape, strides);
}

/** The strides of a packed (MN, K, L) tensor: the mode of static stride 1 is contiguous, a single batch has stride 0 (util/packed_stride.hpp). */
function packedStride(call: Call): Value {
  const stride = stridesIn(call.ctx, arg(call, 0));
  const shape = shapeIn(call.ctx, arg(call, 1));
  if (stride.kind !== "tuple" || shape.kind !== "tuple" || stride.items.length > shape.items.length)
    return unknown("a packed stride of another form");
  const [m, k, l] = shape.items.map((mode) => product(mode));
  const first = stride.items[0];
  if (m === undefined || k === undefined || first === undefined || stride.items.length < 2)
    return unknown("a packed stride of another form");
  const contiguousFirst = isConstant(first, 1);
  const batch = l === undefined ? [] : [l.kind === "num" && l.value <= 1 ? dynamicInt(0) : mul(m, k)];
  const leading = contiguousFirst ? [ONE, asDynamic(m)] : [asDynamic(k), ONE];
  return tuple<Value>([...leading, ...batch].slice(0, stride.items.length));
}

/** Layouts side by side; a composed one in front takes the others into its domain. */
function joined(call: Call): Value {
  return joinLayouts(call.args.map((value) => plainLayoutIn(call.ctx, value)));
}

function composed(call: Call): Value {
  const [outer, offset, inner] = [arg(call, 0), arg(call, 1), arg(call, 2)];
  const fits = (outer.kind === "swizzle" || isLayout(outer)) && (isLayout(inner) || inner.kind === "swizzle");
  const at =
    isInt(offset) ||
    offset.kind === "tuple" ||
    offset.kind === "arith" ||
    offset.kind === "flag" ||
    offset.kind === "mixed";
  if (!fits || !at) return unknown("a composed layout of other parts than layouts and swizzles");
  return { kind: "composed", outer, offset, inner } as Value;
}

function partOf(call: Call, part: "shape" | "stride"): Value {
  const value = arg(call, 0);
  if (!isLayout(value) && value.kind !== "tensor") {
    return part === "shape"
      ? (getTree(call, shapeIn(call.ctx, value)) as Value)
      : unknown("the stride of something without one");
  }
  const at = getLayout(call.ctx, layoutIn(call.ctx, value), modes(call));
  if (part === "shape") return shapeOf(call.ctx, at);
  return at.kind === "layout" ? (at.stride as Value) : strideOfComposed(call, at);
}

function strideOfComposed(call: Call, at: AnyLayout): Value {
  let inner: AnyLayout = at;
  while (inner.kind === "composed") {
    if (inner.inner.kind === "swizzle") return call.ctx.stop({ code: "no-domain", message: "a swizzle has no stride" });
    inner = inner.inner;
  }
  return inner.stride as Value;
}

const getTree = (call: Call, shape: Shape): Shape =>
  modes(call).reduce<Shape>((at, i) => (at.kind === "tuple" ? (at.items[i] ?? at) : at), shape);

const modeLayout = (call: Call): AnyLayout => getLayout(call.ctx, layoutIn(call.ctx, arg(call, 0)), modes(call));

const domain = (call: Call, index: number): Value => {
  let at = layoutIn(call.ctx, arg(call, index));
  while (at.kind === "composed" && at.inner.kind !== "swizzle") at = at.inner;
  return at;
};

function overDomain(l: AnyLayout, f: (domain: Layout) => Layout): AnyLayout {
  if (l.kind === "layout") return f(l);
  return l.inner.kind === "swizzle" ? l : { ...l, inner: overDomain(l.inner, f) };
}

/** Of a composed layout or a tensor in its domain. */
function filteredZeros(call: Call): Value {
  const [first, ...others] = call.args.map(plain);
  if (first?.kind !== "tensor" && first?.kind !== "composed") return byTable(call);
  const ofDomain = (domain: Layout): Layout => byTable(call, [domain, ...others]) as Layout;
  return onLayout(call.ctx, first, (l) => overDomain(l, ofDomain));
}

function composedWith(call: Call): Value {
  const a = arg(call, 0);
  // `composition(Swizzle<3,4,3>{}, offset, layout)` puts the parts together as they are.
  if (a.kind === "swizzle" && call.args.length === 3) return composed(call);
  const b = call.args.length > 2 ? plain({ kind: "tuple", items: call.args.slice(1).map(plain) }) : arg(call, 1);
  record(call, "composition", ["left", "right"]);
  const right = b.kind === "swizzle" ? b : tilerIn(call.ctx, b);
  if (a.kind === "swizzle") return composition(call.ctx, a, right as AnyLayout) as Value;
  return onLayout(call.ctx, a, (l) => composition(call.ctx, l, right as AnyLayout) as AnyLayout);
}

function castable(call: Call, index: number): AnyLayout {
  const value = arg(call, index);
  return value.kind === "swizzle" ? (value as never) : layoutIn(call.ctx, value);
}

/** An order argument: `LayoutLeft{}`, `LayoutRight{}`, `Step<_1,_2>{}`. */
function order(call: Call, index: number): Shape | "left" | "right" | undefined {
  const value = optionalArg(call, index);
  if (value === undefined) return undefined;
  const word = textIn(value);
  if (word !== undefined) return word === "LayoutRight" || word === "GenRowMajor" ? "right" : "left";
  return shapeIn(call.ctx, value);
}

/** `make_fragment_like(layout)`, of a composed layout that of its domain. */
export function fragmentLayout(ctx: Context, value: AnyLayout): Layout {
  const domain = innermost(ctx, value);
  if (domain.kind === "layout") return makeFragmentLike(ctx, domain);
  return ctx.stop({ code: "unsupported", message: "a fragment like a composed layout without a domain" });
}

/** Strides that start at the second argument, or at 1. */
const compact = (call: Call, side: "left" | "right"): Tree<Int> =>
  compactMajor(call.ctx, shapeIn(call.ctx, arg(call, 0)), shapeIn(call.ctx, optionalArg(call, 1) ?? ONE), side);
