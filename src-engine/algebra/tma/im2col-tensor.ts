// The coordinate tensor of an im2col TMA: from (output pixel, filter tap) to what the instruction takes, (c, (w,h,d), n, (s,r,t)).
//
// Two layouts, one behind the other: the pixels of the output count through one index, `(w,h,d,n)` linear, which the first layout takes
// apart: `((w,h,n),(c,s,r)):((1@0@1,1@1@1,1@2),(1@0,1@0@3,1@1@3)) o (0,(0,0,0)) o (whn,(c,s,r)):(1@0,(1@0@1,1@1@1,1@2@1))`.
// Source: atom/copy_traits_sm90_im2col.hpp:480-565; the DSL's library prints the same.
import type { Context } from "../context.ts";
import { less } from "../int/ask.ts";
import { add, div, ONE, sub, ZERO } from "../int/int.ts";
import { makeIdentityLayout } from "../layout/make.ts";
import { product } from "../tuple/int-tuple.ts";
import { arith, basis, type Scalar } from "../tuple/scalar.ts";
import { mapLeaves } from "../tuple/tree.ts";
import { type Int, layout, type Shape, type Strides, type Tensor, type Tree, tuple } from "../value.ts";

/** The convolution's window, each for W, H, D as far as the tensor has them. */
export interface Window {
  readonly lowerCorner: readonly Int[];
  readonly upperCorner: readonly Int[];
  readonly lowerPadding: readonly Int[];
  readonly upperPadding: readonly Int[];
  readonly traversal: readonly Int[];
  /** `lower_srt`: the filter tap that the first coordinate stands for. */
  readonly lowerTap: readonly Int[];
  /** `stride_srt`. */
  readonly dilation: readonly Int[];
}

/** A store, or a load without a window: no offsets, unit strides. */
export function noWindow(spatial: number): Window {
  const all = (value: Int) => Array.from({ length: spatial }, () => value);
  const [zeros, ones] = [all(ZERO), all(ONE)];
  return {
    lowerCorner: zeros,
    upperCorner: zeros,
    lowerPadding: zeros,
    upperPadding: zeros,
    traversal: ones,
    lowerTap: zeros,
    dilation: ones,
  };
}

/** `extents`: those of (c, w, h, d, n). The pixels come first where `first` is "pixels", the channels with the taps otherwise. */
export function im2colTensor(
  ctx: Context,
  extents: readonly Int[],
  window: Window,
  first: "pixels" | "channels",
): Tensor {
  const [pixels, taps] = [pixelExtents(extents, window), tapExtents(ctx, extents, window)];
  requirePositive(ctx, [...pixels, ...taps]);
  const spatial = window.traversal.map((_, i) => i);
  const pixelStrides = [...spatial.map((i) => at(window.traversal, i, [i, 1])), basis(ONE, [2])];
  const tapStrides = [basis(ONE, [0]), ...spatial.map((i) => at(window.dilation, i, [i, 3]))];
  const sides = <T extends Int | Scalar>(a: Tree<T>, b: Tree<T>): Tree<T> =>
    tuple(first === "pixels" ? [a, b] : [b, a]);
  const outer = layout(
    sides<Int>(tuple([...pixels]), tuple([...taps])) as Shape,
    sides<Scalar>(tuple<Scalar>(pixelStrides), tuple<Scalar>(tapStrides)) as Strides,
  );
  const linear = sides<Int>(product(tuple([...pixels])), tuple([...taps])) as Shape;
  const start = mapLeaves<Int, Int>(linear, () => ZERO);
  const origin = arith([ZERO, tuple([...window.lowerCorner]), ZERO, tuple([...window.lowerTap])]);
  const offset = start.kind === "tuple" ? arith(start.items) : start;
  return {
    kind: "tensor",
    engine: origin,
    layout: { kind: "composed", outer, offset, inner: makeIdentityLayout(ctx, linear) },
  };
}

/** `s@i@j`: one step moves coordinate i of group j by s. */
const at = (steps: readonly Int[], i: number, [inner, group]: readonly [number, number]): Scalar =>
  basis(steps[i] ?? ONE, [group, inner]);

/** q = (w + upper - lower - 1) / stride + 1, and the batch. */
function pixelExtents(extents: readonly Int[], { lowerCorner, upperCorner, traversal }: Window): readonly Int[] {
  const spatial = traversal.map((stride, i) => {
    const reach = sub(add(extents[i + 1] ?? ONE, upperCorner[i] ?? ZERO), lowerCorner[i] ?? ZERO);
    return add(div(sub(reach, ONE), stride), ONE);
  });
  return [...spatial, extents[extents.length - 1] ?? ONE];
}

/** The channels, and s = 1 + padding / dilation; a negative dilation walks from the lower side. */
function tapExtents(ctx: Context, extents: readonly Int[], window: Window): readonly Int[] {
  const { lowerCorner, upperCorner, lowerPadding, upperPadding, dilation } = window;
  const taps = dilation.map((step, i) => {
    const forward = less(ZERO, step);
    if (forward === "unknown")
      ctx.stop({ code: "unsupported", message: "whether the dilation is positive only the run knows" });
    const padding =
      forward === "yes"
        ? sub(upperPadding[i] ?? ZERO, upperCorner[i] ?? ZERO)
        : sub(lowerCorner[i] ?? ZERO, lowerPadding[i] ?? ZERO);
    return add(ONE, div(padding, step));
  });
  return [extents[0] ?? ONE, ...taps];
}

/** The DSL makes no such tensor; C++ computes on. */
function requirePositive(ctx: Context, extents: readonly Int[]): void {
  if (ctx.dialect !== "dsl" || extents.every((extent) => less(extent, ONE) !== "yes")) return;
  ctx.stop({
    code: "value-error",
    message: "a mode of the im2col tensor has no elements",
    at: "cpasync/helpers.py:351",
    facts: { shape: tuple([...extents]) },
  });
}
