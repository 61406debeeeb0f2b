// The box of a TMA instruction and which gmem mode each of its dimensions walks: the TMA basis.
//
// Shared memory is read in address order (the inverse of its layout, swizzle apart); as far as that walk follows whole
// gmem modes, one instruction can copy it. Dimensions are merged up to 256 elements, the most a box may have along one.
// Source: atom/copy_traits_sm90_tma.hpp:660-850.
import type { Context } from "../context.ts";
import { equal } from "../int/ask.ts";
import { compare, isConstant, mul, ONE, staticInt } from "../int/int.ts";
import { coalesce } from "../layout/coalesce.ts";
import { composition } from "../layout/composition.ts";
import { size } from "../layout/coords.ts";
import { rightInverse } from "../layout/inverse.ts";
import { makeIdentityLayout, makeLayout } from "../layout/make.ts";
import { recastLayout } from "../layout/recast.ts";
import { product } from "../tuple/int-tuple.ts";
import { basisValue, equalScalar, mulScalar, type Scalar } from "../tuple/scalar.ts";
import { flattenToTuple, group, leavesOf, modesOf, rankOf, take, tupleRepeat, wrap } from "../tuple/tree.ts";
import { type Int, type Layout, layout, type Shape, type Strides, type Tree, tuple } from "../value.ts";

const AT = "copy_traits_sm90_tma.hpp";

/** Bits of the tensor's element and of the type that TMA copies it as. */
export interface ElementBits {
  readonly value: number;
  readonly internal: number;
}

/**
 * Box extents (in elements of the internal type) with the gmem basis of each: `(_64,_128):(_1@1,_1@0)`.
 * @param smem the shared-memory tile without its swizzle
 * @param ctaVMap CTA value index → gmem mode
 * @param innerLimit the widest first dimension that the DSL makes (C++ leaves it to the driver)
 */
export function constructTmaGbasis(
  ctx: Context,
  gmem: Layout,
  bits: ElementBits,
  smem: Layout,
  ctaVMap: Layout,
  innerLimit?: number,
): Layout {
  requireSameSize(ctx, smem, ctaVMap);
  if (ctx.dialect === "dsl") requireSameModes(ctx, smem, ctaVMap);
  const walk = contiguousWalk(ctx, smem, ctaVMap);
  const tileStrides = recastLayout(ctx, composition(ctx, gmem, walk), bits.value, bits.internal);
  const merged = coalesce256(ctx, tileStrides);
  const identity = makeIdentityLayout(ctx, gmem.shape);
  const tileBasis = layout(tileStrides.shape, composition(ctx, identity, walk).stride);
  const whole = composition(ctx, tileBasis, makeLayout(wrap(merged.shape)));
  const box = innerLimit === undefined ? whole : dslBox(whole, innerLimit);
  const rest = missingBases(recastLayout(ctx, gmem, bits.value, bits.internal), identity, box);
  const full = layout(
    tuple([...wrap(box.shape).items, ...tupleRepeat(rest.length, ONE).items]),
    tuple<Scalar>([...wrap(box.stride).items, ...rest]),
  );
  return foldBeyondFour(ctx, full);
}

export function requireSameSize(ctx: Context, smem: Layout, ctaVMap: Layout): void {
  const [left, right] = [size(ctx, smem), size(ctx, ctaVMap)];
  const holds = equal(left, right);
  const at = `${AT}:745`;
  const facts = { smem: left, tile: right, smemShape: smem.shape, tileShape: ctaVMap.shape };
  if (holds === "unknown") return ctx.need({ kind: "equal", holds, facts: { left, right }, at });
  if (holds === "yes") return;
  ctx.stop({
    code: "static_assert",
    message: "TMA requires CTA_Tile and SLayout top-level size equivalence.",
    at,
    facts,
  });
}

/** The DSL compares mode by mode: "expected top-level shape equivalence between the SMEM layout and the CTA V-map". */
function requireSameModes(ctx: Context, smem: Layout, ctaVMap: Layout): void {
  const smemModes = modesOf<Int>(smem.shape).map(product);
  const tileModes = modesOf<Int>(ctaVMap.shape).map(product);
  const same = smemModes.length === tileModes.length && smemModes.every((m, i) => equal(m, tileModes[i] ?? m) !== "no");
  if (same) return;
  ctx.stop({
    code: "verifier",
    message: "expected top-level shape equivalence between the SMEM layout and the CTA V-map",
    at: `${AT}:743`,
    facts: { smem: tuple(smemModes), tile: tuple(tileModes) },
  });
}

/**
 * The DSL splits what a box cannot hold: a first dimension that is too wide is cut to the largest divisor that fits, and the
 * rest of the tile is left to further instructions; later dimensions are cut to at most 256.
 */
