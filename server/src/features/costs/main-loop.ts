// What one round of a kernel's main loop moves and computes, and what bounds it at best.
//
// A call that leads to another file's function may have done so in several ways: with other arguments in each round of an unrolled
// loop, or in each call of a lambda. Where all cost the same it is counted once for each round or call; else it is not counted.
import { readWavefronts } from "../../../../src-engine/costs/fma-gemm.ts";
import { operandWavefronts } from "../../../../src-engine/costs/gemm-cost.ts";
import { type Gpu, type Roofline, type Round, roofline } from "../../../../src-engine/costs/gpus.ts";
import type { Span } from "../../../../src-engine/program/ir.ts";
import type { PlacedCost } from "../../costs/list.ts";
import { roundsText } from "../../costs/loop-words.ts";
import { type Loops, loopsOf, mainLoopsAt, roundsOf, timesIn } from "../../costs/loops.ts";
import { byInstance, parametersIn } from "../../costs/of-call.ts";
import { valuesIn } from "../../costs/threads.ts";
import type { FactIndex } from "../../facts/fact-index.ts";

export interface LoopCost {
  readonly span: Span;
  /** How many there are, where the code's sizes say it. */
  readonly rounds: string | undefined;
  readonly round: Round;
  readonly roofline: Roofline;
  /** Why calls of the loop are not in the sums, one reason a call. */
  readonly uncounted: readonly string[];
}

/**
 * Of the loops around MMAs the one that loads too, else the one that computes most. Warps that compute nothing have theirs around what
 * they load by TMA.
 */
export function loopCost(
  index: FactIndex,
  instance: string,
  costs: readonly PlacedCost[],
  gpu: Gpu,
): LoopCost | undefined {
  const computes = costs.some(({ cost }) => cost.kind === "gemm");
  const work = costs.filter(({ cost }) =>
    computes ? cost.kind === "gemm" : cost.kind === "bulk" && cost.direction === "load",
  );
  const [first] = work;
  if (first === undefined) return undefined;
  const own = byInstance(index.facts.facts).get(instance) ?? [];
  const loops = loopsOf(index.facts.unit.items, first.placed.fact.item, valuesIn(own), parametersIn(own));
  const spans = new Map<number, Span>();
  for (const { placed } of work)
    for (const span of mainLoopsAt(loops, placed.fact.span))
      if (computes || roundsOf(loops, span)?.kind !== "num") spans.set(span.start, span);
  const { language } = index.facts.unit;
  const leftOut = (index.facts.leftOut ?? []).filter(({ from }) => from === instance).map(({ span }) => span);
  const all = [...spans.values()].map((span) => ({
    ...oneLoop(loops, span, costs, leftOut, gpu),
    rounds: roundsText(roundsOf(loops, span), language),
  }));
  return all.sort((a, b) => weight(b) - weight(a))[0];
}

const weight = ({ round }: LoopCost): number => (round.bytes > 0 ? 1e15 : 0) + round.flops;

const nothing: Round = { bytes: 0, stored: 0, wavefronts: 0, flops: 0, operandBits: undefined };

function oneLoop(
  loops: Loops,
  span: Span,
  costs: readonly PlacedCost[],
  leftOut: readonly Span[],
  gpu: Gpu,
): Omit<LoopCost, "rounds"> {
  let round = nothing;
  const uncounted: string[] = [];
  for (const same of atOnePlace(costs)) {
    const [one] = same;
    const around = timesIn(loops, span, one.placed.fact.span);
    if (around === undefined) continue;
    const part = sharedPart(same);
    if (typeof part === "string") uncounted.push(part);
    else round = added(round, part, around);
  }
  for (const call of leftOut)
    if (timesIn(loops, span, call) !== undefined) uncounted.push("its function was looked at often enough by then");
  return { span, round, roofline: roofline(gpu, round), uncounted };
}

