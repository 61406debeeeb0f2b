// What functions of other files do for the instances of the target: each of them with the call that leads there.
//
// Functions of the target itself are instances with facts of their own; what they lead to is theirs.
import type { CallPlace } from "../interpret/call-record.ts";
import type { InstanceRecord, Session } from "../interpret/session.ts";
import type { LeftOut, Reached, ReachedStep } from "../program/facts.ts";
import { instancesOf } from "./label.ts";

/** Functions that one instance leads to. */
const most = 200;

export function reachedFrom(session: Session, records: readonly InstanceRecord[]): readonly Reached[] {
  const found = records.flatMap((record) => reachedBy(session, record));
  const distinct = [...new Set(found.map(({ record }) => record))];
  const instances = new Map(instancesOf(session, distinct).map((one) => [one.id, one]));
  return found.flatMap(({ from, first, record, ways }): readonly Reached[] => {
    const linked = session.program.units.get(record.file);
    const instance = instances.get(record.id);
    if (linked === undefined || instance === undefined) return [];
    const { item, span, nameSpan } = first;
    const { file, facts } = record;
    const line = (id: string, offset: number): number => linked.line(id, offset);
    const via = ways.map((way) => way.flatMap((step) => stepOf(session, step)));
    return [
      { from: from.id, item, span, nameSpan, file, unit: linked.unit, line, instance, facts: [...facts.values()], via },
    ];
  });
}

/** Calls of the instances that lead to a function of another file which was shown often enough by then: it has no facts for them. */
export const leftOutOf = (records: readonly InstanceRecord[], session: Session): readonly LeftOut[] =>
  records.flatMap((record) =>
    [...record.callees].flatMap(([key, places]) =>
      session.instances.has(key)
        ? []
        : places
            .filter(({ file, asks }) => asks && file === session.program.target)
            .map(({ item, span }) => ({ from: record.id, item, span })),
    ),
  );

/** A call in a function on the way, of the instance that makes it. */
type Way = readonly (readonly [InstanceRecord, CallPlace])[];

function stepOf({ program }: Session, [record, { item, span }]: Way[number]): readonly ReachedStep[] {
  const unit = program.units.get(record.file)?.unit;
  return unit === undefined ? [] : [{ unit, item, span, facts: [...record.facts.values()] }];
}

interface Found {
  readonly from: InstanceRecord;
  readonly first: CallPlace;
  readonly record: InstanceRecord;
  /** How the first call leads there. */
  readonly ways: readonly Way[];
}

/** In the order of the calls; each function once for a call of the instance's own. */
function reachedBy({ instances, program }: Session, from: InstanceRecord): readonly Found[] {
  const found: Found[] = [];
  for (const [key, places] of from.callees) {
    const ways = new Map<InstanceRecord, Way[]>();
    let count = 0;
    const follow = (next: string, way: Way): void => {
      const record = instances.get(next);
      const isAgain = way.some(([one]) => one === record);
      if (record === undefined || record.file === program.target || isAgain || count++ > most) return;
      ways.set(record, [...(ways.get(record) ?? []), way]);
      for (const [one, calls] of record.callees) for (const call of calls) follow(one, [...way, [record, call]]);
    };
    follow(key, []);
    const asked = [...ways].filter(([one]) => one.isAsked && one.facts.size > 0);
    for (const first of places)
      if (first.file === program.target)
        found.push(...asked.map(([record, all]) => ({ from, first, record, ways: all })));
  }
  return found;
}
