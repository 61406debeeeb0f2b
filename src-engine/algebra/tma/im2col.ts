// make_im2col_tma_copy: a TMA that walks the window of a convolution. The descriptor holds the corners of the base pixel's box, how
// many channels and pixels one instruction brings, and the traversal strides.
//
// The tensor is ((w,h,d,n),c) or, for weight gradients, (c,(w,h,d,n)); shared memory decides which mode runs first.
// Source: atom/copy_traits_sm90_im2col.hpp:380-690. The tensor of coordinates is im2col-tensor.ts's.
import type { TiledCopy, TmaAtom } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { equal } from "../int/ask.ts";
import { asDynamic, dynamicInt, isConstant, isInt, mul, ONE, staticInt, ZERO } from "../int/int.ts";
import { coalesce } from "../layout/coalesce.ts";
import { composition } from "../layout/composition.ts";
import { size } from "../layout/coords.ts";
import { logicalDivide } from "../layout/divide.ts";
import { rightInverse } from "../layout/inverse.ts";
import { makeIdentityLayout, makeLayout } from "../layout/make.ts";
import { type AnyTiler, layoutModes, modeOf, shapeOf } from "../layout/modes.ts";
import { product, productEach, safeDiv } from "../tuple/int-tuple.ts";
import { basisValue, type Scalar } from "../tuple/scalar.ts";
import { flattenToTuple, get, leavesOf, modesOf, rankOf } from "../tuple/tree.ts";
import { type Int, type Layout, layout, type Strides, tuple } from "../value.ts";
import { instruction, swizzlePortions, type TmaRequest, tiledFrom } from "./atom.ts";
import { inBytes, requireTensorMapType } from "./descriptor.ts";
import { withoutStages } from "./dsl.ts";
import { im2colTensor, noWindow, type Window } from "./im2col-tensor.ts";
import { tensorMapSwizzle } from "./swizzle.ts";

const AT = "copy_traits_sm90_im2col.hpp";

/** `make_im2col_tma_copy(op, tensor, slayout [, tiler [, multicast]] [, window…])`. */
export function makeIm2colTmaCopy(
  ctx: Context,
  request: TmaRequest,
  tiler?: AnyTiler,
  multicast: Int = ONE,
  window?: Window,
): TiledCopy {
  const gmem = plainTensor(ctx, request);
  const ctaVMap = composition(
    ctx,
    makeIdentityLayout(ctx, productEach(gmem.shape)),
    tiler ?? productEach(shapeOf(ctx, request.smem)),
  );
  const atom = makeAtom(ctx, request, gmem, multicast, ctaVMap, window);
  return tiledFrom(ctx, atom, makeLayout(multicast), ctaVMap);
}

/** The DSL's `make_im2col_tma_atom(op, tensor, slayout, tiler, window…, num_multicast)`: the atom alone, from one stage. */
export function makeIm2colTmaAtom(
  ctx: Context,
  request: TmaRequest,
  tiler: AnyTiler,
  multicast: Int,
  window?: Window,
): TmaAtom {
  const gmem = plainTensor(ctx, request);
  const ctaVMap = composition(ctx, makeIdentityLayout(ctx, productEach(gmem.shape)), tiler);
  const smem = withoutStages(ctx, request.smem, tiler);
  return { ...makeAtom(ctx, { ...request, smem }, gmem, multicast, ctaVMap, window), staged: request.smem };
}

function plainTensor(ctx: Context, { gmem }: TmaRequest): Layout {
  if (gmem.layout.kind === "layout") return gmem.layout;
  return ctx.stop({ code: "unsupported", message: "the layout of the im2col tensor is not known" });
}

