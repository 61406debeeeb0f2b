// What a kernel takes of an SM, and what one round of its main loop moves and computes.

import { readWavefronts } from "../../../../src-engine/costs/fma-gemm.ts";
import { operandWavefronts } from "../../../../src-engine/costs/gemm-cost.ts";
import {
  type Gpu,
  gpus,
  type Occupancy,
  occupancy,
  type Roofline,
  type Round,
  roofline,
} from "../../../../src-engine/costs/gpus.ts";
import type { Span } from "../../../../src-engine/program/ir.ts";
import { gpuOfMmas } from "../../costs/gpu-of.ts";
import { type KernelLimits, kernelLimits } from "../../costs/kernel-limits.ts";
import type { PlacedCost } from "../../costs/list.ts";
import { roundsText } from "../../costs/loop-words.ts";
import { type Loops, loopsOf, mainLoopsAt, roundsOf, timesIn } from "../../costs/loops.ts";
import { byInstance, parametersIn } from "../../costs/of-call.ts";
import { valuesIn } from "../../costs/threads.ts";
import type { FactIndex } from "../../facts/fact-index.ts";
import { type Budget, budgets } from "../shared-memory.ts";

export interface KernelCost {
  readonly instance: string;
  readonly item: string;
  /** Whose limits and rates are counted with. */
  readonly gpu: Gpu;
  readonly shared: Budget | undefined;
  /** Threads that its copies and MMAs are made for. */
  readonly threads: number | undefined;
  /** 32-bit registers of a thread that the accumulators of its largest MMA hold: a lower bound. */
  readonly accumulators: number | undefined;
  readonly limits: KernelLimits;
  readonly occupancy: Occupancy;
  readonly loop: LoopCost | undefined;
}

export interface LoopCost {
  readonly span: Span;
  /** How many there are, where the code's sizes say it. */
  readonly rounds: string | undefined;
  readonly round: Round;
  readonly roofline: Roofline;
  /** Calls of the loop that are not in the sums. */
  readonly uncounted: number;
}

/** Of every instance that has an MMA or copies to count. */
export function kernelCosts(
  index: FactIndex,
  costs: readonly PlacedCost[],
  given: Gpu | undefined,
): readonly KernelCost[] {
  const shared = new Map(budgets(index).map((one) => [one.instance, one]));
  const factsOf = byInstance(index.facts.facts);
  const costsOf = new Map<string, PlacedCost[]>();
  for (const one of costs) {
    const { instance } = one.placed.fact;
    costsOf.set(instance, [...(costsOf.get(instance) ?? []), one]);
  }
  return [...costsOf].flatMap(([instance, own]) => {
    const item = own[0]?.placed.fact.item ?? "";
    const gpu = given ?? gpuFor(own);
    const threads = threadsOf(own);
    const accumulators = accumulatorsOf(own);
    const budget = shared.get(instance);
    const found = index.instances.get(instance);
    if (found === undefined) return [];
    const limits = kernelLimits(index, found, factsOf.get(instance) ?? []);
    // Warps that set their own share hold more than the kernel is launched with.
    const registers = limits.registersSet.length > 0 ? undefined : accumulators;
    const footprint = { shared: budget?.bytes, threads, registers, columns: limits.columns };
    return [
      {
        instance,
        item,
        gpu,
        shared: budget,
        threads,
        accumulators,
        limits,
        occupancy: occupancy(gpu, footprint),
        loop: loopCost(index, instance, own, gpu),
      },
    ];
  });
}

function threadsOf(costs: readonly PlacedCost[]): number | undefined {
  const counts = costs.flatMap(({ cost }) => {
    if (cost.kind === "copy" && cost.threads !== undefined) return [cost.threads];
    if (cost.kind === "gemm" && cost.groups !== undefined && cost.group >= 32) return [cost.groups * cost.group];
    return [];
  });
  return counts.length === 0 ? undefined : Math.max(...counts);
}

function accumulatorsOf(costs: readonly PlacedCost[]): number | undefined {
  const held = costs.flatMap(({ cost }) =>
    cost.kind === "gemm"
      ? cost.operands.flatMap((one) => (one.operand === "C" && one.registers !== undefined ? [one.registers] : []))
      : [],
  );
  return held.length === 0 ? undefined : Math.max(...held);
}

