// All that can be seen of a file's facts, as lines: what must be the same however the text came to be.
import { printValue } from "../../server/src/facts/notation.ts";
import { findProblems } from "../../server/src/rules/find.ts";
import { defaults } from "../../server/src/settings/read.ts";
import type { Value } from "../../src-engine/algebra/value.ts";
import type { Fact, FileFacts } from "../../src-engine/program/facts.ts";

/** Everything but the identities of symbols and instances. */
export function shown(facts: FileFacts, texts: readonly string[]): readonly string[] {
  const places = new Map(facts.instances.map((one, i) => [one.id, i]));
  const instances = facts.instances.map(({ id, ...rest }) => JSON.stringify({ place: places.get(id), ...rest }));
  const { language } = facts.unit;
  const lines = facts.facts.map((fact) => {
    const head = `${fact.kind} ${fact.item} ${fact.span.start}-${fact.span.end} ${places.get(fact.instance)}`;
    return `${head} ${detail(fact, (value) => printValue(value, language))}`;
  });
  const problems = findProblems(facts, texts, defaults, (rule, error) => {
    throw new Error(`rule ${rule.code}: ${String(error)}`);
  });
  return [...instances, ...lines, ...problems.map((one) => JSON.stringify(one)), facts.incomplete ?? ""];
}

function detail(fact: Fact, print: (value: Value) => string): string {
  switch (fact.kind) {
    case "variable": {
      const { name, role, why, from, note } = fact;
      return JSON.stringify([name, role, print(fact.value), why, from, note, fact.needs.map((one) => one.kind)]);
    }
    case "expression":
      return print(fact.value);
    case "call":
      return JSON.stringify([fact.op, fact.args.map((one) => [one.role, one.text, print(one.value), one.declared])]);
    case "assert":
      return `${fact.holds} ${fact.certain}`;
    case "storage":
      return JSON.stringify([fact.array, fact.bytes, fact.why, fact.parts]);
    default:
      return fact satisfies never;
  }
}
