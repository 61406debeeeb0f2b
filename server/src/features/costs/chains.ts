// What an instance does itself and what its calls lead to, in this file and in others: each copy and MMA with the way that leads there.
import type { Called } from "../../../../src-engine/program/facts.ts";
import type { Span } from "../../../../src-engine/program/ir.ts";
import { isLaunch } from "../../costs/block.ts";
import type { PlacedCost } from "../../costs/list.ts";
import { type Loops, loopsOf, timesOfCall } from "../../costs/loops.ts";
import { byInstance, parametersIn } from "../../costs/of-call.ts";
import { valuesIn } from "../../costs/threads.ts";
import { functionOf } from "../../costs/uniform.ts";
import { lastStep, nameIn, type Step, stepOf, type Way } from "../../costs/ways.ts";
import type { FactIndex } from "../../facts/fact-index.ts";
import { grouped } from "../../facts/grouped.ts";

export interface Chain {
  /** From a call of the instance, or the place itself. */
  readonly way: Way;
  /** Why a call is not counted. */
  readonly cost: PlacedCost | { readonly why: string };
}

/** By instance; each knows its own and asks the others. */
export function chainsIn(index: FactIndex, costs: readonly PlacedCost[]): (instance: string) => readonly Chain[] {
  const own = grouped(costs, (one) => one.placed.fact.instance);
  const called = grouped(calledIn(index), ({ from }) => from);
  const leftOut = grouped(index.facts.leftOut ?? [], ({ from }) => from);
  const closures = grouped(index.facts.closures ?? [], ({ from }) => from);
  const stepAt = stepsOf(index);
  const waysOf = (instance: string, cost: PlacedCost): readonly Way[] => {
    const { item, span } = cost.placed.fact;
    const here = stepAt(instance, item, span);
    if (cost.elsewhere !== undefined) return cost.elsewhere.ways.map((way) => [here, ...way]);
    const runs = (closures.get(instance) ?? []).filter(({ facts: [fact] }) => fact?.item === item && isAt(fact, span));
    if (runs.length === 0) return [[here]];
    return runs.map((run) => [stepAt(instance, run.item, run.span), lastStep(run, { item, span }, here.loops)]);
  };
  const follow = (instance: string, before: Way, room: { left: number }): readonly Chain[] => {
    const ownChains = (own.get(instance) ?? []).flatMap((cost): readonly Chain[] =>
      waysOf(instance, cost).map((way) => ({ way: [...before, ...way], cost })),
    );
    room.left -= ownChains.length;
    const missing = (leftOut.get(instance) ?? []).map(
      ({ item, span }): Chain => ({ way: [...before, stepAt(instance, item, span)], cost: seenEnough }),
    );
    const calls = called.get(instance) ?? [];
    return [...ownChains, ...missing, ...calls.flatMap((call) => behind(call, before, room))];
  };
  const behind = ({ from, item, span, to, via }: Called, before: Way, room: { left: number }): readonly Chain[] => {
    const here = [...before, stepAt(from, item, span)];
    if (here.some(({ instance }) => instance === to)) return [];
    if (room.left <= 0) return [{ way: here, cost: seenEnough }];
    return via.flatMap((steps) => follow(to, [...here, ...steps.map(stepOf)], room));
  };
  const known = new Map<string, readonly Chain[]>();
  return (instance) => {
    const chains = known.get(instance) ?? follow(instance, [], { left: most });
    known.set(instance, chains);
    return chains;
  };
}

const isAt = ({ span }: { readonly span: Span }, place: Span): boolean =>
  span.start === place.start && span.end === place.end;

/** Who launches a kernel does nothing of what it does. */
export function calledIn(index: FactIndex): readonly Called[] {
  const { facts, instances } = index;
  const { items } = facts.unit;
  const isKernel = ({ to }: Called): boolean => functionOf(items, instances.get(to)?.item ?? "")?.isKernel === true;
  return (facts.called ?? []).filter((one) => !isKernel(one) && !isLaunch(index, one));
}

/** Ways that one instance leads along. */
const most = 2000;

const seenEnough = { why: "its function was looked at often enough by then" };

function stepsOf(index: FactIndex): (instance: string, item: string, span: Step["span"]) => Step {
  const { items } = index.facts.unit;
  const factsOf = byInstance(index.facts.facts);
  const known = new Map<string, Loops>();
  const loopsAt = (instance: string, item: string): Loops => {
    const key = `${instance} ${item}`;
    const facts = factsOf.get(instance) ?? [];
    const loops = known.get(key) ?? loopsOf(items, item, valuesIn(facts), parametersIn(facts));
    known.set(key, loops);
    return loops;
  };
  return (instance, item, span) => ({
    instance,
    item,
    span,
    name: nameIn(items, item),
    isKept: true,
    loops: () => loopsAt(instance, item),
    times: () => timesOfCall(loopsAt(instance, item), span),
  });
}
