// The costs of a file: every copy, MMA and access of single elements of every instance, in the order of the source, and those of
// functions in other files that they call.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { byPlace, type FactIndex, type Placed } from "../facts/fact-index.ts";
import { elementCalls } from "./elements.ts";
import { lambdaAround } from "./lambdas.ts";
import { type CallCost, type CostContext, costContext, costOf, type Effort, hasCost } from "./of-call.ts";
import { type Elsewhere, reachedCosts } from "./reached.ts";
import { functionOf } from "./uniform.ts";

export interface PlacedCost extends CallCost {
  readonly placed: Placed<CallFact>;
  /** It stands in a function of another file, which the call at this place leads to. */
  readonly elsewhere?: Elsewhere;
}

export function costList(index: FactIndex, effort: Effort = "full"): readonly PlacedCost[] {
  const contextOf = contextsOf(index);
  const elements = elementCalls(index);
  const calls = elements.length === 0 ? index.calls : [...index.calls, ...elements];
  const own = calls.flatMap((placed): readonly PlacedCost[] => {
    const { fact } = placed;
    if (!hasCost(fact.op)) return [];
    const cost = costOf(contextOf(fact.instance), fact, effort);
    return cost === undefined ? [] : [{ ...cost, placed }];
  });
  const reached = reachedCosts(index, contextOf, effort);
  if (elements.length + reached.length === 0) return own;
  return [...own, ...reached].sort((a, b) => byPlace(a.placed.place, b.placed.place));
}

/** ` in gemm (utils.h:263)` where the call leads to a function of another file, ` in load_K` of a lambda. */
export function elsewhereText(
  index: FactIndex,
  { elsewhere, placed }: Pick<PlacedCost, "elsewhere" | "placed">,
): string {
  if (elsewhere !== undefined) {
    const { function: name, lambda, file, line } = elsewhere;
    return ` in ${lambda === undefined ? name : `${lambda} of ${name}`} (${file.split("/").at(-1)}:${line})`;
  }
  const { item, span } = placed.fact;
  const lambda = lambdaAround(functionOf(index.facts.unit.items, item), span);
  return lambda === undefined ? "" : ` in ${lambda}`;
}

/** What is known of each instance, worked out when it is first asked for. */
export function contextsOf(index: FactIndex): (instance: string) => CostContext {
  const known = new Map<string, CostContext>();
  return (instance) => {
    const context = known.get(instance) ?? costContext(index, instance);
    known.set(instance, context);
    return context;
  };
}
