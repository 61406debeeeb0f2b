// A file's facts by the instance that they are of. Those that an edit leaves standing are the same list as before it.
import type { Fact, FileFacts } from "../../../src-engine/program/facts.ts";
import { isSameList } from "../../../src-engine/program/same-data.ts";
import { remembered } from "../facts/remembered.ts";
import type { InstanceFacts } from "./rule.ts";

export const factsByInstance = remembered(({ facts, instances }: FileFacts): readonly InstanceFacts[] => {
  const groups = new Map<string, Fact[]>();
  for (const fact of facts) {
    const group = groups.get(fact.instance);
    if (group === undefined) groups.set(fact.instance, [fact]);
    else group.push(fact);
  }
  const known = new Map(instances.map((one) => [one.id, one]));
  return [...groups].flatMap(([id, group]) => {
    const instance = known.get(id);
    return instance === undefined ? [] : [{ instance, facts: asBefore(group) }];
  });
});

const listOf = remembered((_first: Fact): { list: readonly Fact[] } => ({ list: [] }));

/** The list that began with the same fact, where it holds the same facts. */
function asBefore(group: readonly Fact[]): readonly Fact[] {
  const [first] = group;
  if (first === undefined) return group;
  const known = listOf(first);
  if (!isSameList(known.list, group)) known.list = group;
  return known.list;
}
