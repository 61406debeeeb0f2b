// Which instances a hover speaks of: where one was bound from, and one row for each different answer.
import { unknown, type Value } from "../../../src-engine/algebra/value.ts";
import type {
  AssertFact,
  CallFact,
  ExpressionFact,
  Instance,
  VariableFact,
} from "../../../src-engine/program/facts.ts";
import { type FactIndex, type Placed, samePlace } from "../facts/fact-index.ts";
import { titleOf } from "../facts/title.ts";
import { callPath } from "./call-path.ts";
import { symbolNames } from "./symbols.ts";

/** One row for each different answer, with the instances that have it. */
export type InstanceRows = readonly { readonly id: string; readonly label: string; readonly text: string }[];

/** The call path; that nobody calls the function matters only where a value rests on its parameters. */
export function boundFrom(
  index: FactIndex,
  fact: VariableFact | ExpressionFact | CallFact | AssertFact,
): readonly string[] {
  const instance: Instance | undefined = index.instances.get(fact.instance);
  if (instance === undefined) return [];
  const value = fact.kind === "call" ? fact.result : fact.kind === "assert" ? unknown("a question") : fact.value;
  const assumed = instance.assumes.length === 0 ? [] : [`assuming ${instance.assumes.join(", ")}`];
  if (instance.generic && symbolNames(value).length > 0)
    return ["no call is known: parameters are symbols", ...assumed];
  if (instance.generic) return assumed;
  if (instance.label === "") return assumed;
  const which = instance.configuration.length === 0 ? [] : [`as ${instance.configuration.join(", ")}`];
  return [`bound from ${callPath(index, instance).join(" → ") || instance.label}`, ...which, ...assumed];
}

export const titleIn =
  <F>(index: FactIndex, value: (fact: F) => Value) =>
  ({ fact }: Placed<F>): string =>
    titleOf(value(fact), index.facts.unit.language);

/** One row for each different value, with the instances that have it; empty when all agree. */
export function differing<F extends VariableFact | ExpressionFact | CallFact | AssertFact>(
  index: FactIndex,
  placed: readonly Placed<F>[],
  textOf: (one: Placed<F>) => string,
): InstanceRows {
  const rows = new Map<string, { id: string; labels: string[] }>();
  for (const one of placed) {
    const { fact, place } = one;
    if (!placed.every((other) => samePlace(other.place, place))) continue;
    const text = textOf(one);
    const label = index.instances.get(fact.instance)?.label || "generic";
    const row = rows.get(text);
    if (row === undefined) rows.set(text, { id: fact.instance, labels: [label] });
    else if (!row.labels.includes(label)) row.labels.push(label);
  }
  if (rows.size < 2) return [];
  return [...rows].map(([text, { id, labels }]) => ({ id, label: labels.join(", "), text }));
}
