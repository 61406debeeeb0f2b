// complement as CuTe DSL has it, also of layouts into coordinates. Where nothing is left the result keeps the stride that
// would come next: `complement(4:1, 4)` is `1:4`; divisions therefore keep the strides of rests of size 1.
import type { Context } from "../context.ts";
import { ceilDiv, compare, div, isConstant, mul, ONE, ZERO } from "../int/int.ts";
import { ceilDivTree, coalesceShape, product } from "../tuple/int-tuple.ts";
import { basis } from "../tuple/scalar.ts";
import { isTuple, leavesOf, modesOf, tupleOf } from "../tuple/tree.ts";
import type { Int, Layout, Shape, Stride, Strides, Tree } from "../value.ts";
import { layout } from "../value.ts";
import { filterZeros } from "./coalesce.ts";
import {
  type Bucket,
  type BucketNode,
  bucketOf,
  byStride,
  layoutOfBuckets,
  type Mode,
  makeBuckets,
  valueOfStride,
} from "./dsl-buckets.ts";
import { coalesceDsl, coalesceZ } from "./dsl-coalesce.ts";
import { basesBelow, compactColMajor, isStaticTree, joinLayouts, makeBasisLike, makeLayout } from "./make.ts";

const hasBasis = (a: Layout): boolean => leavesOf(a.stride).some((d) => d.kind === "basis");

/** `complement(layout)`: the gaps between the modes, and a size 1 at the stride where the layout ends. */
export function complementFree(ctx: Context, a: Layout): Layout {
  const strides = leavesOf(a.stride);
  const modes: Mode[] = leavesOf(a.shape).map((shape, i) => ({ shape, stride: strides[i]!, start: ONE }));
  const buckets = makeBuckets(ctx, a, () => ({ shapes: [], strides: [ONE], reached: ONE }));
  for (const mode of byStride(ctx, modes)) {
    const stride = valueOfStride(mode.stride);
    if (isConstant(stride, 0) || isConstant(mode.shape, 1)) continue;
    const bucket = bucketOf(ctx, buckets, mode.stride);
    const reached = bucket.strides[bucket.strides.length - 1]!;
    if (isConstant(compare("<", stride, reached), 1)) {
      ctx.stop({ code: "not-injective", message: "the layout is not injective", facts: { stride } });
    }
    bucket.shapes.push(div(stride, reached));
    bucket.strides.push(mul(stride, mode.shape));
  }
  return layoutOfBuckets(buckets, (b) => coalesceZ(ctx, gaps(b)), "scaled");
}

const gaps = (b: Bucket): Layout => layout(tupleOf<Int>(...b.shapes, ONE), tupleOf<Int>(...b.strides));

/** `complement(layout, cotarget)`. */
export function complementTo(ctx: Context, a: Layout, target: Shape): Layout {
  if (hasBasis(a)) return coordinateComplement(ctx, known(ctx, a), target);
  const filtered = coalesceDsl(ctx, filterZeros(ctx, a));
  if (isConstant(filtered.shape, 1) || isConstant(filtered.stride, 0) || leavesOf(filtered.shape).length === 0) {
    const full = coalesceDsl(ctx, makeLayout(target));
    return isConstant(full.shape, 1) ? layout(ONE, ONE) : full;
  }
  const strides = leavesOf(filtered.stride);
  const modes = byStride(
    ctx,
    leavesOf(filtered.shape).map((shape, i) => ({ shape, stride: strides[i]!, start: ONE })),
  );
  const shapes: Int[] = [];
  const reached: Int[] = [ONE];
  for (const mode of modes) {
    const stride = valueOfStride(mode.stride);
    shapes.push(div(stride, reached[reached.length - 1]!));
    reached.push(mul(stride, mode.shape));
  }
  const top = reached.pop()!;
  const rest = coalesceShape(ceilDivTree(ctx, target, top));
  const restStride = isConstant(rest, 1) ? top : compactColMajor(rest, top);
  return coalesceDsl(ctx, layout(tupleOf<Int>(...shapes, rest), tupleOf<Int>(...reached, restStride)));
}

/** The DSL gives a layout that is none, `x:x`, where a coordinate layout has an integer of the run. */
function known(ctx: Context, a: Layout): Layout {
  if (isStaticTree(a.shape) && isStaticTree(a.stride)) return a;
  return ctx.stop({
    code: "not-static",
    message: "the complement of a coordinate layout wants all its integers static",
  });
}

