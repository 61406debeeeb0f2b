// The TMA tensor: a coordinate tensor whose strides say which TMA coordinate each gmem mode moves.
//
// Source: atom/copy_traits_sm90_tma.hpp:1088-1125 (the strides) and :150 (get_tma_tensor).
import type { Context } from "../context.ts";
import { equal } from "../int/ask.ts";
import { dynamicInt, gcdOf, isConstant, ONE, staticInt, ZERO } from "../int/int.ts";
import { makeBasisLike } from "../layout/make.ts";
import { arith, basis, basisValue, equalScalar, mulScalar, type Scalar } from "../tuple/scalar.ts";
import { getPath, isTuple, mapLeaves } from "../tuple/tree.ts";
import type { Basis, Int, Layout, Shape, Strides, Tensor, Tree } from "../value.ts";
import { layout } from "../value.ts";
import { inBytes } from "./descriptor.ts";
import type { ElementBits } from "./gbasis.ts";
import { basesOf } from "./gbasis.ts";

export interface TmaStrideInput {
  /** gmem layout in the tensor's own elements. */
  readonly gmem: Layout;
  /** gmem layout in elements of the internal type. */
  readonly recast: Layout;
  readonly gbasis: Layout;
  readonly bits: ElementBits;
  /** Stride of each TMA dimension in elements of the internal type. */
  readonly globalStrides: readonly Int[];
}

/** `g_stride`: `_1@j` for the TMA dimension j that a gmem mode stands for, `_0` for one that contributes nothing. */
export function tmaStrides(ctx: Context, input: TmaStrideInput): Strides {
  const dimensions = basesOf(input.gbasis);
  return mapLeaves<Scalar, Scalar>(makeBasisLike(ctx, input.gmem.shape), (leaf) => {
    const path = leaf.kind === "basis" ? leaf.path : [];
    const extent = getPath<Int>(ctx, input.recast.shape, path);
    const stride = getPath<Scalar>(ctx, input.recast.stride, path);
    if (isConstant(extent, 1) || isConstant(stride, 0)) return ZERO;
    const j = dimensions.findIndex((bases) => bases.some((other) => isConstant(equalScalar(other, leaf), 1)));
    const bases = dimensions[j];
    if (bases === undefined) return ZERO;
    if (j === 0) return firstStride(ctx, input, path);
    if (bases.length === 1) return basis(ONE, [j]);
    return basis(foldedScale(ctx, input, intOf(ctx, stride), j), [j]);
  });
}

/** Dimension 0 counts elements of the internal type: the original stride times the ratio of the widths. */
function firstStride(ctx: Context, { gmem, bits }: TmaStrideInput, path: readonly number[]): Basis {
  const stride = intOf(ctx, getPath<Scalar>(ctx, gmem.stride, path));
  const common = gcdOf(bits.value, bits.internal);
  const up = basis(staticInt(bits.value / common), [0]);
  const scaled = mulScalar(bits.internal === common ? up : { ...up, over: bits.internal / common }, stride);
  return scaled.kind === "basis" ? scaled : up;
}

/** A folded dimension's coordinate moves by the mode's stride over the common one. */
function foldedScale(ctx: Context, { bits, globalStrides }: TmaStrideInput, stride: Int, j: number): Int {
  const common = inBytes(globalStrides[j] ?? dynamicInt(0), bits.internal);
  if (stride.kind === "num" && common.kind === "num")
    return dynamicInt(Math.ceil(Math.trunc((stride.value * bits.internal) / Math.max(common.value, 16)) / 8));
  if (equal(inBytes(stride, bits.internal), common) === "yes") return dynamicInt(1);
  return ctx.stop({ code: "unsupported", message: "the scale of a folded TMA dimension depends on run-time strides" });
}

function intOf(ctx: Context, leaf: Tree<Scalar>): Int {
  if (!isTuple(leaf)) return basisValue(leaf);
  return ctx.stop({ code: "unsupported", message: "a gmem stride that is a tuple" });
}

/** `get_tma_tensor(shape)`: the coordinate tensor of that shape over the TMA strides. */
export function tmaTensor(ctx: Context, shape: Shape, strides: Strides): Tensor {
  if (!sameProfile(shape, strides))
    ctx.stop({
      code: "static_assert",
      message: "get_tma_tensor needs a shape congruent with the gmem tensor",
      at: "copy_traits_sm90_tma.hpp:153",
      facts: { shape, strides: { kind: "layout", shape, stride: strides } },
    });
  const at = layout(shape, strides);
  return { kind: "tensor", engine: arith(zeroCoordinate(strides)), layout: at };
}

const sameProfile = (a: Shape, b: Strides): boolean => {
  if (!isTuple(a) || !isTuple(b)) return !isTuple(a) && !isTuple(b);
  return a.items.length === b.items.length && a.items.every((item, i) => sameProfile(item, b.items[i] ?? ZERO));
};

/** The coordinate where the tensor starts: as many zeros as the strides reach dimensions. */
function zeroCoordinate(strides: Strides): readonly Int[] {
  let last = 0;
  mapLeaves<Scalar, Scalar>(strides, (leaf) => {
    if (leaf.kind === "basis") last = Math.max(last, leaf.path[0] ?? 0);
    return leaf;
  });
  return Array.from({ length: last + 1 }, () => ZERO);
}
