// A loop's body once for every round: what the names that it changes are at the head of each round, and its facts with that.
//
// A round is run and tells what it changes. If all of that holds at its head already, it stands for every round, with its facts and
// writes. Else it is taken back; a name that it changes gets a value that holds before and after (an integer becomes a symbol), and
// it runs again with these: of `a = b; b = 1` the second round tells that `a` changes. What the step of a C++ loop changes, and
// what the code says of other names (`loop-begin.ts`), is so from the first round on, and where nothing else changes there is no
// second. After the loop each name has its value of every head still.
import { difference } from "../algebra/int/ask.ts";
import { isInt } from "../algebra/int/int.ts";
import { unknown, type Value } from "../algebra/value.ts";
import { type Condition, contradicts } from "../program/condition.ts";
import type { NameChange } from "../program/loop-names.ts";
import type { Option } from "../program/values.ts";
import { insideTraced } from "./entry.ts";
import type { Exit } from "./exits.ts";
import { holds } from "./holds.ts";
import { lift } from "./join.ts";
import { attempt, type Change, cellsOf, isMadeSince, timeIn, valuesAfter, write } from "./journal.ts";
import { sameValue } from "./key.ts";
import type { End, Frame } from "./session.ts";
import { type Tentative, tentative } from "./tentative.ts";
import { isNumber, isNumberStill, loopSymbol, type ReadField, unknownsIn, widen } from "./widen.ts";

/** A cell of the program's state, and a value. */
export type Head = readonly [Map<string, Value>, string, Value];

export interface Begin {
  /** What each round sets before it reads it, as it was before the loop. */
  readonly rebound: readonly Head[];
  /** What the code changes: integers are symbols from the first round on. */
  readonly expected: readonly Expected[];
  /** Runs what sets objects in each round. */
  readonly deciding?: () => void;
}

/** A name with its value before the loop, and how the code changes it. */
export interface Expected {
  readonly cell: Head;
  readonly how: NameChange["how"];
}

/** Each round makes what does not hold yet less certain; after the last of them it is unknown. */
const mostRounds = 4;

export function everyRound(
  frame: Frame,
  begin: () => Begin,
  step: (() => void) | undefined,
  body: () => End,
): Pick<Round, "mayBreak"> {
  frame.flow.heads.push(new Set());
  const counters = step === undefined ? [] : changedBy(frame, step, []);
  const round = isGlance(frame)
    ? glance(frame, body, counters)
    : steady(frame, body, guess(frame, begin(), step, counters));
  frame.flow.heads.pop();
  return round;
}

interface Guess {
  readonly counters: readonly Head[];
  readonly rebound: readonly Head[];
  /** To be borne out by a round. */
  readonly guessed: readonly Head[];
}

function guess(
  frame: Frame,
  { rebound, expected, deciding }: Begin,
  step: (() => void) | undefined,
  counters: readonly Head[],
): Guess {
  const run = (): void => {
    deciding?.();
    step?.();
  };
  const numbers = without(
    expected.flatMap((one) => symbolFor(frame, one)),
    counters,
  );
  const own = [...counters, ...numbers];
  const all = deciding === undefined ? own : changedBy(frame, run, own).filter(knowsAsMuch);
  const guessed = without(all, counters);
  return { counters: without(all, guessed), guessed, rebound: without(rebound, all) };
}

/** What decides a round may rest on more than was run: a round by itself knows better. */
function knowsAsMuch([map, name, value]: Head): boolean {
  const before = map.get(name);
  return before === undefined || unknownsIn(value) <= unknownsIn(before);
}

function symbolFor(frame: Frame, { cell: [map, name, value], how }: Expected): readonly Head[] {
  if (!isNumber(value) || !isNumberStill(frame, value)) return [];
  const symbolOf = (one: Value): Value =>
    loopSymbol(frame, name, one.kind === "num" && how === "up" ? one.value : undefined);
  if (value.kind !== "alternatives") return [[map, name, symbolOf(value)]];
  return [[map, name, { ...value, options: value.options.map((one) => ({ ...one, value: symbolOf(one.value) })) }]];
}

const without = (heads: readonly Head[], others: readonly Head[]): readonly Head[] =>
  heads.filter(([map, name]) => !isOneOf(others, { map, name }));

