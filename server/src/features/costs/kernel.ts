// What a kernel takes of an SM, and what one round of its main loop moves and computes.
import { type Gpu, gpus, type Occupancy, occupancy } from "../../../../src-engine/costs/gpus.ts";
import { gpuOfMmas } from "../../costs/gpu-of.ts";
import { type KernelLimits, kernelLimits } from "../../costs/kernel-limits.ts";
import type { PlacedCost } from "../../costs/list.ts";
import { byInstance } from "../../costs/of-call.ts";
import type { FactIndex } from "../../facts/fact-index.ts";
import { type Budget, budgets } from "../shared-memory.ts";
import { type LoopCost, loopCost } from "./main-loop.ts";

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