/** Place by place of the codomain: the last gap of each is extended until the place's extent is covered. */
function coordinateComplement(ctx: Context, a: Layout, target: Shape): Layout {
  const places = makeBuckets(ctx, a, () => ({ shapes: [], strides: [], reached: ONE }));
  return coverPlaces(ctx, places, complementFree(ctx, a), target, []);
}

/** An extent that is no tuple is that of the first place below; a place without an extent has 1. */
function coverPlaces(
  ctx: Context,
  places: Tree<BucketNode>,
  free: Layout,
  target: Shape,
  path: readonly number[],
): Layout {
  if (!isTuple(places)) return coalesceDsl(ctx, extended(free.shape, free.stride, product(target)));
  const extents = modesOf<Int>(target);
  const shapes = modesOf<Int>(free.shape);
  const strides = modesOf<Stride>(free.stride);
  return joinLayouts(
    Array.from({ length: Math.max(extents.length, places.items.length) }, (_, i) => {
      const at = [...path, i];
      const extent = extents[i] ?? ONE;
      const place = places.items[i];
      if (place === undefined) return layout(extent, basesBelow(extent, at));
      return coverPlaces(ctx, place, layout(shapes[i]!, strides[i]!), extent, at);
    }),
  );
}

function extended(shape: Shape, stride: Strides, extent: Int): Layout {
  const lastStride = leavesOf<Stride>(stride).at(-1) ?? ZERO;
  const rest = ceilDiv(extent, valueOfStride(lastStride));
  return layout(isTuple(shape) ? tupleOf<Int>(...shape.items.slice(0, -1), rest) : rest, stride);
}

/** `complement_extend(layout, extent)`: the complement with its last gap extended over the extent, as divisions use it. */
export function complementExtend(ctx: Context, a: Layout, extent: Shape): Layout {
  const free = complementFree(ctx, a);
  const profile = makeBuckets(ctx, a, () => ({ shapes: [], strides: [], reached: ONE }));
  return extendTo(ctx, isTuple(profile) ? profile : undefined, free, extent, makeBasisLike(ctx, extent));
}

/** Walks the codomain's places; places that the layout does not reach are left over whole. */
function extendTo(
  ctx: Context,
  places: ReturnType<typeof makeBuckets> | undefined,
  free: Layout,
  extent: Shape,
  bases: Strides,
): Layout {
  if (places === undefined || !isTuple(places)) return extendOne(ctx, free, extent);
  const shapes = modesOf<Int>(free.shape);
  const strides = modesOf<Stride>(free.stride);
  const extents = modesOf<Int>(extent);
  const units = modesOf<Stride>(bases);
  return joinLayouts(
    Array.from({ length: Math.max(places.items.length, extents.length) }, (_, i) => {
      const place = places.items[i];
      const part =
        extents[i] ??
        ctx.stop({ code: "mismatched-ranks", message: "the layout has fewer modes than the tiler's codomain" });
      if (place === undefined) return layout(part, units[i]!);
      return extendTo(ctx, place, layout(shapes[i]!, strides[i]!), part, units[i]!);
    }),
  );
}

/** `(gaps…, rest)`: the rest runs over what the last stride leaves of every leaf of the extent. */
function extendOne(ctx: Context, free: Layout, extent: Shape): Layout {
  const strides = modesOf<Stride>(free.stride);
  const last = strides[strides.length - 1];
  if (last === undefined || last.kind === "tuple")
    return ctx.stop({ code: "internal", message: "a complement is flat" });
  let reach = valueOfStride(last);
  const rest = leavesOf(extent).map((s) => {
    const count = ceilDiv(s, reach);
    reach = ceilDiv(reach, s);
    return count;
  });
  const runs = prefixStrides(rest, last);
  const shapes = modesOf<Int>(free.shape).slice(0, -1);
  const all = layout(
    { kind: "tuple", items: [...shapes, tupleOf<Int>(...rest)] },
    { kind: "tuple", items: [...strides.slice(0, -1), { kind: "tuple", items: runs }] },
  );
  return coalesceDsl(ctx, all);
}

function prefixStrides(sizes: readonly Int[], first: Stride): readonly Stride[] {
  let at = valueOfStride(first);
  return sizes.map((s) => {
    const stride: Stride = first.kind === "basis" ? basis(at, first.path) : at;
    at = mul(at, s);
    return stride;
  });
}
