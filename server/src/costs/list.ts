// The costs of a file: every copy, MMA and access of single elements of every instance, in the order of the source.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { byPlace, type FactIndex, type Placed } from "../facts/fact-index.ts";
import { elementCalls } from "./elements.ts";
import { type CallCost, type CostContext, costContext, costOf, type Effort, hasCost } from "./of-call.ts";

export interface PlacedCost extends CallCost {
  readonly placed: Placed<CallFact>;
}

export function costList(index: FactIndex, effort: Effort = "full"): readonly PlacedCost[] {
  const contexts = new Map<string, CostContext>();
  const elements = elementCalls(index);
  const calls = elements.length === 0 ? index.calls : [...index.calls, ...elements];
  const list = calls.flatMap((placed) => {
    const { fact } = placed;
    if (!hasCost(fact.op)) return [];
    const context = contexts.get(fact.instance) ?? costContext(index, fact.instance);
    contexts.set(fact.instance, context);
    const cost = costOf(context, fact, effort);
    return cost === undefined ? [] : [{ ...cost, placed }];
  });
  return elements.length === 0 ? list : list.sort((a, b) => byPlace(a.placed.place, b.placed.place));
}
