// Operations on layouts: making them, simplifying, composing, dividing, multiplying, inverting, recasting.
import type { Context, Op } from "../../algebra/context.ts";
import { isInt, ONE, staticInt } from "../../algebra/int/int.ts";
import { coalesce, coalesceX, filter, filterZeros } from "../../algebra/layout/coalesce.ts";
import { complement } from "../../algebra/layout/complement.ts";
import { composition } from "../../algebra/layout/composition.ts";
import { coprofile, coshape, cosize, size } from "../../algebra/layout/coords.ts";
import { flatDivide, logicalDivide, tiledDivide, tileUnzip, zippedDivide } from "../../algebra/layout/divide.ts";
import { leftInverse, nullspace, rightInverse } from "../../algebra/layout/inverse.ts";
import * as make from "../../algebra/layout/make.ts";
import { domainDistribute, maxCommonLayout, maxCommonVector } from "../../algebra/layout/max-common.ts";
import * as modes from "../../algebra/layout/modes.ts";
import { congruent } from "../../algebra/layout/predicates.ts";
import * as products from "../../algebra/layout/product.ts";
import { downcast, maxAlignment, recastLayout, upcast } from "../../algebra/layout/recast.ts";
import { makeSwizzleLayout } from "../../algebra/swizzle/compose.ts";
import { mixedDowncast, mixedUpcast } from "../../algebra/swizzle/mixed-bits.ts";
import { coalesceShape, filterZerosTree, product, safeDiv } from "../../algebra/tuple/int-tuple.ts";
import * as tree from "../../algebra/tuple/tree.ts";
import type { AnyLayout, Layout, Shape, Tree, Value } from "../../algebra/value.ts";
import { layout } from "../../algebra/value.ts";
import * as arg from "./arguments.ts";

const op = (name: string, signature: string, doc: string, run: Op["run"]): Op => ({ name, signature, doc, run });

/** An operation (layout, tiler) → layout. */
const tiling = (name: string, doc: string, f: (ctx: Context, a: AnyLayout, t: modes.AnyTiler) => AnyLayout): Op =>
  op(name, "(layout, tiler) → layout", doc, (ctx, a) => f(ctx, arg.anyLayout(ctx, a[0]), arg.tiler(ctx, a[1])));

const making: readonly Op[] = [
  op(
    "make_layout",
    "(shape [, stride | LayoutLeft | LayoutRight]) → layout, or (layout, …) → layout",
    "A layout from shape and strides, compact by default, or from the layouts of its modes.",
    makeLayoutOp,
  ),
  op("make_ordered_layout", "(shape, order) → layout", "Compact, the modes in the given order.", (ctx, a) =>
    make.makeOrderedLayout(ctx, arg.shape(ctx, a[0]), arg.order(ctx, a[1])),
  ),
  op("make_layout_like", "(layout) → layout", "Compact, in the order of the layout's strides.", (ctx, a) =>
    make.makeLayoutLike(ctx, arg.plainLayout(ctx, a[0])),
  ),
  op("make_fragment_like", "(layout) → layout", "The register layout for a slice of this layout.", (ctx, a) => {
    const from = a[0];
    if (!arg.isLayout(from)) return make.makeLayout(arg.shape(ctx, from));
    return make.makeFragmentLike(ctx, arg.plainLayout(ctx, modes.innermost(ctx, from)));
  }),
  op("make_identity_layout", "(shape) → layout", "Maps every coordinate to itself.", (ctx, a) =>
    make.makeIdentityLayout(ctx, arg.shape(ctx, a[0])),
  ),
  op("make_basis_like", "(shape) → strides", "The unit vectors of a shape.", (ctx, a) =>
    make.makeBasisLike(ctx, arg.shape(ctx, a[0])),
  ),
  op("compact_order", "(shape, order) → strides", "Compact strides in an order.", (ctx, a) =>
    make.compactOrder(ctx, arg.shape(ctx, a[0]), arg.order(ctx, a[1])),
  ),
  op("compact_col_major", "(shape [, first]) → strides", "Compact strides, leftmost mode fastest.", (ctx, a) =>
    make.compactMajor(ctx, arg.shape(ctx, a[0]), a[1] === undefined ? ONE : arg.shape(ctx, a[1]), "left"),
  ),
  op("compact_row_major", "(shape [, first]) → strides", "Compact strides, rightmost mode fastest.", (ctx, a) =>
    make.compactMajor(ctx, arg.shape(ctx, a[0]), a[1] === undefined ? ONE : arg.shape(ctx, a[1]), "right"),
  ),
];

function makeLayoutOp(ctx: Context, a: arg.Args): Value {
  const [first, second] = a;
  if (first?.kind === "swizzle") return makeSwizzleLayout(first);
  if (arg.isLayout(first)) return make.joinLayouts(a.map((l) => arg.plainLayout(ctx, l)));
  const shape = arg.shape(ctx, first);
  if (second === undefined) return make.makeLayout(shape);
  if (second.kind === "text")
    return second.value === "LayoutRight" ? make.makeLayoutRight(shape) : make.makeLayout(shape);
  return congruentLayout(ctx, layout(shape, arg.strides(ctx, second)));
}

