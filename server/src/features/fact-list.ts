// Every declared name with its value, one row a name and instance: `cuteLens/facts`.
import type { Place } from "../../../src-engine/program/ir.ts";
import type { FactIndex } from "../facts/fact-index.ts";
import { printValue } from "../facts/notation.ts";
import { kindOf } from "./kind.ts";

export interface ListedFact {
  readonly function: string;
  readonly instance: string;
  readonly name: string;
  readonly kind: string;
  readonly value: string;
  readonly why?: string;
  readonly place: Place;
}

export function factList(index: FactIndex): readonly ListedFact[] {
  const { language } = index.facts.unit;
  return index.variables.map(({ fact, place }) => {
    const instance = index.instances.get(fact.instance);
    const listed = {
      function: instance?.function ?? "",
      instance: instance?.label ?? "",
      name: fact.name,
      kind: kindOf(fact.value),
      value: printValue(fact.value, language),
      place,
    };
    return fact.why === undefined ? listed : { ...listed, why: fact.why };
  });
}
