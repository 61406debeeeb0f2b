// What would take a copy's bank conflicts away: tried on every access of the same buffer in the instance.

import type { SideCost } from "../../../src-engine/costs/copy-cost.ts";
import { type Remedy, remedyOf } from "../../../src-engine/costs/remedy.ts";
import type { Stream } from "../../../src-engine/costs/warp-cost.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { FactIndex } from "../facts/fact-index.ts";
import { type CallCost, costContext, costOf, hasCost } from "./of-call.ts";
import { type SourceEdit, swizzleEdits } from "./remedy-edits.ts";

export interface PlacedRemedy extends Remedy {
  /** What writes the swizzle into the source; undefined where that is not certain to mean the same. */
  readonly edits: readonly SourceEdit[] | undefined;
}

/** Undefined where the copy has no conflict, or another access of its buffer was not counted or needs a layout of its own. */
export function remedyFor(index: FactIndex, one: CallCost): PlacedRemedy | undefined {
  const own = sharedSide(one);
  if (own?.shared === undefined || own.shared.best.total.wavefronts <= own.shared.best.total.ideal) return undefined;
  const base = baseOf(one, own);
  const others = accessesOf(index, one, base);
  if (others === undefined) return undefined;
  const remedy = remedyOf([own.stream, ...others]);
  const { swizzle } = remedy;
  const edits = swizzle === undefined ? undefined : swizzleEdits(index, one.call.instance, base, swizzle);
  return { ...remedy, edits };
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

/** The other accesses of the buffer; undefined where one of them is not known. */
function accessesOf(index: FactIndex, one: CallCost, base: string | undefined): readonly Stream[] | undefined {
  const { instance } = one.call;
  const context = costContext(index, instance);
  const streams: Stream[] = [];
  for (const { fact } of index.calls) {
    if (fact.instance !== instance || !hasCost(fact.op) || fact.span.start === one.call.span.start) continue;
    if (!mayTouch(fact, base)) continue;
    const cost = costOf(context, fact, "quick");
    const side = cost === undefined ? undefined : sharedSide(cost);
    // TMA and the descriptors of an MMA take the layouts that they know, and no others.
    if (side === undefined || side.stream.addresses.bits !== sharedSide(one)?.stream.addresses.bits) return undefined;
    streams.push(side.stream);
  }
  return streams;
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
