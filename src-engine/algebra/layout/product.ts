// Products: a block repeated over a tiler (layout.hpp:1645-1799).
//
// logical_product(A, B) = (A, A* o B). The rank-sensitive ones zip block and tiler mode by mode: blocked keeps a block
// together, raked interleaves the blocks.
import type { Context } from "../context.ts";
import { mul, ONE, ZERO } from "../int/int.ts";
import { productUnderSwizzle } from "../swizzle/compose.ts";
import { ceilDivTree, productEach } from "../tuple/int-tuple.ts";
import { leavesOf, rankOf, repeatLike, tupleRepeat } from "../tuple/tree.ts";
import type { AnyLayout, Int, Layout, Shape } from "../value.ts";
import { coalesce } from "./coalesce.ts";
import { complement } from "./complement.ts";
import { composition } from "./composition.ts";
import { cosize, size } from "./coords.ts";
import { byMode, tileUnzip, unpack } from "./divide.ts";
import { isStaticTree, joinLayouts, makeOrderedLayout, type Order } from "./make.ts";
import { type AnyTiler, appendLayout, modeOf, onDomain, zipLayouts } from "./modes.ts";
import { evenlyDivides } from "./predicates.ts";

export function logicalProduct(
  ctx: Context,
  block: Layout,
  tiler: Layout | Exclude<AnyTiler, { kind: "composed" }>,
): Layout;
export function logicalProduct(ctx: Context, block: AnyLayout, tiler: AnyTiler): AnyLayout;
export function logicalProduct(ctx: Context, block: AnyLayout, tiler: AnyTiler): AnyLayout {
  if (block.kind === "composed") return onDomain(ctx, block, (inner) => plain(ctx, logicalProduct(ctx, inner, tiler)));
  if (tiler.kind === "composed") return productUnderSwizzle(ctx, block, tiler);
  if (tiler.kind === "layout") {
    if (ctx.dialect === "dsl" && isOne(tiler)) {
      return joinLayouts([block, { ...tiler, stride: repeatLike<Int, Int>(tiler.shape, ZERO) }]);
    }
    if (ctx.dialect === "dsl" && isOpenCoordinate(tiler))
      return ctx.stop({
        code: "no-overload",
        message: "a product with coordinates of which only the run knows how many",
      });
    const room = ctx.dialect === "ir" ? undefined : mul(size(ctx, block), cosize(ctx, tiler));
    const free = complement(ctx, block, room);
    return joinLayouts([block, composition(ctx, free, tiler)]);
  }
  return byMode(ctx, block, tiler, "layout.hpp:1666", (c, mode, tile) => plain(c, logicalProduct(c, mode, tile)));
}

/** CuTe DSL asks for no complement where a block stands alone. */
const isOne = ({ shape }: Layout): boolean =>
  leavesOf<Shape>(shape).every((one) => one.kind === "num" && one.value === 1);

const isOpenCoordinate = ({ shape, stride }: Layout): boolean =>
  leavesOf(stride).some(({ kind }) => kind === "basis") && !isStaticTree(shape);

function plain(ctx: Context, a: AnyLayout): Layout {
  return a.kind === "layout" ? a : ctx.stop({ code: "no-overload", message: "a composed layout as a mode" });
}

export function zippedProduct(ctx: Context, block: Layout, tiler: AnyTiler): Layout;
export function zippedProduct(ctx: Context, block: AnyLayout, tiler: AnyTiler): AnyLayout;
export function zippedProduct(ctx: Context, block: AnyLayout, tiler: AnyTiler): AnyLayout {
  return onDomain(ctx, block, (inner) => tileUnzip(ctx, plain(ctx, logicalProduct(ctx, inner, tiler)), tiler));
}

export function tiledProduct(ctx: Context, block: Layout, tiler: AnyTiler): Layout;
export function tiledProduct(ctx: Context, block: AnyLayout, tiler: AnyTiler): AnyLayout;
export function tiledProduct(ctx: Context, block: AnyLayout, tiler: AnyTiler): AnyLayout {
  return onDomain(ctx, block, (inner) => unpack(ctx, zippedProduct(ctx, inner, tiler), false));
}

export function flatProduct(ctx: Context, block: Layout, tiler: AnyTiler): Layout;
export function flatProduct(ctx: Context, block: AnyLayout, tiler: AnyTiler): AnyLayout;
export function flatProduct(ctx: Context, block: AnyLayout, tiler: AnyTiler): AnyLayout {
  return onDomain(ctx, block, (inner) => unpack(ctx, zippedProduct(ctx, inner, tiler), true));
}