function makeAtom(
  ctx: Context,
  request: TmaRequest,
  gmem: Layout,
  multicast: Int,
  ctaVMap: Layout,
  window: Window | undefined,
): TmaAtom {
  const { swizzle, plain } = swizzlePortions(ctx, request.smem);
  requireSameModes(ctx, plain, ctaVMap);
  const box = vectorised(ctx, gmem, plain, ctaVMap);
  const share = logicalDivide(ctx, box, safeDiv(ctx, size(ctx, box), multicast));
  const [channels, pixels] = layoutModes(modeOf(ctx, share, 0));
  if (channels === undefined || pixels === undefined) return tooFewModes(ctx);
  const order = [channels, pixels].map((mode) => gmemMode(ctx, mode));
  const modes = order.flatMap((i) => flatMode(ctx, gmem, i));
  const type = requireTensorMapType(ctx, request.dtype.name);
  const spatial = Math.max(modes.length - 2, 0);
  const range = [size(ctx, channels), size(ctx, pixels)] as const;
  const bitsPerTma = mul(size(ctx, box), staticInt(request.dtype.bits));
  const full = window ?? noWindow(spatial);
  const padded = (values: readonly Int[], fill: Int) =>
    Array.from({ length: spatial }, (_, i) => asDynamic(values[i] ?? fill));
  const extents = modes.map(({ shape }) => shape);
  const tensor = im2colTensor(ctx, extents, full, order[1] === 0 ? "pixels" : "channels");
  return {
    kind: "tma-atom",
    op: request.operation.name,
    gmem: request.gmem,
    smem: request.smem,
    ctaTiler: productEach(ctaVMap.shape),
    cluster: multicast,
    dtype: request.dtype,
    bitsPerTma,
    copyAtom: instruction(ctx, request, bitsPerTma),
    tensor,
    descriptor: {
      dtype: type.name,
      rank: modes.length,
      globalDim: modes.map(({ shape }) => asDynamic(shape)),
      globalStrides: modes.slice(1).map(({ stride }) => asDynamic(inBytes(stride, request.dtype.bits))),
      boxDim: range.map((each) => asDynamic(each)),
      elementStrides: [dynamicInt(1), ...padded(full.traversal, ONE), dynamicInt(1)],
      swizzle: tensorMapSwizzle(ctx, swizzle),
      interleave: "NONE",
      im2col: { lowerCorner: padded(full.lowerCorner, ZERO), upperCorner: padded(full.upperCorner, ZERO) },
    },
  };
}

/** im2col compares mode by mode (:594), where the tiled construction compares sizes. */
function requireSameModes(ctx: Context, smem: Layout, ctaVMap: Layout): void {
  const [left, right] = [smem, ctaVMap].map(({ shape }) => modesOf<Int>(shape).map(product));
  if (left === undefined || right === undefined) return;
  if (left.length === right.length && left.every((mode, i) => equal(mode, right[i] ?? mode) !== "no")) return;
  ctx.stop({
    code: "static_assert",
    message: "TMA requires CTA_Tile and SLayout top-level shape equivalence.",
    at: `${AT}:594`,
    facts: { smem: tuple(left), tile: tuple(right) },
  });
}

/** The first two modes of the walk through shared memory that are whole gmem modes: channels and pixels. */
function vectorised(ctx: Context, gmem: Layout, smem: Layout, ctaVMap: Layout): Layout {
  const walk = coalesce(ctx, composition(ctx, ctaVMap, rightInverse(ctx, smem)));
  const full = composition(ctx, makeIdentityLayout(ctx, productEach(gmem.shape)), walk);
  const shape = flattenToTuple<Int>(full.shape).items as readonly Int[];
  const stride = flattenToTuple<Scalar>(full.stride).items as readonly Scalar[];
  const end = stride.findIndex((each) => !isUnit(each));
  const rank = Math.min(end < 0 ? stride.length : end, 2);
  if (rank < 2) return tooFewModes(ctx);
  return layout(tuple([...shape.slice(0, 2)]), tuple<Scalar>([...stride.slice(0, 2)]) as Strides);
}

function isUnit(stride: Scalar): boolean {
  const value = basisValue(stride);
  return isInt(value) && isConstant(value, 1) && value.know === "static";
}

const tooFewModes = (ctx: Context): never =>
  ctx.stop({
    code: "static_assert",
    message: "IM2COL expects at least 2 modes of the smem to vectorize with gmem.",
    at: `${AT}:632`,
  });

/** The gmem mode that a mode of the box walks. */
function gmemMode(ctx: Context, mode: Layout): number {
  const [leaf] = leavesOf<Scalar>(mode.stride);
  const path = leaf?.kind === "basis" ? leaf.path : undefined;
  return path?.[0] ?? ctx.stop({ code: "unsupported", message: "a mode of the box that walks no mode of the tensor" });
}

/** Extent and stride of each mode inside a top-level mode. */
function flatMode(ctx: Context, gmem: Layout, i: number): readonly { readonly shape: Int; readonly stride: Int }[] {
  if (i >= rankOf(gmem.shape))
    return ctx.stop({ code: "unsupported", message: "a mode that the tensor does not have" });
  const shapes = leavesOf<Int>(get<Int>(ctx, gmem.shape, i));
  const strides = leavesOf<Scalar>(get<Scalar>(ctx, gmem.stride as never, i));
  return shapes.flatMap((shape, k) => {
    const stride = strides[k];
    return stride !== undefined && isInt(stride as Int) ? [{ shape, stride: stride as Int }] : [];
  });
}
