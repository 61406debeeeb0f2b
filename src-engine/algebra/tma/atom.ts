// make_tma_atom and make_tma_copy: from a gmem tensor, a shared-memory layout and a map of the CTA's values to the copy,
// its descriptor and its TMA tensor.
//
// Source: atom/copy_traits_sm90_tma.hpp:1127-1250. The named forms (by tiler, A/B/C, sm100) are in make.ts.
import { makeCopyAtom } from "../atoms/copy-atom.ts";
import { bulkTraits } from "../atoms/copy-warp.ts";
import type { CopyAtom, TiledCopy, TmaAtom } from "../atoms/types.ts";
import type { Context } from "../context.ts";
import { div, mul, ONE, staticInt } from "../int/int.ts";
import { composition } from "../layout/composition.ts";
import { cosize, size } from "../layout/coords.ts";
import { rightInverse } from "../layout/inverse.ts";
import { joinLayouts } from "../layout/make.ts";
import { layoutModes } from "../layout/modes.ts";
import { tileToShape } from "../layout/product.ts";
import { recastLayout } from "../layout/recast.ts";
import { productEach, safeDiv } from "../tuple/int-tuple.ts";
import { rankOf } from "../tuple/tree.ts";
import type { AnyLayout, DType, Int, Layout, Swizzle, Tensor } from "../value.ts";
import { layout } from "../value.ts";
import { requireTensorMapType, tmaDescriptor } from "./descriptor.ts";
import { constructTmaGbasis, type ElementBits } from "./gbasis.ts";
import type { TmaOperation } from "./operations.ts";
import { tmaStrides, tmaTensor } from "./tma-tensor.ts";

export interface TmaRequest {
  readonly operation: TmaOperation;
  readonly gmem: Tensor;
  readonly dtype: DType;
  readonly smem: AnyLayout;
  /** TmaInternalType, where the program names one. */
  readonly internal?: DType;
}

/** `detail::make_tma_copy_atom`: `ctaVMap` maps a CTA value index to the gmem mode, `multicast` CTAs share a box. */
export function makeTmaCopyAtom(ctx: Context, request: TmaRequest, multicast: Int, ctaVMap: Layout): TmaAtom {
  if (request.operation.im2col)
    ctx.stop({ code: "unsupported", message: `${request.operation.name}: im2col tensor maps are not computed` });
  const gmem = gmemLayout(ctx, request.gmem);
  const internal = request.internal ?? request.dtype;
  const bits: ElementBits = { value: request.dtype.bits, internal: internal.bits };
  const { swizzle, plain } = swizzlePortions(ctx, request.smem);
  const limit = ctx.dialect === "dsl" ? dslInnerLimit(ctx, swizzle, bits.internal) : undefined;
  const whole = constructTmaGbasis(ctx, gmem, bits, plain, ctaVMap, limit);
  const gbasis = request.operation.rows4 ? oneRow(ctx, whole) : whole;
  const type = requireTensorMapType(ctx, internal.name);
  const recast = recastLayout(ctx, gmem, bits.value, bits.internal);
  const { descriptor, globalStrides } = tmaDescriptor(ctx, { gmem: recast, gbasis, swizzle, type, multicast });
  const elements = request.operation.rows4 ? mul(size(ctx, gbasis), staticInt(4)) : size(ctx, gbasis);
  const bitsPerTma = mul(elements, staticInt(internal.bits));
  const strides = tmaStrides(ctx, { gmem, recast, gbasis, bits, globalStrides });
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
    tensor: tmaTensor(ctx, gmem.shape, strides),
    auxStride: strides,
    gbasis,
    descriptor,
  };
}

