// What a kernel takes of an SM, and what one round of its main loop moves and computes.
import { type Gpu, gpus, type Occupancy, occupancy } from "../../../../src-engine/costs/gpus.ts";
import { gpuOfMmas } from "../../costs/gpu-of.ts";
import { type KernelLimits, kernelLimits } from "../../costs/kernel-limits.ts";
import { launchedThreads } from "../../costs/kernel-threads.ts";
import type { PlacedCost } from "../../costs/list.ts";
import { byInstance } from "../../costs/of-call.ts";
import type { SharedSum } from "../../costs/shared-sum.ts";
import { functionOf } from "../../costs/uniform.ts";
import { timesOf } from "../../costs/ways.ts";
import type { FactIndex } from "../../facts/fact-index.ts";
import { sharedSums } from "../shared-memory.ts";
import { type Chain, calledIn, chainsIn } from "./chains.ts";
import { type LoopCost, loadLoop, loopCost } from "./main-loop.ts";

export interface KernelCost {
  readonly instance: string;
  readonly item: string;
  /** Another instance of this file calls it, and has what it costs among its own. */
  readonly isPart: boolean;
  /** Its blocks are an SM's to hold: a kernel, or a function that lays out the shared memory of one. */
  readonly isWhole: boolean;
  /** Whose limits and rates are counted with. */
  readonly gpu: Gpu;
  readonly shared: SharedSum | undefined;
  /** Why the shared memory is not known, where it has some. */
  readonly sharedOpen: string | undefined;
  /** Threads that its copies and MMAs are made for. */
  readonly threads: number | undefined;
  /** Those of its block, warps that only load among them; undefined where no launch is known. */
  readonly block: number | undefined;
  /** 32-bit registers of a thread that the accumulators of its largest MMA hold: a lower bound. */
  readonly accumulators: number | undefined;
  readonly limits: KernelLimits;
  readonly occupancy: Occupancy;
  readonly loop: LoopCost | undefined;
  /** Of the warps that load what its main loop computes with. */
  readonly loads: LoopCost | undefined;
  /** Its copies and MMAs, and those of what it calls. */
  readonly costs: readonly CostOf[];
}

export interface CostOf {
  readonly cost: PlacedCost;
  /** How often the kernel does it; undefined where only the run knows. */
  readonly times: number | undefined;
}

/** Of every instance that has an MMA or copies to count, or calls what has. */
export function kernelCosts(
  index: FactIndex,
  costs: readonly PlacedCost[],
  given: Gpu | undefined,
): readonly KernelCost[] {
  const sharedOf = sharedSums(index);
  const called = calledIn(index);
  const parts = new Set(called.map(({ to }) => to));
  const chainsOf = chainsIn(index, costs);
  const withCosts = new Set([...costs.map(({ placed }) => placed.fact.instance), ...called.map(({ from }) => from)]);
  return [...withCosts].flatMap((id) => {
    const chains = index.instances.has(id) ? chainsOf(id) : [];
    const all = costsIn(chains);
    return all.length === 0
      ? []
      : [kernelCost(index, { id, chains, all, shared: sharedOf(instancesOf(id, chains)), given }, parts.has(id))];
  });
}

interface Asked {
  readonly id: string;
  readonly chains: readonly Chain[];
  readonly all: readonly CostOf[];
  readonly shared: ReturnType<ReturnType<typeof sharedSums>>;
  readonly given: Gpu | undefined;
}

function kernelCost(index: FactIndex, { id, chains, all, shared: taken, given }: Asked, isPart: boolean): KernelCost {
  const isOpen = taken !== undefined && "why" in taken;
  const shared = isOpen ? undefined : taken;
  const counted = all.map(({ cost }) => cost);
  const gpu = given ?? gpuFor(counted);
  const [threads, accumulators] = [threadsOf(counted), accumulatorsOf(counted)];
  const limits = limitsOf(index, id, chains);
  const isKernel = functionOf(index.facts.unit.items, index.instances.get(id)?.item ?? "")?.isKernel === true;
  const isWhole = taken !== undefined || isKernel;
  const block = isWhole ? launchedThreads(index, id) : undefined;
  const footprint = {
    shared: shared?.bytes,
    threads: block ?? threads,
    // Warps that set their own share hold more than the kernel is launched with.
    registers: limits.registersSet.length > 0 ? undefined : accumulators,
    columns: limits.columns,
  };
  const { language } = index.facts.unit;
  const loop = loopCost(chains, language, gpu);
  return {
    instance: id,
    item: index.instances.get(id)?.item ?? "",
    isPart,
    isWhole,
    gpu,
    shared,
    sharedOpen: isOpen ? taken.why : undefined,
    threads,
    block,
    accumulators,
    limits,
    occupancy: occupancy(gpu, footprint),
    loop,
    loads: loadLoop(chains, loop, language, gpu),
    costs: all,
  };
}

/** Each once, however many ways lead to it. */
function costsIn(chains: readonly Chain[]): readonly CostOf[] {
  const times = new Map<PlacedCost, number | undefined>();
  for (const { cost, way } of chains) {
    if ("why" in cost) continue;
    const [before, more] = [times.has(cost) ? times.get(cost) : 0, timesOf(way)];
    times.set(cost, before === undefined || more === undefined ? undefined : before + more);
  }
  return [...times].map(([cost, n]) => ({ cost, times: n }));
}

/** The kernel and what it leads to. */
const instancesOf = (id: string, chains: readonly Chain[]): readonly string[] => [
  ...new Set([id, ...chains.flatMap(({ way }) => way.map(({ instance }) => instance))]),
];

/** Those of the functions of this file that it leads to are its own. */
function limitsOf(index: FactIndex, id: string, chains: readonly Chain[]): KernelLimits {
  const factsOf = byInstance(index.facts.facts);
  const all = instancesOf(id, chains).flatMap((one) => {
    const instance = index.instances.get(one);
    return instance === undefined ? [] : [kernelLimits(index, instance, factsOf.get(one) ?? [])];
  });
  const columns = all.flatMap((one) => one.columns ?? []);
  return {
    registersSet: [...new Set(all.flatMap(({ registersSet }) => registersSet))].sort((a, b) => a - b),
    cluster: all[0]?.cluster,
    columns: columns.length === 0 ? undefined : Math.max(...columns),
  };
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

/** What the MMAs and copies are made for. */
const gpuFor = (costs: readonly PlacedCost[]): Gpu =>
  gpuOfMmas(
    costs.flatMap(({ cost }) => (cost.kind === "gemm" ? [cost.name] : cost.kind === "copy" ? [cost.issue.name] : [])),
  ) ?? (gpus.h100 as Gpu);
