// Layouts into coordinates, as CuTe DSL inverts and complements them: every mode belongs to the place of the codomain that its
// basis names. A bucket collects what goes to one place; the result has the profile of the codomain.
import type { Context } from "../context.ts";
import { isConstant, ONE } from "../int/int.ts";
import { sum } from "../tuple/int-tuple.ts";
import { asArith, basis, equalScalar, mulScalar, type Scalar } from "../tuple/scalar.ts";
import { isTuple, leavesOf, mapLeaves } from "../tuple/tree.ts";
import type { Int, Layout, Shape, Stride, Tree } from "../value.ts";
import { layout } from "../value.ts";
import { joinLayouts, makeBasisLike } from "./make.ts";

/** CuTe's IR counts by places throughout; the DSL as its wheels compute it does so where a layout leads to coordinates. */
export const goesByPlaces = (ctx: Context, a: Layout): boolean =>
  ctx.dialect === "ir" || (ctx.dialect === "dsl" && leavesOf(a.stride).some((d) => d.kind === "basis"));

/** Does the layout map each coordinate to itself? An empty one has none. */
export function isIdentityLayout(ctx: Context, { shape, stride }: Layout): boolean {
  const own = leavesOf<Stride>(stride);
  const identity = leavesOf<Stride>(makeBasisLike(ctx, shape));
  if (own.length === 0 || own.length !== identity.length) return false;
  return own.every((d, i) => isConstant(equalScalar(d, identity[i]!), 1));
}

/** Shapes and strides collected for one place; changed while an operation runs. */
export interface Bucket {
  readonly shapes: Int[];
  readonly strides: Int[];
  /** The size or stride reached so far. */
  reached: Int;
}

export interface BucketNode {
  readonly kind: "bucket";
  readonly bucket: Bucket;
}

/** One bucket for each leaf of the layout's coprofile. */
export function makeBuckets(ctx: Context, a: Layout, make: () => Bucket): Tree<BucketNode> {
  if (isTuple(a.shape) && a.shape.items.length === 0) return { kind: "bucket", bucket: make() };
  const at = asArith(sum(ctx, a.stride));
  const profile: Shape = at.kind === "arith" ? { kind: "tuple", items: at.items } : at;
  return mapLeaves<Int, BucketNode>(profile, () => ({ kind: "bucket", bucket: make() }));
}

export function bucketOf(ctx: Context, buckets: Tree<BucketNode>, stride: Stride): Bucket {
  let at: Tree<BucketNode> | undefined = buckets;
  for (const mode of stride.kind === "basis" ? stride.path : [])
    at = at !== undefined && isTuple(at) ? at.items[mode] : undefined;
  if (at === undefined || isTuple(at)) {
    return ctx.stop({ code: "mixed-strides", message: "integer and coordinate strides are mixed" });
  }
  return at.bucket;
}

/** A mode of the layout to be sorted: its stride, and where it starts in the domain. */
export interface Mode {
  readonly shape: Int;
  readonly stride: Stride;
  readonly start: Int;
}

/** By path, then by value; integers by value. Only numbers can be sorted. */
export function byStride(ctx: Context, modes: readonly Mode[]): readonly Mode[] {
  const key = (d: Stride): readonly number[] => {
    const value = d.kind === "basis" ? d.value : d;
    if (value.kind === "sym" && value.know === "static") {
      return ctx.stop({ code: "unsupported", message: "the order of symbolic strides is not known" });
    }
    if (value.kind !== "num" || (value.know === "dynamic" && modes.length > 1)) {
      return ctx.stop({ code: "dynamic-stride", message: "only static strides can be put in order" });
    }
    return d.kind === "basis" ? [...d.path, value.value] : [value.value];
  };
  if (modes.length < 2) return modes;
  return [...modes].sort((a, b) => compareKeys(key(a.stride), key(b.stride)));
}

function compareKeys(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = a[i]! - b[i]!;
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

export const valueOfStride = (d: Stride): Int => (d.kind === "basis" ? d.value : d);

/** The buckets as a layout of the codomain's profile; `scaled` puts the place's basis on the strides. */
export function layoutOfBuckets(
  buckets: Tree<BucketNode>,
  finish: (b: Bucket) => Layout,
  scaled: "scaled" | "plain",
): Layout {
  const build = (node: Tree<BucketNode>, path: readonly number[]): Layout => {
    if (isTuple(node)) return joinLayouts(node.items.map((item, i) => build(item, [...path, i])));
    const done = finish(node.bucket);
    if (scaled === "plain" || path.length === 0) return done;
    const unit = basis(ONE, path);
    return layout(
      done.shape,
      mapLeaves<Scalar, Scalar>(done.stride, (d) => mulScalar(d, unit)),
    );
  };
  return build(buckets, []);
}