/** The DSL keeps the box within the swizzle's bytes; a swizzle that TMA lacks is accepted there, with what effect is not known. */
function dslInnerLimit(ctx: Context, { b, m, s }: Swizzle, bits: number): number {
  if (b === 0) return 256;
  if (m !== 4 || b > 3 || s !== 3)
    ctx.stop({ code: "unsupported", message: `what the DSL makes of S<${b},${m},${s}> in a TMA is not known` });
  return Math.min(256, (2 ** (b + m) * 8) / bits);
}

function gmemLayout(ctx: Context, gmem: Tensor): Layout {
  if (gmem.layout.kind === "layout") return gmem.layout;
  return ctx.stop({
    code: "unsupported",
    message:
      gmem.layout.kind === "unknown"
        ? `the gmem tensor's layout is unknown: ${gmem.layout.why}`
        : "a composed gmem layout",
  });
}

const noSwizzle: Swizzle = { kind: "swizzle", b: 0, m: 4, s: 3 };

/** `get_swizzle_portion` and `get_nonswizzle_portion`: a plain layout's swizzle is the identity Sw<0,4,3>. */
export function swizzlePortions(ctx: Context, smem: AnyLayout): { readonly swizzle: Swizzle; readonly plain: Layout } {
  if (smem.kind === "layout") return { swizzle: noSwizzle, plain: smem };
  if (smem.outer.kind === "swizzle" && smem.inner.kind === "layout") return { swizzle: smem.outer, plain: smem.inner };
  return ctx.stop({ code: "unsupported", message: "TMA takes a layout or Swizzle o offset o layout in shared memory" });
}

/** Gather4 and scatter4: the box is one row; four row coordinates come with each instruction. */
function oneRow(ctx: Context, gbasis: Layout): Layout {
  const [first] = layoutModes(gbasis);
  if (first === undefined || rankOf<Int>(gbasis.shape) !== 2)
    return ctx.stop({
      code: "static_assert",
      message: "TMA Gather/Scatter only supports 2D tensors",
      at: "copy_traits_sm90_tma.hpp:1157",
    });
  const rows = layoutModes(gbasis)[1] ?? first;
  return joinLayouts([first, layout(ONE, composition(ctx, rows, ONE).stride)]);
}

/** Copy_Traits<op, bits>; the atom's layouts count elements of the tensor's type. */
export function instruction(ctx: Context, request: TmaRequest, bitsPerTma: Int): CopyAtom {
  const { name } = request.operation;
  const traits = bulkTraits(name, bitsPerTma);
  if (traits === undefined)
    return ctx.stop({ code: "unsupported", message: `${name} has no traits that are known here` });
  return makeCopyAtom(ctx, traits, request.dtype);
}

/** `detail::make_tma_copy_tiled`: `ctaTMap` maps the CTA in the cluster to its part of a multicast. */
export function makeTmaCopyTiled(ctx: Context, request: TmaRequest, ctaTMap: Layout, ctaVMap: Layout): TiledCopy {
  return tiledFrom(ctx, makeTmaCopyAtom(ctx, request, cosize(ctx, ctaTMap), ctaVMap), ctaTMap, ctaVMap);
}

/** The TiledCopy over an atom: the inverse of shared memory cut into instructions. */
export function tiledFrom(ctx: Context, atom: TmaAtom, ctaTMap: Layout, ctaVMap: Layout): TiledCopy {
  const parts = cosize(ctx, ctaTMap);
  const elements = div(atom.bitsPerTma ?? ONE, staticInt(atom.dtype.bits));
  const inverse = rightInverse(ctx, swizzlePortions(ctx, atom.smem).plain);
  const perInstruction = composition(ctx, inverse, elements);
  const layoutV = tileToShape(ctx, joinLayouts([perInstruction]), size(ctx, ctaVMap));
  const perCta = layout(parts, safeDiv(ctx, elements, parts));
  const layoutT = composition(ctx, inverse, composition(ctx, perCta, ctaTMap));
  return { kind: "tiled-copy", atom, layoutTV: joinLayouts([layoutT, layoutV]), tilerMN: productEach(ctaVMap.shape) };
}
