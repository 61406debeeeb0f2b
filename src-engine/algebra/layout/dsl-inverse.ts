// right_inverse and left_inverse as CuTe DSL has them: also of layouts into coordinates, the result in the profile of the
// codomain. `right_inverse((4,5):(1@1,1@0))` is `(5,4):(4,1)`. Dynamic strides count as 0 in the right inverse.
import type { Context } from "../context.ts";
import { compare, div, isConstant, isInt, isStatic, mod, mul, ONE, ZERO } from "../int/int.ts";
import { mapLeaves } from "../tuple/tree.ts";
import type { Layout, Stride } from "../value.ts";
import { layout } from "../value.ts";
import {
  type Bucket,
  bucketOf,
  byStride,
  layoutOfBuckets,
  type Mode,
  makeBuckets,
  valueOfStride,
} from "./dsl-buckets.ts";
import { coalesceDsl, coalesceZ, foldModes } from "./dsl-coalesce.ts";
import { isStaticTree } from "./make.ts";
import { UNIT } from "./modes.ts";

export function rightInverseDsl(ctx: Context, a: Layout): Layout {
  const known = layout(
    a.shape,
    mapLeaves<Stride, Stride>(a.stride, (d) => (isInt(d) && !isStatic(d) ? ZERO : d)),
  );
  const buckets = makeBuckets(ctx, a, () => ({ shapes: [], strides: [], reached: ONE }));
  const modes = modesOf(ctx, known);
  if (modes.length === 0) return UNIT;
  for (const mode of byStride(ctx, modes)) {
    const stride = valueOfStride(mode.stride);
    if (isConstant(stride, 0) || isConstant(mode.shape, 1)) continue;
    const bucket = bucketOf(ctx, buckets, mode.stride);
    if (isConstant(compare("==", bucket.reached, stride), 0)) continue;
    bucket.shapes.push(mode.shape);
    bucket.strides.push(mode.start);
    bucket.reached = mul(mode.shape, stride);
  }
  return layoutOfBuckets(buckets, (b) => (b.shapes.length === 0 ? UNIT : coalesceDsl(ctx, grouped(b))), "plain");
}

export function leftInverseDsl(ctx: Context, a: Layout): Layout {
  requireStatic(ctx, a);
  const buckets = makeBuckets(ctx, a, () => ({ shapes: [ONE], strides: [ZERO], reached: ONE }));
  const modes = modesOf(ctx, a);
  if (modes.length === 0) return UNIT;
  for (const mode of byStride(ctx, modes)) {
    const stride = valueOfStride(mode.stride);
    if (isConstant(stride, 0) || isConstant(mode.shape, 1)) continue;
    const bucket = bucketOf(ctx, buckets, mode.stride);
    if (isConstant(compare("==", mod(stride, bucket.reached), ZERO), 0)) {
      ctx.stop({
        code: "divisibility",
        message: "left_inverse: a stride is no multiple of the modes before it",
        at: "layout.hpp:1350",
        facts: { stride, divisor: bucket.reached },
      });
    }
    const gap = div(stride, bucket.reached);
    bucket.shapes[bucket.shapes.length - 1] = gap;
    bucket.reached = mul(bucket.reached, gap);
    bucket.shapes.push(mode.shape);
    bucket.strides.push(mode.start);
  }
  return layoutOfBuckets(buckets, (b) => coalesceZ(ctx, grouped(b)), "plain");
}

function requireStatic(ctx: Context, a: Layout): void {
  if (isStaticTree(a.shape) && isStaticTree(a.stride)) return;
  ctx.stop({
    code: "dynamic-stride",
    message: "left_inverse needs static sizes and strides",
    at: "layout.hpp:1335",
    facts: { layout: a },
  });
}

/** A bucket that is a place of its own keeps the nesting of one mode. */
const grouped = (b: Bucket): Layout => layout({ kind: "tuple", items: b.shapes }, { kind: "tuple", items: b.strides });

function modesOf(ctx: Context, a: Layout): readonly Mode[] {
  const { shapes, strides } = foldModes(ctx, a);
  let start = ONE as Mode["start"];
  return shapes.map((shape, i) => {
    const mode = { shape, stride: strides[i]!, start };
    start = mul(start, shape);
    return mode;
  });
}