/** CuTe does not check that shape and stride are congruent. Without that there are no modes, only the function: it is coalesced. */
function congruentLayout(ctx: Context, a: Layout): Layout {
  if (congruent(a.shape, a.stride)) return a;
  ctx.need({ kind: "congruent", holds: "no", facts: { shape: a.shape, stride: a.stride } });
  const shapes = tree.leavesOf(a.shape);
  const flat = tree.leavesOf(a.stride).slice(0, shapes.length);
  return coalesce(ctx, layout({ kind: "tuple", items: shapes }, { kind: "tuple", items: flat }));
}

const simplifying: readonly Op[] = [
  op("coalesce", "(layout [, profile]) → layout", "Fewer modes, the same function.", (ctx, a) =>
    // A shape is coalesced whole: CuTe has no profile for it.
    arg.isLayout(a[0]) || a[1] !== undefined
      ? coalesce(ctx, arg.anyLayout(ctx, a[0]), a[1])
      : coalesceShape(arg.shape(ctx, a[0])),
  ),
  op(
    "detail::coalesce_x",
    "(layout [, profile]) → layout",
    "Fewer modes, the same function also beyond the domain.",
    (ctx, a) => coalesceX(ctx, arg.plainLayout(ctx, a[0]), a[1]),
  ),
  op("filter", "(layout [, profile]) → layout", "Without modes of stride 0 and size 1.", (ctx, a) =>
    filter(ctx, arg.anyLayout(ctx, a[0]), a[1]),
  ),
  op("filter_zeros", "(layout [, profile]) → layout", "Size 1 wherever the stride is a static 0.", (ctx, a) => {
    if (a[0]?.kind === "layout") return filterZeros(ctx, a[0], a[1]);
    return filterZerosTree(ctx, arg.tree(ctx, a[0]), arg.shape(ctx, a[1] ?? a[0]));
  }),
];

const composing: readonly Op[] = [
  op("composition", "(A, B) → layout", "R(c) = A(B(c)); by mode for a tuple of layouts.", (ctx, a) => {
    const right = a[1]?.kind === "swizzle" ? a[1] : arg.tiler(ctx, a[1]);
    return composition(ctx, arg.layoutOrSwizzle(ctx, a[0]), right);
  }),
  op("complement", "(layout [, cotarget]) → layout", "What the layout leaves free below the cotarget.", (ctx, a) =>
    complement(ctx, arg.anyLayout(ctx, a[0]), a[1] === undefined ? undefined : shapeArg(ctx, a[1])),
  ),
  op("right_inverse", "(layout) → layout", "layout(result(i)) == i as far as it goes.", (ctx, a) =>
    inverse(ctx, a[0], rightInverse),
  ),
  op("left_inverse", "(layout) → layout", "result(layout(i)) == i for an injective layout.", (ctx, a) =>
    inverse(ctx, a[0], leftInverse),
  ),
  op("nullspace", "(layout) → layout", "The modes of stride 0.", (ctx, a) => nullspace(arg.anyLayout(ctx, a[0]))),
  op("max_common_layout", "(a, b) → layout", "The most adjacent elements that two layouts share.", (ctx, a) =>
    maxCommonLayout(ctx, arg.anyLayout(ctx, a[0]), arg.anyLayout(ctx, a[1])),
  ),
  op("max_common_vector", "(a, b) → integer", "How many adjacent elements two layouts share.", (ctx, a) =>
    maxCommonVector(ctx, arg.anyLayout(ctx, a[0]), arg.anyLayout(ctx, a[1])),
  ),
  op("domain_distribute", "(shape, n) → layout", "n elements spread over a shape.", (ctx, a) => {
    const n = a[1];
    if (n === undefined || !isInt(n)) {
      return ctx.stop({ code: "not-an-integer", message: "domain_distribute takes an integer", at: "layout.hpp:1453" });
    }
    return domainDistribute(ctx, arg.isLayout(a[0]) ? a[0] : arg.shape(ctx, a[0]), n);
  }),
  op("max_alignment", "(layout) → integer", "The largest n for which upcast<n> works.", (ctx, a) => {
    const v = a[0];
    return v?.kind === "mixed" || (v !== undefined && isInt(v))
      ? maxAlignment(ctx, v)
      : maxAlignment(ctx, arg.layoutOrSwizzle(ctx, v));
  }),
];

function inverse(ctx: Context, v: Value | undefined, f: (ctx: Context, a: AnyLayout) => Value): Value {
  return v?.kind === "underscore" || v?.kind === "swizzle" ? v : f(ctx, arg.anyLayout(ctx, v));
}

const shapeArg = (ctx: Context, v: Value): Shape => (arg.isLayout(v) ? modes.shapeOf(ctx, v) : arg.shape(ctx, v));