const added = (round: Round, part: Round, times: number): Round => ({
  bytes: round.bytes + times * part.bytes,
  stored: round.stored + times * part.stored,
  wavefronts: round.wavefronts + times * part.wavefronts,
  flops: round.flops + times * part.flops,
  operandBits: part.operandBits ?? round.operandBits,
});

type Several = readonly [PlacedCost, ...PlacedCost[]];

/** What one call leads to at one place of another file, with each of the arguments that it had. */
function atOnePlace(costs: readonly PlacedCost[]): readonly Several[] {
  const found = new Map<string, Several>();
  for (const [i, one] of costs.entries()) {
    const { elsewhere, placed } = one;
    const key = elsewhere === undefined ? `${i}` : `${placed.fact.span.start} ${elsewhere.file} ${elsewhere.start}`;
    found.set(key, [...(found.get(key) ?? []), one] as unknown as Several);
  }
  return [...found.values()];
}

/** Of one call of this file, or why it is not counted. */
function sharedPart(same: Several): Round | string {
  const [first] = same;
  const { elsewhere } = first;
  if (elsewhere === undefined) return partOf(first);
  const ways = new Map(same.flatMap((one) => one.elsewhere?.ways ?? []).map((way) => [way.by, way.times]));
  const parts = same.map(partOf);
  const [one = ""] = parts;
  const other = parts.find((part) => !isSame(part, one));
  if (typeof one === "string" || other !== undefined)
    return [one, other].find((part) => typeof part === "string") ?? "it does not always cost the same";
  const times = [...ways.values()].reduce<number | undefined>(
    (sum, n) => (n && sum !== undefined ? sum + n : undefined),
    0,
  );
  return times === undefined ? "how often the function does it only the run knows" : added(nothing, one, times);
}

const isSame = (a: Round | string, b: Round | string): boolean =>
  typeof a === "string" || typeof b === "string"
    ? a === b
    : a.bytes === b.bytes && a.stored === b.stored && a.wavefronts === b.wavefronts && a.flops === b.flops;

/** Of one call; in words why it was not counted. */
function partOf({ cost }: PlacedCost): Round | string {
  switch (cost.kind) {
    case "unknown":
      return cost.why;
    case "bulk":
      return cost.bytes?.kind === "num" ? moved(cost.bytes.value, [cost]) : onlyOfRun;
    case "gemm": {
      if (cost.groups === undefined) return "how many threads issue its MMAs is not known";
      if (cost.flops?.kind !== "num" || cost.count?.kind !== "num") return "its MMAs are only known to the run";
      const read = readWavefronts(cost);
      if (read.uncounted > 0) return "what its threads read of shared memory is not known";
      const wavefronts = (operandWavefronts(cost) ?? 0) * 4 * cost.count.value * (cost.groups ?? 1) + read.wavefronts;
      return { ...nothing, wavefronts, flops: cost.flops.value, operandBits: cost.operandBits };
    }
    case "copy": {
      const [why] = cost.sides.flatMap((side) => ("why" in side ? [side.why] : []));
      if (why !== undefined) return why;
      const sides = cost.sides.flatMap((side) => ("why" in side ? [] : [side]));
      const wavefronts = sides.reduce((sum, { shared }) => sum + (shared?.worst.total.wavefronts ?? 0), 0);
      const global = sides.filter(({ space }) => space === "global");
      if (global.length > 0 && cost.bytes?.kind !== "num") return onlyOfRun;
      return { ...moved(cost.bytes?.kind === "num" ? cost.bytes.value : 0, global), wavefronts };
    }
    default:
      return cost satisfies never;
  }
}

const onlyOfRun = "its bytes are only known to the run";

/** So many bytes each way. */
function moved(bytes: number, ways: readonly { readonly direction: "load" | "store" }[]): Round {
  const stored = ways.filter(({ direction }) => direction === "store").length;
  return { ...nothing, bytes: bytes * ways.length, stored: bytes * stored };
}
