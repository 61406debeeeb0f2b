// cooperative_copy: which elements each thread takes, and how many at once (CUTLASS 4.7 include/cute/algorithm/cooperative_copy.hpp).
//
// Threads come before width: no thread takes so much at once that others have nothing. The order that elements are dealt out in is
// that of the side whose layout says more: swizzled, in shared memory, of the longer run.
import type { Context } from "../algebra/context.ts";
import { gcdOf, isConstant, staticInt } from "../algebra/int/int.ts";
import { coalesce } from "../algebra/layout/coalesce.ts";
import { composition } from "../algebra/layout/composition.ts";
import { size } from "../algebra/layout/coords.ts";
import { logicalDivide } from "../algebra/layout/divide.ts";
import { rightInverse } from "../algebra/layout/inverse.ts";
import { makeLayout } from "../algebra/layout/make.ts";
import { domainDistribute, maxCommonVector } from "../algebra/layout/max-common.ts";
import { shapeOf } from "../algebra/layout/modes.ts";
import { compatible } from "../algebra/layout/predicates.ts";
import { sliceTensor } from "../algebra/layout/tensor.ts";
import { type AnyLayout, type Int, type Layout, type Tensor, tuple, underscore } from "../algebra/value.ts";

export interface Cooperation {
  /** Of one thread. */
  readonly source: Tensor;
  readonly destination: Tensor;
  /** Elements that it moves at once. */
  readonly elements: number;
  /** Threads that have something to do. */
  readonly threads: number;
}

export interface Cooperators {
  readonly index: Int;
  readonly threads: number;
  readonly mostBits: number;
}

export function cooperation(
  ctx: Context,
  source: Tensor,
  destination: Tensor,
  bits: number,
  { index, threads, mostBits }: Cooperators,
): Cooperation | { readonly why: string } {
  const [from, to] = [source.layout, destination.layout];
  if (from.kind === "unknown") return { why: from.why };
  if (to.kind === "unknown") return { why: to.why };
  const total = size(ctx, from);
  if (total.kind !== "num") return { why: "its shape is the run's" };
  if (total.value % threads !== 0)
    return { why: `its ${total.value} elements are not dealt out evenly to ${threads} threads` };
  const order = dealt(ctx, source, destination);
  if (order === undefined) return { why: "a layout that is composed of layouts" };
  const [a, b] = [from, to].map((one) => coalesce(ctx, logicalDivide(ctx, one, order), pair)) as [AnyLayout, AnyLayout];
  const common = maxCommonVector(ctx, a, b);
  const beside = (common.kind === "num" ? common.value : 1) * bits;
  const width = Math.max(bits, gcdOf(gcdOf(beside, mostBits), (total.value * bits) / threads));
  const elements = width / bits;
  const taking = Math.min(threads, total.value / elements);
  const tiler = tilerOf(ctx, a, b, elements, taking);
  const own = (tensor: Tensor, of: AnyLayout): Tensor =>
    sliceTensor(
      ctx,
      { ...tensor, layout: logicalDivide(ctx, of, tiler) },
      tuple([tuple([underscore, index]), underscore]),
    );
  return { source: own(source, a), destination: own(destination, b), elements, threads: taking };
}

const pair = tuple([staticInt(1), staticInt(1)]);

/** (elements, threads) → index, over what both sides have in common and, where that is too short, beyond it. */
function tilerOf(ctx: Context, a: AnyLayout, b: AnyLayout, elements: number, threads: number): Layout {
  const wanted = staticInt(elements * threads);
  const [ofA, ofB] = [a, b].map((one) => domainDistribute(ctx, shapeOf(ctx, one), wanted)) as [Layout, Layout];
  const finer = isConstant(compatible(ofA.shape, ofB.shape), 1) ? ofB : ofA;
  return composition(ctx, finer, makeLayout(tuple([staticInt(elements), staticInt(threads)])));
}

function dealt(ctx: Context, source: Tensor, destination: Tensor): Layout | undefined {
  const [a, b] = [source, destination].map(({ layout }) => plainOf(layout));
  if (a === undefined || b === undefined) return undefined;
  const [inA, inB] = [rightInverse(ctx, a), rightInverse(ctx, b)];
  const longer = (one: Layout, other: Layout): number => (isLonger(ctx, one, other) ? 1 : 0);
  return score(source) + longer(inA, inB) >= score(destination) + longer(inB, inA) ? inA : inB;
}

function plainOf(layout: Tensor["layout"]): Layout | undefined {
  if (layout.kind === "layout") return layout;
  return layout.kind === "composed" && layout.inner.kind === "layout" ? layout.inner : undefined;
}

function score({ engine, layout }: Tensor): number {
  const isSwizzled =
    (layout.kind === "composed" && layout.outer.kind === "swizzle") ||
    ("swizzle" in engine && engine.swizzle !== undefined);
  return (isSwizzled ? 4 : 0) + (engine.kind === "pointer" && engine.space === "smem" ? 2 : 0);
}

function isLonger(ctx: Context, a: Layout, b: Layout): boolean {
  const [x, y] = [size(ctx, a), size(ctx, b)];
  return x.kind === "num" && y.kind === "num" && x.value > y.value;
}