const dividing: readonly Op[] = [
  tiling("logical_divide", "Mode 0 is the tile, mode 1 runs over the tiles.", logicalDivide),
  tiling("zipped_divide", "((TILE_M,TILE_N),(m,n))", zippedDivide),
  tiling("tiled_divide", "((TILE_M,TILE_N),m,n)", tiledDivide),
  tiling("flat_divide", "(TILE_M,TILE_N,m,n)", flatDivide),
  tiling("tile_unzip", "Gathers tiles and rests into two modes.", tileUnzip),
  tiling("logical_product", "The block, and the layout of its repetitions.", products.logicalProduct),
  tiling("zipped_product", "((BLK_M,BLK_N),(m,n))", products.zippedProduct),
  tiling("tiled_product", "((BLK_M,BLK_N),m,n)", products.tiledProduct),
  tiling("flat_product", "(BLK_M,BLK_N,m,n)", products.flatProduct),
  op("blocked_product", "(block, tiler) → layout", "Blocks side by side: ((BLK_M,m),(BLK_N,n)).", (ctx, a) =>
    products.blockedProduct(ctx, arg.anyLayout(ctx, a[0]), arg.plainLayout(ctx, a[1])),
  ),
  op("raked_product", "(block, tiler) → layout", "Blocks interleaved: ((m,BLK_M),(n,BLK_N)).", (ctx, a) =>
    products.rakedProduct(ctx, arg.anyLayout(ctx, a[0]), arg.plainLayout(ctx, a[1])),
  ),
  op("tile_to_shape", "(block, shape [, order]) → layout", "The block repeated until it covers the shape.", (ctx, a) =>
    products.tileToShape(ctx, arg.anyLayout(ctx, a[0]), arg.shape(ctx, a[1]), arg.order(ctx, a[2])),
  ),
  op("upcast", "(layout, n) → layout", "n elements become one.", (ctx, a) => {
    const n = arg.number(ctx, a[1]);
    if (a[0]?.kind === "mixed") return mixedUpcast(ctx, a[0], n);
    return a[0] !== undefined && isInt(a[0])
      ? safeDiv(ctx, a[0], staticInt(n))
      : upcast(ctx, arg.layoutOrSwizzle(ctx, a[0]), n);
  }),
  op("downcast", "(layout, n) → layout", "One element becomes n.", (ctx, a) => {
    const n = arg.number(ctx, a[1]);
    if (a[0]?.kind === "mixed") return mixedDowncast(ctx, a[0], n);
    return downcast(ctx, arg.layoutOrSwizzle(ctx, a[0]), n);
  }),
  op(
    "recast_layout",
    "(layout, old bits, new bits) → layout",
    "The same bytes as elements of another width.",
    (ctx, a) => recastLayout(ctx, arg.layoutOrSwizzle(ctx, a[0]), arg.number(ctx, a[1]), arg.number(ctx, a[2])),
  ),
];

/** Of a layout or tuple at a mode path: `size<1,0>(layout)`. */
const ofMode = (
  name: string,
  doc: string,
  onLayout: (ctx: Context, l: Layout) => Value,
  onTree: (ctx: Context, t: Tree<Value>) => Value,
): Op =>
  op(name, "(layout or tuple [, mode…]) → value", doc, (ctx, a) => {
    const path = arg.numbers(ctx, a.slice(1));
    if (arg.isLayout(a[0]))
      return onLayout(ctx, arg.plainLayout(ctx, modes.innermost(ctx, modes.getLayout(ctx, a[0], path))));
    return onTree(ctx, tree.getPath<Value>(ctx, arg.tree(ctx, a[0]), path));
  });

const count = (n: number): Value => staticInt(n);

const asking: readonly Op[] = [
  ofMode(
    "rank",
    "The number of modes.",
    (_, l) => count(tree.rankOf(l.shape)),
    (_, t) => count(tree.rankOf<Value>(t)),
  ),
  ofMode(
    "depth",
    "How deeply modes are nested.",
    (_, l) => count(tree.depthOf(l.shape)),
    (_, t) => count(tree.depthOf<Value>(t)),
  ),
  ofMode(
    "size",
    "The number of elements.",
    (ctx, l) => size(ctx, l),
    (ctx, t) => product(arg.shape(ctx, t)),
  ),
  ofMode(
    "shape",
    "The shape.",
    (_, l) => l.shape,
    (_, t) => t,
  ),
  ofMode(
    "stride",
    "The strides.",
    (_, l) => l.stride,
    (ctx, t) => arg.bad(ctx, "a layout", t),
  ),
  ofMode(
    "cosize",
    "One more than the largest result.",
    (ctx, l) => cosize(ctx, l),
    (ctx, t) => arg.bad(ctx, "a layout", t),
  ),
  ofMode(
    "coshape",
    "The smallest shape that holds all results.",
    (ctx, l) => coshape(ctx, l),
    (ctx, t) => arg.bad(ctx, "a layout", t),
  ),
  ofMode(
    "coprofile",
    "Where results live.",
    (ctx, l) => coprofile(ctx, l.stride),
    (ctx, t) => arg.bad(ctx, "a layout", t),
  ),
];

export const layoutOps: readonly Op[] = [...making, ...simplifying, ...composing, ...dividing, ...asking];
