// A loop's body once for every round: what the names that it changes are at the head of each round, and its facts with that.
//
// A round is run and tells what it changes. If all of that holds at its head already, it stands for every round, with its facts and
// writes. Else it is taken back; a name that it changes gets a value that holds before and after (an integer becomes a symbol), and
// it runs again with these: of `a = b; b = 1` the second round tells that `a` changes. The counters of a C++ loop are known to
// change by its step: they are symbols from the first round on, and where nothing else changes there is no second. After the loop
// each name has its value of every head still.
import { difference } from "../algebra/int/ask.ts";
import { isInt } from "../algebra/int/int.ts";
import { unknown, type Value } from "../algebra/value.ts";
import { type Condition, contradicts } from "../program/condition.ts";
import type { Option } from "../program/values.ts";
import { insideTraced } from "./entry.ts";
import type { Exit } from "./exits.ts";
import { holds } from "./holds.ts";
import { lift } from "./join.ts";
import { attempt, type Change, cellsOf, isMadeSince, timeIn, valuesAfter, write } from "./journal.ts";
import { sameValue } from "./key.ts";
import type { End, Frame } from "./session.ts";
import { type Tentative, tentative } from "./tentative.ts";
import { loopSymbol, type ReadField, widen } from "./widen.ts";

type Head = readonly [Map<string, Value>, string, Value];

/** Each round makes what does not hold yet less certain; after the last of them it is unknown. */
const mostRounds = 4;

export function everyRound(frame: Frame, step: (() => void) | undefined, body: () => End): Pick<Round, "mayBreak"> {
  frame.flow.heads.push(new Set());
  const counters = step === undefined ? [] : changedBy(frame, step);
  const round = isGlance(frame) ? glance(frame, body, counters) : steady(frame, body, counters);
  frame.flow.heads.pop();
  return round;
}

/** Again and again with less certain heads until a round changes nothing that it does not find so. */
function steady(frame: Frame, body: () => End, counters: readonly Head[]): Round {
  let heads = counters;
  for (let rounds = 0; ; rounds++) {
    const round = tryRound(frame, body, heads, rounds === 0 ? "first" : "again");
    if (round.heads.length === 0 || rounds === mostRounds) {
      round.keep();
      return round;
    }
    round.drop();
    heads = replaced(heads, rounds === mostRounds - 1 ? round.heads.map(forgotten) : round.heads);
  }
}

/**
 * A silent look at host code asks what changes, no more: one round says it, where two for each loop inside a loop would be
 * sixteen for the inmost of four.
 */
const isGlance = (frame: Frame): boolean =>
  frame.session.silent > 0 && frame.dialect.semantics.traced && !insideTraced(frame.instance);

function glance(frame: Frame, body: () => End, counters: readonly Head[]): Round {
  const { journal } = frame.session;
  const round = tryRound(frame, body, counters, "first");
  round.drop();
  const heads = replaced(counters, round.heads);
  if (round.returns) {
    const second = tryRound(frame, body, heads, "again");
    second.keep();
    return second;
  }
  writeHeads(frame, heads);
  for (const { map, name } of round.made) write(journal, map, name, unknown(`${name} is set in a loop`));
  return round;
}

/** What the step of a `for` changes. */
function changedBy(frame: Frame, step: () => void): readonly Head[] {
  frame.session.silent++;
  const round = tryRound(frame, () => runStep(step), [], "first");
  frame.session.silent--;
  round.drop();
  return round.heads;
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

interface Round {
  /** What does not hold in every round, with what would. */
  readonly heads: readonly Head[];
  /** Names that the loop is the first to set. */
  readonly made: readonly { readonly map: Map<string, Value>; readonly name: string }[];
  /** Does the function return in it? */
  readonly returns: boolean;
  /** Does a break end it, or may one? */
  readonly mayBreak: boolean;
  /** It stands for every round. */
  keep(): void;
  drop(): void;
}

/** Runs the body from these heads. The first time a name that has no head yet is met as it was before the loop. */
function tryRound(frame: Frame, body: () => End, from: readonly Head[], time: "first" | "again"): Round {
  const { session, flow } = frame;
  const returns = flow.returns.length;
  const begin = timeIn(session.journal);
  const hasHead: HasHead = (map, name) => time === "again" || from.some((one) => one[0] === map && one[1] === name);
  const { result } = attempt(session.journal, () => {
    writeHeads(frame, from);
    const { run, exits } = onePass(frame, body);
    const all = [...run.changes, ...exits.flatMap(({ changes }) => changes)];
    const cells = cellsOf([all]).filter(({ map }) => !isMadeSince(map, begin));
    const heads = cells.flatMap(({ map, name }) => headOf(frame, map, name, all, hasHead(map, name)));
    const mayBreak = run.result === "break" || exits.some(({ end }) => end === "break");
    return { run, heads, mayBreak, made: cells.filter(({ map, name }) => !map.has(name)) };
  });
  const { run, heads, made, mayBreak } = result;
  return {
    heads,
    made,
    mayBreak,
    returns: flow.returns.length > returns,
    keep: () => {
      run.keep();
      writeHeads(frame, from);
    },
    drop: () => {
      flow.returns.length = returns;
      run.drop();
    },
  };
}

type HasHead = (map: Map<string, Value>, name: string) => boolean;

function onePass(frame: Frame, body: () => End): { readonly run: Tentative<End>; readonly exits: readonly Exit[] } {
  const { path, exits } = frame.flow;
  const length = path.length;
  exits.push({ depth: frame.session.journal.logs.length, left: [] });
  const run = tentative(frame, body);
  path.length = length;
  return { run, exits: exits.pop()!.left };
}

function writeHeads({ session }: Frame, heads: readonly Head[]): void {
  for (const [map, name, value] of heads) write(session.journal, map, name, value);
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
