// What would take a copy's bank conflicts away: tried on every access of the same buffer in the instance.

import { leavesOf } from "../../../src-engine/algebra/tuple/tree.ts";
import type { Int, Layout, Stride } from "../../../src-engine/algebra/value.ts";
import { hasBankConflict, type SideCost } from "../../../src-engine/costs/copy-cost.ts";
import { type Constraint, type Remedy, remedyOf } from "../../../src-engine/costs/remedy.ts";
import type { Stream } from "../../../src-engine/costs/warp-cost.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { plainLayout } from "../facts/describe.ts";
import type { FactIndex } from "../facts/fact-index.ts";
import { type CallCost, costContext, costOf, hasCost } from "./of-call.ts";
import { type BufferAt, madeOver, paddedEdits, type SourceEdit, swizzleEdits } from "./remedy-edits.ts";

export interface PlacedRemedy extends Remedy {
  /** What writes the swizzle, or the padding, into the source; undefined where that is not certain to mean the same. */
  readonly edits: readonly SourceEdit[] | undefined;
  readonly paddingEdits: readonly SourceEdit[] | undefined;
  /** TMA or an MMA reaches for the buffer by a descriptor, which must be made of the same layout. */
  readonly isOfDescriptor: boolean;
}

/** Undefined where the copy has no conflict, or another access of its buffer was not counted or needs a layout of its own. */
export function remedyFor(index: FactIndex, one: CallCost): PlacedRemedy | undefined {
  const own = sharedSide(one);
  if (own === undefined || !hasBankConflict(own)) return undefined;
  const base = baseOf(one, own);
  const others = accessesOf(index, one, base);
  if (others === undefined) return undefined;
  const { constraint } = others;
  const remedy = remedyOf([own.stream, ...others.streams], constraint);
  const isOfDescriptor = constraint.kind === "descriptor";
  if (isOfDescriptor) return { ...remedy, edits: undefined, paddingEdits: undefined, isOfDescriptor };
  const { swizzle, padding } = remedy;
  const where = { index, instance: one.call.instance, base };
  const edits = swizzle === undefined ? undefined : swizzleEdits(where, swizzle);
  const paddingEdits = padding === undefined ? undefined : paddedEdits(where, padding);
  return { ...remedy, edits, paddingEdits, isOfDescriptor };
}

export const sharedSide = ({ cost }: CallCost): SideCost | undefined =>
  cost.kind === "copy"
    ? cost.sides.find((side): side is SideCost => !("why" in side) && side.space === "shared")
    : undefined;

/** The buffer that the side's pointer leads to. */
function baseOf({ cost }: CallCost, { role }: SideCost): string | undefined {
  if (cost.kind !== "copy") return undefined;
  const { engine } = role === "source" ? cost.from : cost.to;
  return engine.kind === "pointer" ? engine.base : undefined;
}

interface Others {
  readonly streams: readonly Stream[];
  readonly constraint: Constraint;
}

/** The other accesses of the buffer; undefined where one of them is not known. */
function accessesOf(index: FactIndex, one: CallCost, base: string | undefined): Others | undefined {
  const { instance } = one.call;
  const context = costContext(index, instance);
  const streams: Stream[] = [];
  let constraint: Constraint = { kind: "threads" };
  const bits = sharedSide(one)?.stream.addresses.bits;
  for (const { fact } of index.calls) {
    if (fact.instance !== instance || !hasCost(fact.op) || fact.span.start === one.call.span.start) continue;
    if (!mayTouch(fact, base)) continue;
    const cost = costOf(context, fact, "quick");
    if (cost !== undefined && isByDescriptor(cost)) {
      constraint = { kind: "descriptor", rowBytes: sharedRow({ index, instance, base }) };
      continue;
    }
    const side = cost === undefined ? undefined : sharedSide(cost);
    if (side === undefined || side.stream.addresses.bits !== bits) return undefined;
    streams.push(side.stream);
  }
  return { streams, constraint };
}

/** TMA, and an MMA that reads shared memory itself. */
const isByDescriptor = ({ cost }: CallCost): boolean =>
  cost.kind === "bulk" ||
  (cost.kind === "gemm" && cost.reads === undefined && cost.operands.some(({ from }) => from === "shared memory"));

/** Bytes of a row in all plain layouts that tensors over the buffer are made of; undefined where they differ. */
function sharedRow(at: BufferAt): number | undefined {
  const rows = madeOver(at).map(({ result }) => {
    if (result.kind !== "tensor" || result.engine.kind !== "pointer" || result.layout.kind === "unknown")
      return undefined;
    const elements = rowOf(plainLayout(result.layout));
    const { dtype } = result.engine;
    return elements === undefined || dtype.kind !== "dtype" ? undefined : (elements * dtype.bits) / 8;
  });
  const [row, ...more] = new Set(rows);
  return more.length > 0 ? undefined : row;
}

/** Elements from a place on that follow each other, before the first mode steps further. */
function rowOf(layout: Layout | undefined): number | undefined {
  const steps = layout === undefined ? [] : leavesOf<Stride>(layout.stride);
  const extents = layout === undefined ? [] : leavesOf<Int>(layout.shape);
  const known = steps.flatMap((step, i) => {
    const extent = extents[i];
    return step.kind === "num" && extent?.kind === "num" ? [[step.value, extent.value] as const] : [];
  });
  if (known.length < steps.length) return undefined;
  const further = known.filter(([step, extent]) => step > 1 && extent > 1).map(([step]) => step);
  return further.length === 0 ? undefined : Math.min(...further);
}

/** A tensor of the buffer is among the arguments, or one of shared memory that nobody knows the buffer of. */
function mayTouch({ args }: CallFact, base: string | undefined): boolean {
  return args.some(({ value }) => {
    if (value.kind !== "tensor" || value.engine.kind !== "pointer") return value.kind === "unknown";
    const { space, base: own, iterator } = value.engine;
    if (iterator !== undefined && space !== "gmem" && space !== "rmem") return own === undefined || own === base;
    return space === "smem" ? own === undefined || own === base : space === "unknown";
  });
}
