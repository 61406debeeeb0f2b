// Copies and MMAs in functions of other files that an instance of this file calls: they are part of what it costs.
//
// `flash::gemm(tiled_mma, tSrQ, tSrK, tSrS)` in a kernel's main loop is a function of a utilities' header; the MMA stands there. Each
// is counted with the tensors of this instance and stands at the call that leads to it, so that the loops around count it too.
import type { CallFact, Reached } from "../../../src-engine/program/facts.ts";
import { absolute, type FactIndex, type Placed } from "../facts/fact-index.ts";
import { lambdaAround } from "./lambdas.ts";
import { inLoop } from "./loops.ts";
import { type CallCost, type CostContext, costContext, costOf, type Effort, hasCost } from "./of-call.ts";
import type { Evaluated, InstanceThreads } from "./threads.ts";
import { functionOf } from "./uniform.ts";
import { lastStep, stepOf, timesOf, type Way } from "./ways.ts";

/** Where a copy or MMA stands that a call leads to. */
export interface Elsewhere {
  readonly file: string;
  readonly function: string;
  /** The lambda of that function, by its name, in which it stands. */
  readonly lambda: string | undefined;
  readonly line: number;
  /** How often it happens in one call; undefined where only the run knows. */
  readonly times: number | undefined;
  /** Each way that the call leads there, from what it calls on. */
  readonly ways: readonly Way[];
}

export interface ReachedCost extends CallCost {
  /** As a call of the instance that leads there. */
  readonly placed: Placed<CallFact>;
  readonly elsewhere: Elsewhere;
}

/** `contextOf` gives what is known of this file's own instances. */
export function reachedCosts(
  index: FactIndex,
  contextOf: (instance: string) => CostContext,
  effort: Effort,
  reached: readonly Reached[] = index.facts.reached ?? [],
): readonly ReachedCost[] {
  return reached.flatMap((one) => {
    const place = absolute(index.facts, one.item, one.span);
    const caller = contextOf(one.from);
    const own = place === undefined ? undefined : contextIn(one, caller);
    if (place === undefined || own === undefined) return [];
    return one.facts.flatMap((fact): readonly ReachedCost[] => {
      const found = fact.kind === "call" && hasCost(fact.op) ? costOf(own, fact, effort) : undefined;
      if (found === undefined || fact.kind !== "call") return [];
      const { file, instance } = one;
      const last = lastStep(one, fact, own.loops);
      const ways = one.via.map((steps): Way => [...steps.map(stepOf), last]);
      const times = ways.reduce<number | undefined>((sum, way) => plus(sum, timesOf(way)), 0);
      const line = one.line(fact.item, fact.nameSpan.start);
      const lambda = lambdaAround(functionOf(one.unit.items, fact.item), fact.span);
      const elsewhere = { file, function: instance.function, lambda, line, times, ways };
      const here: CallFact = { ...fact, instance: one.from, item: one.item, span: one.span, nameSpan: one.span };
      const around = effort === "full" && times !== undefined ? inLoop(caller.loops(), one.span) : undefined;
      const loop = around === undefined ? found.loop : { ...around, times: around.times * (times ?? 1) };
      return [{ ...found, loop, placed: { fact: here, place }, elsewhere }];
    });
  });
}

const plus = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? undefined : a + b;

/** Symbols that the function makes are its own; all others are what the caller's threads make of them. */
function contextIn({ unit, instance, facts }: Reached, caller: CostContext): CostContext {
  const index: Evaluated = {
    facts: { unit, instances: [instance], facts },
    instances: new Map([[instance.id, instance]]),
  };
  const own = costContext(index, instance.id, facts);
  const threads: CostContext["threads"] = (copy): InstanceThreads => {
    const [inside, outside] = [own.threads(copy), caller.threads(copy)];
    return {
      ...outside,
      count: inside.count ?? outside.count,
      isWholeBlock: inside.count === undefined && outside.isWholeBlock,
      assumed: inside.assumed.size === 0 ? outside.assumed : new Set([...inside.assumed, ...outside.assumed]),
      isOwnPointer: (name) => inside.isOwnPointer(name) || outside.isOwnPointer(name),
      sameness: (name) => (inside.sameness(name) === "differs" ? "differs" : outside.sameness(name)),
      isThread: (atom) => (atom.id.includes(`@${instance.id}`) ? inside : outside).isThread(atom),
    };
  };
  return { ...own, threads };
}
