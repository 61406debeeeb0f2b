// What would take a copy's bank conflicts away: tried on every access of the same buffer in the instance.

import type { SideCost } from "../../../src-engine/costs/copy-cost.ts";
import { type Remedy, remedyOf } from "../../../src-engine/costs/remedy.ts";
import type { Stream } from "../../../src-engine/costs/warp-cost.ts";
import type { FactIndex } from "../facts/fact-index.ts";
import { type CallCost, costContext, costOf, hasCost } from "./of-call.ts";

/** Undefined where the copy has no conflict, or another access of its buffer was not counted. */
export function remedyFor(index: FactIndex, one: CallCost): Remedy | undefined {
  const own = sharedSide(one);
  if (own?.shared === undefined || own.shared.best.total.wavefronts <= own.shared.best.total.ideal) return undefined;
  const others = accessesOf(index, one, baseOf(one, own));
  return others === undefined ? undefined : remedyOf([own.stream, ...others]);
}

const sharedSide = ({ cost }: CallCost): SideCost | undefined =>
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
    const cost = costOf(context, fact, "quick");
    if (cost === undefined || cost.cost.kind !== "copy") continue;
    const side = sharedSide(cost);
    if (side === undefined || baseOf(cost, side) !== base) continue;
    if (side.stream.addresses.bits !== sharedSide(one)?.stream.addresses.bits) return undefined;
    streams.push(side.stream);
  }
  return streams;
}