function dslBox(box: Layout, innerLimit: number): Layout {
  const modes = modesOf<Int>(box.shape);
  const first = modes[0];
  const inner = first === undefined ? undefined : product(first);
  if (inner?.kind === "num" && inner.value > innerLimit) {
    const stride = modesOf<Scalar>(box.stride)[0] ?? ONE;
    return layout(tuple([staticInt(largestDivisor(inner.value, innerLimit))]), tuple<Scalar>([firstLeaf(stride)]));
  }
  const cut = modes.map((mode) => {
    const extent = product(mode);
    return extent.kind === "num" && extent.value > 256 ? staticInt(largestDivisor(extent.value, 256)) : mode;
  });
  return layout(tuple(cut), box.stride.kind === "tuple" ? box.stride : tuple<Scalar>([box.stride]));
}

const firstLeaf = (stride: Tree<Scalar>): Scalar => leavesOf<Scalar>(stride)[0] ?? ONE;

function largestDivisor(of: number, limit: number): number {
  for (let parts = Math.ceil(of / limit); parts <= of; parts++) if (of % parts === 0) return of / parts;
  return 1;
}

/** smem index → gmem mode, as far as every step is 1 along a gmem mode. */
function contiguousWalk(ctx: Context, smem: Layout, ctaVMap: Layout): Layout {
  const full = coalesce(ctx, composition(ctx, ctaVMap, rightInverse(ctx, smem)));
  const strides = wrap(full.stride).items;
  const broken = strides.findIndex((stride) => !isUnit(stride));
  const rank = broken === -1 ? strides.length : broken;
  // With a symbolic extent in front nobody knows which stride comes first.
  if (rank === 0 && [...leavesOf<Int>(full.shape)].slice(0, 1).some((extent) => extent.kind !== "num"))
    ctx.stop({ code: "unsupported", message: "a walk through shared memory whose first extent is a symbol" });
  if (rank === 0)
    ctx.stop({
      code: "static_assert",
      message: "Could not find a common tile-gmem vectorization. Does the Tile select out major GMEM modes?",
      at: `${AT}:780`,
      facts: { smem, tile: ctaVMap, walk: full },
    });
  return layout(take(ctx, full.shape, 0, rank), take(ctx, full.stride, 0, rank));
}

const isUnit = (stride: Tree<Scalar>): boolean => stride.kind !== "tuple" && isConstant(basisValue(stride), 1);

/** Merges neighbouring modes greedily while the product stays at most 256; only what is statically known merges. */
export function coalesce256(ctx: Context, a: Layout): Layout {
  const shapes: Int[] = [];
  const strides: Scalar[] = [];
  const oldStrides = leavesOf<Scalar>(a.stride);
  for (const [i, extent] of leavesOf<Int>(a.shape).entries()) {
    ctx.step();
    const stride = oldStrides[i] ?? ONE;
    const last = shapes.length - 1;
    const backShape = shapes[last];
    const backStride = strides[last];
    if (i > 0 && isConstant(extent, 1)) continue;
    if (backShape === undefined || backStride === undefined || (last === 0 && isConstant(backShape, 1))) {
      shapes[0] = extent;
      strides[0] = stride;
    } else if (merges(backShape, backStride, extent, stride)) {
      shapes[last] = mul(extent, backShape);
    } else {
      shapes.push(extent);
      strides.push(stride);
    }
  }
  return rebuild(shapes, strides);
}

function merges(backShape: Int, backStride: Scalar, extent: Int, stride: Scalar): boolean {
  const follows = equalScalar(mulScalar(backShape, backStride), stride);
  return isConstant(follows, 1) && isConstant(compare("<=", mul(extent, backShape), staticInt(256)), 1);
}

function rebuild(shapes: readonly Int[], strides: readonly Scalar[]): Layout {
  const [shape, stride] = [shapes[0], strides[0]];
  if (shapes.length > 1 || shape === undefined || stride === undefined) return layout(tuple(shapes), tuple(strides));
  return isConstant(shape, 1) ? layout(ONE, staticInt(0)) : layout(shape, stride);
}

/** The gmem modes that the box does not walk, without those of static size 1 or static stride 0. */
function missingBases(gmem: Layout, identity: Layout, box: Layout): readonly Tree<Scalar>[] {
  const shapes = leavesOf<Int>(gmem.shape);
  const strides = leavesOf<Scalar>(gmem.stride);
  const walked = leavesOf<Scalar>(box.stride);
  return leavesOf<Scalar>(identity.stride).filter((basis, i) => {
    if (isConstant(shapes[i] ?? ONE, 1) || isConstant(strides[i] ?? ONE, 0)) return false;
    return !walked.some((other) => isConstant(equalScalar(other, basis), 1));
  });
}

/** A descriptor has five dimensions: from the fifth on, modes share the last one. */
function foldBeyondFour(ctx: Context, full: Layout): Layout {
  const from = Math.min(rankOf<Int>(full.shape), 4);
  const shape: Shape = group<Int>(ctx, full.shape, from, -1);
  const stride: Strides = group<Scalar>(ctx, full.stride, from, -1);
  return layout(shape, stride);
}

/** The leaves of the basis that one TMA dimension stands for. */
export const basesOf = (gbasis: Layout): readonly (readonly Scalar[])[] =>
  flattenTop(gbasis.stride).map((mode) => flattenToTuple<Scalar>(mode).items.filter((x) => x.kind !== "tuple"));

const flattenTop = (strides: Strides): readonly Tree<Scalar>[] => wrap<Scalar>(strides).items;
