// What functions of other files do for the instances of the target: each of them with the call that leads there.
//
// Functions of the target itself are instances with facts of their own; what they lead to is theirs.
import type { CallPlace } from "../interpret/call-record.ts";
import type { InstanceRecord, Session } from "../interpret/session.ts";
import type { Reached } from "../program/facts.ts";
import { instancesOf } from "./label.ts";

/** Functions that one instance leads to. */
const most = 200;

export function reachedFrom(session: Session, records: readonly InstanceRecord[]): readonly Reached[] {
  const found = records.flatMap((record) => reachedBy(session, record));
  const distinct = [...new Set(found.map(({ record }) => record))];
  const instances = new Map(instancesOf(session, distinct).map((one) => [one.id, one]));
  return found.flatMap(({ from, first, record }): readonly Reached[] => {
    const linked = session.program.units.get(record.file);
    const instance = instances.get(record.id);
    if (linked === undefined || instance === undefined) return [];
    const { item, span } = first;
    const { file, facts } = record;
    const line = (id: string, offset: number): number => linked.line(id, offset);
    return [{ from: from.id, item, span, file, unit: linked.unit, line, instance, facts: [...facts.values()] }];
  });
}

interface Found {
  readonly from: InstanceRecord;
  readonly first: CallPlace;
  readonly record: InstanceRecord;
}

/** In the order of the calls; each function once for a call of the instance's own. */
function reachedBy({ instances, program }: Session, from: InstanceRecord): readonly Found[] {
  const found: Found[] = [];
  for (const [key, places] of from.callees) {
    const seen = new Set<string>();
    const follow = (next: string): void => {
      const record = instances.get(next);
      if (record === undefined || record.file === program.target || seen.has(next) || seen.size > most) return;
      seen.add(next);
      for (const one of record.callees.keys()) follow(one);
    };
    follow(key);
    const reached = [...seen].flatMap((one) => instances.get(one) ?? []);
    const asked = reached.filter((one) => one.isAsked && one.facts.size > 0);
    for (const first of places)
      if (first.file === program.target) found.push(...asked.map((record) => ({ from, first, record })));
  }
  return found;
}
