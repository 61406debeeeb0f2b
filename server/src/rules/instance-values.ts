// What the expressions of one instance are worth, by their place; undefined where rounds of a loop do not agree.
import { isInt, isSameInt } from "../../../src-engine/algebra/int/int.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import type { Expr, ItemId, Span } from "../../../src-engine/program/ir.ts";
import { computed, computedInt } from "../facts/computed.ts";
import { remembered } from "../facts/remembered.ts";
import { numberOf } from "../facts/sizes.ts";
import { spanKey } from "../facts/span-key.ts";
import type { InstanceFacts } from "./rule.ts";

export interface InstanceValues {
  value(of: Expr): Value | undefined;
  /** The number that the expression is in every round. */
  number(of: Expr | undefined): number | undefined;
  /** The same, also where it rests on sizes that have names alone. */
  int(of: Expr | undefined): Int | undefined;
  /** The library calls at this place, one a round. */
  calls(at: Span): readonly CallFact[];
}

/** Of the instance's own function: an edit elsewhere leaves them as they were. */
export function instanceValues({ instance, facts }: InstanceFacts): InstanceValues {
  const known = valuesByItem(facts);
  const found = known.get(instance.item) ?? valuesOf(facts.filter(({ item }) => item === instance.item));
  known.set(instance.item, found);
  return found;
}

const valuesByItem = remembered((_facts: readonly Fact[]) => new Map<ItemId, InstanceValues>());

function valuesOf(facts: readonly Fact[]): InstanceValues {
  const values = new Map<number, Value[]>();
  const calls = new Map<number, CallFact[]>();
  for (const fact of facts) {
    if (fact.kind === "expression") push(values, fact.span, fact.value);
    if (fact.kind === "call") push(calls, fact.span, fact);
  }
  const known = (of: Expr): number | undefined => {
    const [first, ...others] = values.get(spanKey(of.span)) ?? [];
    const number = numberOf(first);
    return number !== undefined && others.every((one) => numberOf(one) === number) ? number : undefined;
  };
  const knownInt = (of: Expr): Int | undefined => {
    const [first, ...others] = values.get(spanKey(of.span)) ?? [];
    const isOne = first !== undefined && isInt(first) && others.every((one) => isInt(one) && isSameInt(one, first));
    return isOne ? first : undefined;
  };
  return {
    int: (of) => (of === undefined ? undefined : (knownInt(of) ?? computedInt(of, knownInt))),
    value: (of) => values.get(spanKey(of.span))?.at(-1),
    number: (of) => (of === undefined ? undefined : (known(of) ?? computed(of, known))),
    calls: (at) => calls.get(spanKey(at)) ?? [],
  };
}

/** Of a function that nobody calls in sight: literals alone are known. */
export const literalValues: InstanceValues = {
  value: () => undefined,
  int: () => undefined,
  number: (of) => (of === undefined ? undefined : computed(of, () => undefined)),
  calls: () => [],
};

function push<T>(into: Map<number, T[]>, span: Span, one: T): void {
  const key = spanKey(span);
  const all = into.get(key);
  if (all === undefined) into.set(key, [one]);
  else all.push(one);
}