export function blockedProduct(ctx: Context, block: Layout, tiler: Layout): Layout;
export function blockedProduct(ctx: Context, block: AnyLayout, tiler: Layout): AnyLayout;
export function blockedProduct(ctx: Context, block: AnyLayout, tiler: Layout): AnyLayout {
  return onDomain(ctx, block, (inner) => {
    const [a, b] = productModes(ctx, inner, tiler);
    return asOnceJoined(ctx, zipLayouts(ctx, a, b));
  });
}

export function rakedProduct(ctx: Context, block: Layout, tiler: Layout): Layout;
export function rakedProduct(ctx: Context, block: AnyLayout, tiler: Layout): AnyLayout;
export function rakedProduct(ctx: Context, block: AnyLayout, tiler: Layout): AnyLayout {
  return onDomain(ctx, block, (inner) => {
    const [a, b] = productModes(ctx, inner, tiler);
    const raked = zipLayouts(ctx, b, a);
    return ctx.dialect !== "cpp"
      ? coalesce(ctx, raked, tupleRepeat(rankOf(raked.shape), ONE))
      : asOnceJoined(ctx, raked);
  });
}

/** Before CUTLASS 3.8 what continues was one mode within each: `(8,32):(32,256)` was `256:32`. */
const asOnceJoined = (ctx: Context, a: Layout): Layout =>
  ctx.dialect === "cpp" && ctx.isBefore?.("3.8") === "yes" ? coalesce(ctx, a, tupleRepeat(rankOf(a.shape), ONE)) : a;

/** Block and tiler of equal rank, multiplied: the two modes of the logical product. */
function productModes(ctx: Context, block: Layout, tiler: Layout): readonly [Layout, Layout] {
  const rank = Math.max(rankOf(block.shape), rankOf(tiler.shape));
  const result = logicalProduct(ctx, padTo(ctx, block, rank), padTo(ctx, tiler, rank));
  return [modeOf(ctx, result, 0), modeOf(ctx, result, 1)];
}

const padTo = (ctx: Context, a: Layout, rank: number): Layout => plain(ctx, appendLayout(ctx, a, undefined, rank));

/** `tile_to_shape(block, target, order)`: the block repeated until it covers the target shape. */
export function tileToShape(ctx: Context, block: Layout, target: Shape, order?: Order): Layout;
export function tileToShape(ctx: Context, block: AnyLayout, target: Shape, order?: Order): AnyLayout;
export function tileToShape(ctx: Context, block: AnyLayout, target: Shape, order: Order = "left"): AnyLayout {
  if (block.kind === "composed") return onDomain(ctx, block, (inner) => tileToShape(ctx, inner, target, order));
  const rank = rankOf(target);
  if (rankOf(block.shape) > rank) {
    ctx.stop({
      code: "rank-too-large",
      message: "the block has more modes than the target shape",
      at: "layout.hpp:1782",
    });
  }
  if (ctx.dialect === "cpp" && order !== "left" && order !== "right" && rankOf(order) !== rank) {
    ctx.stop({
      code: "mismatched-ranks",
      message: "the order and the target shape have different numbers of modes",
      at: "layout.hpp:1798",
      facts: { target, order },
    });
  }
  const padded = padTo(ctx, block, rank);
  const blockShape = productEach(padded.shape);
  const targetShape = productEach(target);
  if (ctx.dialect === "cpp" && isStaticTree(targetShape)) requireWholeTiles(ctx, targetShape, blockShape);
  return blockedProduct(ctx, padded, makeOrderedLayout(ctx, ceilDivTree(ctx, targetShape, blockShape), order));
}

function requireWholeTiles(ctx: Context, target: Shape, block: Shape): void {
  const whole = evenlyDivides(ctx, target, block);
  if (whole.know === "dynamic") {
    ctx.stop({
      code: "not-static",
      message: "tile_to_shape: a static target shape needs a static block",
      facts: { target, block },
    });
  }
  if (whole.kind === "num" && whole.value === 0) {
    ctx.stop({
      code: "divisibility",
      message: "tile_to_shape: the block does not divide the target shape",
      at: "layout.hpp:1792",
      facts: { target, block },
    });
  }
  if (whole.kind === "sym")
    ctx.need({ kind: "divides", holds: "unknown", facts: { divisor: block, of: target }, at: "layout.hpp:1792" });
}
