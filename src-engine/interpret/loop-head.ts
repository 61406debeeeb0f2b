// What the names that a loop changes are at the head of each of its rounds.
//
// A silent look runs the body once and takes its writes back. A name that it changes gets a value that holds before and after (an
// integer becomes a symbol). With these values it looks again: of `a = b; b = 1` the second round tells that `a` changes. That ends
// when a look leaves nothing that the heads do not hold. The counters of a C++ loop are known to change by its step: they are
// symbols from the first look on, and where nothing else changes there is no second.
import { difference } from "../algebra/int/ask.ts";
import { isInt } from "../algebra/int/int.ts";
import { unknown, type Value } from "../algebra/value.ts";
import { type Condition, contradicts } from "../program/condition.ts";
import type { Option } from "../program/values.ts";
import { holds } from "./holds.ts";
import { lift } from "./join.ts";
import { attempt, type Change, cellsOf, valuesAfter, write } from "./journal.ts";
import { sameValue } from "./key.ts";
import type { End, Frame } from "./session.ts";
import { loopSymbol, type ReadField, widen } from "./widen.ts";

export interface Round {
  /** What the names that the loop changes are at the head of each round. */
  readonly heads: readonly Head[];
  /** Names that the loop is the first to set. */
  readonly made: readonly { readonly map: Map<string, Value>; readonly name: string }[];
  /** Does the function return in it? */
  readonly returns: boolean;
}

type Head = readonly [Map<string, Value>, string, Value];

/** What holds at the head of each round of the body; found by at most so many silent looks. */
export function headValues(frame: Frame, body: () => End, step: (() => void) | undefined, most: number): Round {
  frame.flow.heads.push(new Set());
  const counters = step === undefined ? [] : look(frame, () => runStep(step), []).heads;
  const first = look(frame, body, counters);
  let heads = replaced(counters, first.heads);
  let isOpen = first.heads.length > 0;
  for (let looks = 1; looks < most && isOpen; looks++) {
    const next = look(frame, body, heads, "again");
    isOpen = next.heads.length > 0;
    heads = replaced(heads, looks === most - 1 ? next.heads.map(forgotten) : next.heads);
  }
  frame.flow.heads.pop();
  return { ...first, heads };
}

function runStep(step: () => void): End {
  step();
  return "next";
}

const forgotten = ([map, name, value]: Head): Head => [map, name, isInt(value) ? value : changes(name)];

const changes = (name: string): Value => unknown(`${name} changes in the loop`);

function replaced(heads: readonly Head[], by: readonly Head[]): readonly Head[] {
  const kept = heads.filter(([map, name]) => !by.some((one) => one[0] === map && one[1] === name));
  return [...kept, ...by];
}

/**
 * Runs the body from these heads and takes everything back; tells what does not hold at its end, with what would. The first time
 * a name that has no head yet is met as it was before the loop.
 */
function look(frame: Frame, body: () => End, from: readonly Head[], time: "first" | "again" = "first"): Round {
  const { session } = frame;
  const hasHead = (map: Map<string, Value>, name: string): boolean =>
    time === "again" || from.some((one) => one[0] === map && one[1] === name);
  const { result } = attempt(session.journal, () => {
    for (const [map, name, value] of from) write(session.journal, map, name, value);
    return once(frame, body, hasHead);
  });
  return result;
}

type HasHead = (map: Map<string, Value>, name: string) => boolean;

function once(frame: Frame, body: () => End, hasHead: HasHead): Round {
  const { session, flow } = frame;
  const returns = flow.returns.length;
  const length = flow.path.length;
  session.silent++;
  flow.exits.push([]);
  const { changes } = attempt(session.journal, body);
  const exits = flow.exits.pop()!;
  session.silent--;
  const hasReturned = flow.returns.length > returns;
  flow.returns.length = returns;
  flow.path.length = length;
  const all = [...changes, ...exits];
  const cells = cellsOf([all]);
  const heads = cells.flatMap(({ map, name }) => headOf(frame, map, name, all, hasHead(map, name)));
  return { heads, made: cells.filter(({ map, name }) => !map.has(name)), returns: hasReturned };
}

function headOf(
  frame: Frame,
  map: Map<string, Value>,
  name: string,
  all: readonly Change[],
  hasHead: boolean,
): readonly Head[] {
  const before = map.get(name);
  const values = all.filter((one) => one.map === map && one.name === name).flatMap((one) => one.after ?? []);
  if (before === undefined)
    return frame.dialect.semantics.typed && !hasHead ? [[map, name, firstSet(frame, values, name)]] : [];
  const after = valuesAfter(all);
  const read: ReadField = (fields, field) => fields.get(field) ?? after(fields, field);
  if (!hasHead) return [[map, name, headValue(frame, before, values, name, read)]];
  if (values.every((one) => holds(frame, before, one, read))) return [];
  // Conditions on what the loop itself changes say nothing of the next round: the head keeps none.
  const [first, ...others] = [before, ...values].flatMap(casesOf).map(({ value }) => value);
  return [[map, name, others.reduce((value, one) => widen(frame, value, one, name, read), first!)]];
}

/** C++: a field that nobody had asked for before a round set it. It keeps its type, so that an integer is one in every round. */
const firstSet = (frame: Frame, values: readonly Value[], name: string): Value =>
  values.every((one) => isInt(one) && one.know === "dynamic") ? loopSymbol(frame, name) : changes(name);

function headValue(frame: Frame, before: Value, values: readonly Value[], name: string, read: ReadField): Value {
  const [first] = values;
  const grows = values.every((one) => isInt(before) && isInt(one) && (difference(one, before) ?? -1) >= 0);
  if (grows && first !== undefined && before.kind === "num" && !sameValue(frame.session.identities, first, before))
    return loopSymbol(frame, name, before.value);
  const wide = (a: Value, b: Value): Value => widen(frame, a, b, name, read);
  const known = conditionsKnown(frame, before);
  if (values.every((one) => isOfEachRound(one, known)))
    return values.reduce((value, one) => lift(frame, [value, one], name, ([a, b]) => wide(a!, b!)), before);
  // `if (k == 0) p += 5` says nothing of p where another round's k is not 0.
  return overOptions(before, (under, option) =>
    values
      .flatMap(casesOf)
      .filter((one) => !contradicts(under, one.under))
      .reduce((value, one) => wide(value, one.value), option),
  );
}

/** Are all conditions of its options the same in every round: known before the loop, or decided by the compiler? */
const isOfEachRound = (value: Value, known: ReadonlySet<string>): boolean =>
  casesOf(value).every(({ under }) => under.flatMap(testsOf).every((one) => one.static === true || known.has(one.key)));

const conditionsKnown = ({ flow }: Frame, before: Value): ReadonlySet<string> =>
  new Set([...flow.path, ...casesOf(before).flatMap(({ under }) => under)].flatMap(testsOf).map(({ key }) => key));

const testsOf = (condition: Condition): readonly (Condition & { kind: "test" })[] =>
  condition.kind === "test" ? [condition] : condition.parts.flatMap(testsOf);

const casesOf = (value: Value): readonly Pick<Option, "under" | "value">[] =>
  value.kind === "alternatives" ? value.options : [{ under: [], value }];

/** Each option by itself, under its conditions. */
const overOptions = (value: Value, run: (under: readonly Condition[], value: Value) => Value): Value =>
  value.kind === "alternatives"
    ? { ...value, options: value.options.map((one) => ({ ...one, value: run(one.under, one.value) })) }
    : run([], value);
