// Names in comments that cannot have one size: the comment's mode against the same name elsewhere in the function.

import { equal } from "../../../src-engine/algebra/int/ask.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Finding } from "../rules/rule.ts";
import { composeComment } from "./compose.ts";
import type { Contract } from "./contracts.ts";
import { shapeIn } from "./fit.ts";
import { type NamedSize, namedSizes } from "./named-sizes.ts";

export interface Conflict {
  readonly contract: Contract;
  readonly name: string;
  readonly here: Int;
  readonly there: Int;
  /** The instance in which it was found, with the names known there. */
  readonly instance: string;
  readonly elsewhere: NamesBySize;
}

/** The sizes that a name has elsewhere. */
export type NamesBySize = ReadonlyMap<string, readonly NamedSize[]>;

export function byName(sizes: readonly NamedSize[]): NamesBySize {
  const found = new Map<string, NamedSize[]>();
  for (const one of sizes) {
    const same = found.get(one.name);
    if (same === undefined) found.set(one.name, [one]);
    else same.push(one);
  }
  return found;
}

/** Conflicts in every instance in which both sizes are known; `others` gives the names to compare with. */
export function conflicts(contract: Contract, others: (instance: string) => NamesBySize): readonly Conflict[] {
  const found = new Map<string, Conflict | undefined>();
  for (const { instance } of contract.values) {
    const elsewhere = others(instance);
    for (const { name, size } of namedSizes(contract, instance)) {
      const same = elsewhere.get(name) ?? [];
      const [first] = same;
      if (first === undefined) continue;
      const differs = same.every((one) => equal(one.size, size) === "no");
      if (!differs) found.set(name, undefined);
      else if (!found.has(name))
        found.set(name, { contract, name, here: size, there: first.size, instance, elsewhere });
    }
  }
  return [...found.values()].filter((one) => one !== undefined);
}

/** The finding at the comment's own words; the fix writes the names that the sizes have. */
export function conflictFinding(
  facts: FileFacts,
  { contract, name, here, there, instance, elsewhere }: Conflict,
  print: (value: Value) => string,
  where: string,
): Finding {
  const { item, at } = contract;
  const base = facts.unit.places.get(item)?.start ?? 0;
  const span = { start: at.start - base, end: at.end - base };
  const message = `${name} is ${print(here)} in ${contract.name}, but ${print(there)} ${where}`;
  const shape = shapeIn(contract.values.find((one) => one.instance === instance)?.value ?? here);
  if (shape === undefined) return { item, span, message, related: [], fixes: [] };
  const known = [...elsewhere.values()].flat();
  const text = composeComment(shape, contract.said.shape, { known, print });
  return { item, span, message, related: [], fixes: [{ title: `Write ${text}`, edits: [{ item, span, text }] }] };
}
