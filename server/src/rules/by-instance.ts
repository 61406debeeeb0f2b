// A file's facts by the instance that they are of.
import type { Fact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { InstanceFacts } from "./rule.ts";

export function factsByInstance({ facts, instances }: FileFacts): readonly InstanceFacts[] {
  const groups = new Map<string, Fact[]>();
  for (const fact of facts) {
    const group = groups.get(fact.instance);
    if (group === undefined) groups.set(fact.instance, [fact]);
    else group.push(fact);
  }
  const known = new Map(instances.map((one) => [one.id, one]));
  return [...groups].flatMap(([id, group]) => {
    const instance = known.get(id);
    return instance === undefined ? [] : [{ instance, facts: group }];
  });
}