/** Again and again with less certain heads until a round changes nothing that it does not find so. */
function steady(frame: Frame, body: () => End, { counters, rebound, guessed }: Guess): Round {
  let heads = [...counters, ...guessed];
  const first = tryRound(frame, body, heads, "first", rebound);
  const wrong = guessed.filter((one) => !first.isChanged(one));
  if (wrong.length > 0) {
    first.drop();
    return steady(frame, body, { counters, rebound, guessed: without(guessed, wrong) });
  }
  let round = first;
  for (let rounds = 1; round.heads.length > 0 && rounds <= mostRounds; rounds++) {
    round.drop();
    heads = replaced(heads, rounds === mostRounds ? round.heads.map(forgotten) : round.heads);
    round = tryRound(frame, body, heads, "again", rebound);
  }
  round.keep();
  return round;
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

/** What the step of a `for`, or what sets an object, changes: until it changes nothing that it does not find so. */
function changedBy(frame: Frame, step: () => void, from: readonly Head[]): readonly Head[] {
  let heads = from;
  for (let rounds = 0; rounds < mostRounds; rounds++) {
    frame.session.silent++;
    const round = tryRound(frame, () => runStep(step), heads, rounds === 0 ? "first" : "again");
    frame.session.silent--;
    round.drop();
    if (round.heads.length === 0) return heads;
    heads = replaced(heads, round.heads);
  }
  return heads;
}

function runStep(step: () => void): End {
  step();
  return "next";
}

const forgotten = ([map, name, value]: Head): Head => [map, name, isInt(value) ? value : changes(name)];

const changes = (name: string): Value => unknown(`${name} changes in the loop`);

function replaced(heads: readonly Head[], by: readonly Head[]): Head[] {
  return [...without(heads, by), ...by];
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
  /** Does it leave something else in a cell than it found there, and than was there before the loop? */
  isChanged(head: Head): boolean;
  /** It stands for every round. */
  keep(): void;
  drop(): void;
}

/** Runs the body from these heads. The first time a name that has no head yet is met as it was before the loop. */
function tryRound(
  frame: Frame,
  body: () => End,
  from: readonly Head[],
  time: "first" | "again",
  rebound: readonly Head[] = [],
): Round {
  const { session, flow } = frame;
  const returns = flow.returns.length;
  const begin = timeIn(session.journal);
  const known = [...from, ...rebound];
  const { result } = attempt(session.journal, () => {
    writeHeads(frame, [...from, ...rebound.map(forgottenCell)]);
    const { run, exits } = onePass(frame, body);
    const all = [...run.changes, ...exits.flatMap(({ changes }) => changes)];
    const cells = cellsOf([all]).filter(({ map }) => !isMadeSince(map, begin));
    const heads = cells.flatMap((one) => headOf(frame, one, all, time === "again" || isOneOf(known, one)));
    const mayBreak = run.result === "break" || exits.some(({ end }) => end === "break");
    const others = cells.filter((one) => !isOneOf(rebound, one));
    const left = [...rebound.map((one) => leftOf(frame, one, all)), ...others.flatMap(stillUnknown)];
    return { run, all, heads, left, mayBreak, made: cells.filter(({ map, name }) => !map.has(name)) };
  });
  const { run, all, heads, left, made, mayBreak } = result;
  return {
    heads,
    made,
    mayBreak,
    isChanged: (head) => isChangedBy(frame, head, all),
    returns: flow.returns.length > returns,
    keep: () => {
      run.keep();
      writeHeads(frame, [...from, ...left]);
    },
    drop: () => {
      flow.returns.length = returns;
      run.drop();
    },
  };
}

/** What nobody knows before a round is no better known after the loop, which may have none. */
function stillUnknown({ map, name }: Cell): readonly Head[] {
  const before = map.get(name);
  return before?.kind === "unknown" ? [[map, name, before]] : [];
}

interface Cell {
  readonly map: Map<string, Value>;
  readonly name: string;
}

const isOneOf = (heads: readonly Head[], { map, name }: Cell): boolean =>
  heads.some((one) => one[0] === map && one[1] === name);

/** A number that is written as it was, whatever is decided, is still that; an object that is written is another. */
function isChangedBy({ session }: Frame, [map, name, value]: Head, all: readonly Change[]): boolean {
  const before = map.get(name);
  const same = [...(before === undefined ? [] : casesOf(before)), ...(isNumber(value) ? casesOf(value) : [])];
  const isNew = (after: Value): boolean => same.every((one) => !sameValue(session.identities, after, one.value));
  return leftIn({ map, name }, all).some((after) => casesOf(after).some((one) => isNew(one.value)));
}

function onePass(frame: Frame, body: () => End): { readonly run: Tentative<End>; readonly exits: readonly Exit[] } {
  const { path, exits } = frame.flow;
  const length = path.length;
  exits.push({ depth: frame.session.journal.logs.length, left: [] });
  const run = tentative(frame, body);
  path.length = length;
  return { run, exits: exits.pop()!.left };
}

const forgottenCell = ([map, name]: Head): Head => [map, name, changes(name)];

/** What is set in each round is after the loop what a round leaves, or what it was: there may be none. */
function leftOf(frame: Frame, [map, name, before]: Head, all: readonly Change[]): Head {
  const values = leftIn({ map, name }, all);
  return values.length === 0
    ? [map, name, before]
    : [map, name, headValue(frame, before, values, name, readAfter(all))];
}

const leftIn = ({ map, name }: Cell, all: readonly Change[]): readonly Value[] =>
  all.filter((one) => one.map === map && one.name === name).flatMap((one) => one.after ?? []);

function readAfter(all: readonly Change[]): ReadField {
  const after = valuesAfter(all);
  return (fields, field) => fields.get(field) ?? after(fields, field);
}

function writeHeads({ session }: Frame, heads: readonly Head[]): void {
  for (const [map, name, value] of heads) write(session.journal, map, name, value);
}

function headOf(frame: Frame, { map, name }: Cell, all: readonly Change[], hasHead: boolean): readonly Head[] {
  const before = map.get(name);
  const values = leftIn({ map, name }, all);
  if (before === undefined)
    return frame.dialect.semantics.typed && !hasHead ? [[map, name, firstSet(frame, values, name)]] : [];
  if (before.kind === "unknown") return [];
  const read = readAfter(all);
  if (values.every((one) => sameValue(frame.session.identities, before, one))) return [];
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
