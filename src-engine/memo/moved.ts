// Facts of the version before, at the places that their code has now: what is shown of an instance until it has run again.
import type { LinkedUnit } from "../interpret/session.ts";
import type { CallArg, CallFact, Fact, FileFacts } from "../program/facts.ts";
import type { ItemId, Span } from "../program/ir.ts";

/** A file as it was, or is now, with its facts. */
export interface Version {
  readonly linked: LinkedUnit;
  readonly facts: FileFacts;
}

/** Facts of an evaluation that goes on; where it knows nothing yet, those of the version before. */
export function withOlder({ linked, facts }: Version, before: Version): FileFacts {
  const move = mover(before.linked, linked);
  const told = new Set(facts.facts.filter(isTelling).map(placeOf));
  const older = before.facts.facts
    .map(move)
    .filter((one) => facts.unit.places.has(one.item) && !told.has(placeOf(one)));
  const kept = new Set(older.map(placeOf));
  const newer = facts.facts.filter((one) => !kept.has(placeOf(one)));
  const known = new Set(facts.instances.map(({ id }) => id));
  const named = new Set(older.map(({ instance }) => instance));
  const others = before.facts.instances.filter(({ id }) => named.has(id) && !known.has(id));
  return { ...facts, instances: [...facts.instances, ...others], facts: [...newer, ...older] };
}

const isTelling = (fact: Fact): boolean => !("value" in fact) || fact.value.kind !== "unknown";

const placeOf = ({ kind, item, span }: Fact): string => `${kind} ${item} ${span.start} ${span.end}`;

/** Moves a fact along with the text of its item; what the edit took away has its places where the edit begins. */
export function mover(before: LinkedUnit, after: LinkedUnit): (fact: Fact) => Fact {
  const edits = new Map<ItemId, Edit | undefined>();
  const editOf = (item: ItemId): Edit | undefined => {
    if (!edits.has(item)) edits.set(item, editBetween(textOf(before, item), textOf(after, item)));
    return edits.get(item);
  };
  return (fact) => {
    const edit = editOf(fact.item);
    if (edit === undefined) return fact;
    const there = moved(fact, (span) => shifted(span, edit));
    return fact.kind === "variable" && touches(edit, fact.span) ? renamed(there, after) : there;
  };
}

const touches = ({ from, to }: Edit, { start, end }: Span): boolean => from <= end && to >= start;

/** Letters have come to a variable's name, or have gone: it is the same variable. */
function renamed(fact: Fact, linked: LinkedUnit): Fact {
  if (fact.kind !== "variable") return fact;
  const { start } = fact.span;
  const name = /^[\p{L}_][\p{L}\p{N}_]*/u.exec(textOf(linked, fact.item).slice(start))?.[0];
  return name === undefined ? fact : { ...fact, name, span: { start, end: start + name.length } };
}

const textOf = (linked: LinkedUnit, item: ItemId): string => {
  const place = linked.unit.places.get(item);
  return place === undefined ? "" : linked.text(item, { start: 0, end: place.end - place.start });
};

/** `from` to `to` of the text before has become text that is `by` longer. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly by: number;
}

function editBetween(before: string, after: string): Edit | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let from = 0;
  while (from < shorter && before[from] === after[from]) from++;
  let tail = 0;
  while (tail < shorter - from && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { from, to: before.length - tail, by: after.length - before.length };
}

function shifted({ start, end }: Span, { from, to, by }: Edit): Span {
  const at = (offset: number): number => (offset <= from ? offset : offset >= to ? offset + by : from);
  return { start: at(start), end: Math.max(at(start), at(end)) };
}

function moved(fact: Fact, move: (span: Span) => Span): Fact {
  const span = move(fact.span);
  switch (fact.kind) {
    case "variable":
      return { ...fact, span, ...(fact.source === undefined ? {} : { source: move(fact.source) }) };
    case "call":
      return movedCall(fact, move);
    case "expression":
    case "assert":
    case "storage":
      return { ...fact, span };
    default:
      return fact satisfies never;
  }
}

function movedCall(fact: CallFact, move: (span: Span) => Span): CallFact {
  const { cases } = fact;
  const args = fact.args.map((one) => movedArgument(one, fact.item, move));
  const moved = { ...fact, span: move(fact.span), nameSpan: move(fact.nameSpan), args };
  return cases === undefined
    ? moved
    : { ...moved, cases: { ...cases, each: cases.each.map((one) => movedCall(one, move)) } };
}

function movedArgument(arg: CallArg, item: ItemId, move: (span: Span) => Span): CallArg {
  const span = move(arg.span);
  return arg.declared?.item === item
    ? { ...arg, span, declared: { item, span: move(arg.declared.span) } }
    : { ...arg, span };
}
