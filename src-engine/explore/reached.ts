// What the instances of the target lead to: each other, and functions of other files with what those do for them.
//
// Functions of the target itself are instances with facts of their own; what they lead to is theirs.
import type { CallPlace } from "../interpret/call-record.ts";
import type { ElsewhereCall } from "../interpret/elsewhere.ts";
import type { InstanceRecord, Session } from "../interpret/session.ts";
import type { Called, Fact, FileFacts, Instance, LeftOut, Reached, ReachedStep } from "../program/facts.ts";
import type { Item } from "../program/ir.ts";
import { instancesOf } from "./label.ts";

/** Functions that one instance leads to. */
const most = 200;

export function waysFrom(
  session: Session,
  records: readonly InstanceRecord[],
): Pick<FileFacts, "reached" | "closures" | "called" | "leftOut"> {
  const found = records.flatMap((record) => foundBy(session, record));
  const factsOf = kept();
  const closures = closuresIn(session, records);
  const isOwn = ({ file }: Reached): boolean => file === session.program.target;
  return {
    reached: [
      ...reachedIn(session, found, factsOf),
      ...closures.filter((one) => !isOwn(one)),
      ...closuresBehind(session, found, factsOf),
    ],
    closures: closures.filter(isOwn),
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

/** What closures of other functions do for an instance, at its call of one. */
const closuresIn = (session: Session, records: readonly InstanceRecord[]): readonly Reached[] =>
  records.flatMap((record) =>
    [...record.elsewhere.values()].flatMap((one) => closure(session, record, record, one.from, [[]], one)),
  );

/** The same for functions of other files that an instance leads to. */
const closuresBehind = (session: Session, found: readonly Found[], factsOf: FactsOf): readonly Reached[] =>
  found.flatMap(({ from, first, record, ways }) => {
    if (!isElsewhere(session, record)) return [];
    const step = (one: Step): readonly ReachedStep[] => stepOf(session, one, factsOf);
    return [...record.elsewhere.values()].flatMap((one) => {
      const via = ways.map((way) => [...way.flatMap(step), ...step({ record, place: one.from })]);
      return closure(session, from, record, first, via, one);
    });
  });

function closure(
  { program }: Session,
  from: InstanceRecord,
  caller: InstanceRecord,
  { item, span, nameSpan }: CallPlace,
  via: Reached["via"],
  { file, fact }: ElsewhereCall,
): readonly Reached[] {
  const linked = program.units.get(file);
  if (linked === undefined) return [];
  const instance: Instance = {
    id: fact.instance,
    item: fact.item,
    function: nameIn(linked.unit.items, fact.item) ?? caller.name,
    label: "",
    path: [],
    calls: [],
    generic: caller.generic,
    certain: caller.certain,
    assumes: [],
    configuration: [],
  };
  const line = (id: string, offset: number): number => linked.line(id, offset);
  const { unit } = linked;
  return [{ from: from.id, item, span, nameSpan, file, unit, line, instance, isClosure: true, facts: [fact], via }];
}

function nameIn(items: readonly Item[], id: string): string | undefined {
  for (const item of items) {
    if (item.kind === "function" && item.id === id) return item.name;
    const found = item.kind === "class" ? nameIn(item.members, id) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
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
            .filter(({ asks }) => asks)
            .map((place) => place.from ?? place)
            .filter(({ file }) => file === session.program.target)
            .map(({ item, span }) => ({ from: record.id, item, span })),
    ),
  );

/** A place on the way, of the instance that runs there. */
interface Step {
  readonly record: InstanceRecord;
  readonly place: CallPlace;
  readonly isClosure?: true;
}

type Way = readonly Step[];

/** The call in the instance's own function, and the one in a closure that it leads to. */
const stepsAt = (record: InstanceRecord, place: CallPlace): readonly [Step, ...Step[]] =>
  place.from === undefined
    ? [{ record, place }]
    : [
        { record, place: place.from },
        { record, place, isClosure: true },
      ];

function stepOf({ program }: Session, { record, place, isClosure }: Step, factsOf: FactsOf): readonly ReachedStep[] {
  const { item, span, file } = place;
  const unit = program.units.get(file)?.unit;
  if (unit === undefined) return [];
  if (isClosure !== true) return [{ instance: record.id, unit, item, span, facts: factsOf(record) }];
  const facts = file === record.file ? factsOf(record) : [];
  return [{ instance: `${record.id} in ${item}`, isClosure, unit, item, span, facts }];
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
      const isAgain = record === from || way.some((one) => one.record === record);
      if (record === undefined || isAgain || count++ > most) return;
      ways.set(record, [...(ways.get(record) ?? []), way]);
      // From there on it is the other instance's own affair.
      if (!isElsewhere(session, record)) return;
      for (const [one, calls] of record.callees)
        for (const call of calls) follow(one, [...way, ...stepsAt(record, call)]);
    };
    follow(key, []);
    for (const one of places) {
      const [{ place: first }, ...inside] = stepsAt(from, one);
      if (first.file === program.target)
        found.push(
          ...[...ways].map(([record, all]) => ({ from, first, record, ways: all.map((way) => [...inside, ...way]) })),
        );
    }
  }
  return found;
}
