// The costs of a file: every copy and MMA of every instance, in the order of the source.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import type { FactIndex, Placed } from "../facts/fact-index.ts";
import { type CallCost, type CostContext, costContext, costOf, type Effort, hasCost } from "./of-call.ts";

export interface PlacedCost extends CallCost {
  readonly placed: Placed<CallFact>;
}

export function costList(index: FactIndex, effort: Effort = "full"): readonly PlacedCost[] {
  const contexts = new Map<string, CostContext>();
  return index.calls.flatMap((placed) => {
    const { fact } = placed;
    if (!hasCost(fact.op)) return [];
    const context = contexts.get(fact.instance) ?? costContext(index, fact.instance);
    contexts.set(fact.instance, context);
    const cost = costOf(context, fact, effort);
    return cost === undefined ? [] : [{ ...cost, placed }];
  });
}
