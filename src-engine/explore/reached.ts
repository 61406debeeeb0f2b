// What the instances of the target lead to: each other, and functions of other files with what those do for them.
//
// Functions of the target itself are instances with facts of their own; what they lead to is theirs.
import type { CallPlace } from "../interpret/call-record.ts";
import type { InstanceRecord, Session } from "../interpret/session.ts";
import type { Called, Fact, FileFacts, LeftOut, Reached, ReachedStep } from "../program/facts.ts";
import { instancesOf } from "./label.ts";

/** Functions that one instance leads to. */
const most = 200;

export function waysFrom(
  session: Session,
  records: readonly InstanceRecord[],
): Pick<FileFacts, "reached" | "called" | "leftOut"> {
  const found = records.flatMap((record) => foundBy(session, record));
  const factsOf = kept();
  return {
    reached: reachedIn(session, found, factsOf),
    called: calledIn(session, found, new Set(records), factsOf),
    leftOut: leftOutOf(records, session),
  };
}

type FactsOf = (record: InstanceRecord) => readonly Fact[];

/** One list for each record, however many ways lead through it. */
function kept(): FactsOf {
  const lists = new Map<InstanceRecord, readonly Fact[]>();
  return (record) => {
    const list = lists.get(record) ?? [...record.facts.values()];
    lists.set(record, list);
    return list;
  };
}

function reachedIn(session: Session, found: readonly Found[], factsOf: FactsOf): readonly Reached[] {
  const asked = found.filter(({ record }) => isElsewhere(session, record) && record.isAsked && record.facts.size > 0);
  const instances = new Map(
    instancesOf(session, [...new Set(asked.map(({ record }) => record))]).map((one) => [one.id, one]),
  );
  return asked.flatMap(({ from, first, record, ways }): readonly Reached[] => {
    const linked = session.program.units.get(record.file);
    const instance = instances.get(record.id);
    if (linked === undefined || instance === undefined) return [];
    const { item, span, nameSpan } = first;
    const line = (id: string, offset: number): number => linked.line(id, offset);
    const via = ways.map((way) => way.flatMap((step) => stepOf(session, step, factsOf)));
    const { file } = record;
    const facts = factsOf(record);
    return [{ from: from.id, item, span, nameSpan, file, unit: linked.unit, line, instance, facts, via }];
  });
}

const calledIn = (
  session: Session,
  found: readonly Found[],
  shown: ReadonlySet<InstanceRecord>,
  factsOf: FactsOf,
): readonly Called[] =>
  found.flatMap(({ from, first: { item, span }, record, ways }): readonly Called[] =>
    shown.has(record)
      ? [
          {
            from: from.id,
            item,
            span,
            to: record.id,
            via: ways.map((way) => way.flatMap((step) => stepOf(session, step, factsOf))),
          },
        ]
      : [],
  );

/** Calls of the instances that lead to a function which was shown often enough by then: it has no facts for them. */
const leftOutOf = (records: readonly InstanceRecord[], session: Session): readonly LeftOut[] =>
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

function stepOf({ program }: Session, [record, { item, span }]: Way[number], factsOf: FactsOf): readonly ReachedStep[] {
  const unit = program.units.get(record.file)?.unit;
  return unit === undefined ? [] : [{ instance: record.id, unit, item, span, facts: factsOf(record) }];
}

interface Found {
  readonly from: InstanceRecord;
  readonly first: CallPlace;
  readonly record: InstanceRecord;
  /** How the first call leads there. */
  readonly ways: readonly Way[];
}

const isElsewhere = ({ program }: Session, { file }: InstanceRecord): boolean => file !== program.target;

/** In the order of the calls; each function once for a call of the instance's own. */
function foundBy(session: Session, from: InstanceRecord): readonly Found[] {
  const { instances, program } = session;
  const found: Found[] = [];
  for (const [key, places] of from.callees) {
    const ways = new Map<InstanceRecord, Way[]>();
    let count = 0;
    const follow = (next: string, way: Way): void => {
      const record = instances.get(next);
      const isAgain = record === from || way.some(([one]) => one === record);
      if (record === undefined || isAgain || count++ > most) return;
      ways.set(record, [...(ways.get(record) ?? []), way]);
      // From there on it is the other instance's own affair.
      if (!isElsewhere(session, record)) return;
      for (const [one, calls] of record.callees) for (const call of calls) follow(one, [...way, [record, call]]);
    };
    follow(key, []);
    for (const first of places)
      if (first.file === program.target)
        found.push(...[...ways].map(([record, all]) => ({ from, first, record, ways: all })));
  }
  return found;
}