/** What the MMAs are made for. */
const gpuFor = (costs: readonly PlacedCost[]): Gpu =>
  gpuOfMmas(costs.flatMap(({ cost }) => (cost.kind === "gemm" ? [cost.name] : []))) ?? (gpus.h100 as Gpu);

/** Of the loops around MMAs the one that loads too, else the one that computes most. */
function loopCost(index: FactIndex, instance: string, costs: readonly PlacedCost[], gpu: Gpu): LoopCost | undefined {
  const [gemm] = costs.filter(({ cost }) => cost.kind === "gemm");
  if (gemm === undefined) return undefined;
  const own = byInstance(index.facts.facts).get(instance) ?? [];
  const loops = loopsOf(index.facts.unit.items, gemm.placed.fact.item, valuesIn(own), parametersIn(own));
  const spans = new Map<number, Span>();
  for (const { cost, placed } of costs) {
    const around = cost.kind === "gemm" ? mainLoopsAt(loops, placed.fact.span) : [];
    for (const span of around) spans.set(span.start, span);
  }
  const { language } = index.facts.unit;
  const all = [...spans.values()].map((span) => ({
    ...oneLoop(loops, span, costs, gpu),
    rounds: roundsText(roundsOf(loops, span), language),
  }));
  const [first, ...more] = all;
  if (first === undefined) return undefined;
  return more.reduce((a, b) => (work(b) > work(a) ? b : a), first);
}

const work = ({ round }: LoopCost): number => (round.bytes > 0 ? 1e15 : 0) + round.flops;

function oneLoop(loops: Loops, span: Span, costs: readonly PlacedCost[], gpu: Gpu): Omit<LoopCost, "rounds"> {
  let round: Round = { bytes: 0, wavefronts: 0, flops: 0, operandBits: undefined };
  let uncounted = 0;
  for (const one of costs) {
    const around = timesIn(loops, span, one.placed.fact.span);
    if (around === undefined) continue;
    const inside = one.elsewhere === undefined ? 1 : one.elsewhere.times;
    const times = around * (inside ?? 0);
    const part = partOf(one);
    if (part === undefined || inside === undefined) uncounted++;
    else
      round = {
        bytes: round.bytes + times * part.bytes,
        wavefronts: round.wavefronts + times * part.wavefronts,
        flops: round.flops + times * part.flops,
        operandBits: part.operandBits ?? round.operandBits,
      };
  }
  return { span, round, roofline: roofline(gpu, round), uncounted };
}

/** Of one call; undefined where it was not counted. */
function partOf({ cost }: PlacedCost): Round | undefined {
  const none = { bytes: 0, wavefronts: 0, flops: 0, operandBits: undefined };
  switch (cost.kind) {
    case "unknown":
      return undefined;
    case "bulk":
      return cost.bytes?.kind === "num" ? { ...none, bytes: cost.bytes.value } : undefined;
    case "gemm": {
      if (cost.flops?.kind !== "num" || cost.count?.kind !== "num") return undefined;
      const read = readWavefronts(cost);
      if (read.uncounted > 0) return undefined;
      const wavefronts = (operandWavefronts(cost) ?? 0) * 4 * cost.count.value * (cost.groups ?? 1) + read.wavefronts;
      return { ...none, wavefronts, flops: cost.flops.value, operandBits: cost.operandBits };
    }
    case "copy": {
      if (cost.sides.some((side) => "why" in side)) return undefined;
      const sides = cost.sides.flatMap((side) => ("why" in side ? [] : [side]));
      const wavefronts = sides.reduce((sum, { shared }) => sum + (shared?.worst.total.wavefronts ?? 0), 0);
      const isGlobal = sides.some(({ space }) => space === "global");
      const bytes = isGlobal ? (cost.bytes?.kind === "num" ? cost.bytes.value : undefined) : 0;
      return bytes === undefined ? undefined : { ...none, bytes, wavefronts };
    }
    default:
      return cost satisfies never;
  }
}
