// Loops: unrolled where the rounds are few and known to the compiler, else evaluated once for every round.
//
// "Once for every round" means: a silent first look finds what the loop changes; those names get a value that holds at the head of
// each round (an integer becomes a symbol); then the body runs with facts. After the loop they have that value still.
import { difference } from "../algebra/int/ask.ts";
import { isInt } from "../algebra/int/int.ts";
import { unknown, type Value } from "../algebra/value.ts";
import type { Expr, Stmt } from "../program/ir.ts";
import type { RangeValue } from "../program/values.ts";
import { insideTraced, ofRun } from "./entry.ts";
import { evaluate } from "./expression.ts";
import { lift, type ReadField, widen } from "./join.ts";
import { attempt, type Change, cellsOf, observe, valuesAfter, write } from "./journal.ts";
import { sameValue } from "./key.ts";
import { causeOf } from "./operator.ts";
import { assignTo, bindPattern } from "./pattern.ts";
import { recordVariable } from "./record.ts";
import { newScope } from "./scope.ts";
import { itemsOf } from "./sequence.ts";
import { type End, type Frame, inner } from "./session.ts";
import { execute, executeBlock } from "./statement.ts";
import { mint, symbolOf } from "./symbol.ts";
import { along, test } from "./truth.ts";

const mostRounds = 64;
/** Of loops whose body is short: rounds, and rounds times statements. */
const mostShortRounds = 256;
const mostStatements = 1024;
const mostConstexprRounds = 2000;

export function loopFor(frame: Frame, stmt: Stmt & { kind: "for" }): End {
  const over = evaluate(frame, stmt.iter);
  const own = frame.dialect.semantics.blockScopes ? inner(frame, newScope(frame.scope)) : frame;
  const items = roundsOf(over, stmt);
  if (items !== undefined) return unrolled(own, items.length, (i) => oneRound(own, stmt, items[i]!));
  const declares = frame.dialect.semantics.blockScopes ? "declares" : "assigns";
  everyRound(own, () => {
    bindPattern(own, stmt.target, elementOf(own, stmt, over), declares);
    return executeBlock(own, stmt.body);
  });
  return stmt.else.length > 0 ? executeBlock(frame, stmt.else) : "next";
}

function oneRound(frame: Frame, stmt: Stmt & { kind: "for" }, item: Value): End {
  bindPattern(frame, stmt.target, item, frame.dialect.semantics.blockScopes ? "declares" : "assigns");
  return executeBlock(frame, stmt.body);
}

/** The rounds of a loop that the compiler unrolls. */
function roundsOf(over: Value, { body }: Stmt & { kind: "for" }): readonly Value[] | undefined {
  if (over.kind === "range" && !over.static) return undefined;
  const items = itemsOf(over);
  if (items === undefined || items.length <= mostRounds) return items;
  const isShort = items.length <= mostShortRounds && items.length * body.length <= mostStatements;
  return isShort && body.every(isPlain) ? items : undefined;
}

/** A statement without statements inside. */
const isPlain = ({ kind }: Stmt): boolean => kind === "expr" || kind === "let" || kind === "assert";

/** Any item of what is iterated: an index of a range is a symbol, not below its start. */
function elementOf(frame: Frame, stmt: Stmt & { kind: "for" }, over: Value): Value {
  const ranges = rangesOf(over);
  if (ranges === undefined) return unknown("an item of something whose items are not known", causeOf(over));
  const name = stmt.target.kind === "bind" ? stmt.target.name : "i";
  const least = Math.min(...ranges.map(leastOf));
  return symbolOf(frame, name, stmt.target.span.start, { ...(least >= 0 ? { min: least } : {}), ofRun: ofRun(frame) });
}

/** The range, or those that it may be; undefined where it may be anything else. */
function rangesOf(over: Value): readonly RangeValue[] | undefined {
  if (over.kind === "range") return [over];
  if (over.kind !== "alternatives") return undefined;
  const ranges = over.options.flatMap((one) => (one.value.kind === "range" ? [one.value] : []));
  return ranges.length === over.options.length ? ranges : undefined;
}

/** The least index where that is a number of its own; -1 where it is not known to be one. */
const leastOf = ({ start, step }: RangeValue): number =>
  start.kind === "num" && step.kind === "num" && step.value > 0 ? start.value : -1;

function unrolled(frame: Frame, rounds: number, run: (round: number) => End): End {
  const { flow } = frame;
  const left: Change[] = [];
  for (let i = 0; i < rounds; i++) {
    flow.exits.push([]);
    flow.rounds.push(i);
    const end = run(i);
    flow.rounds.pop();
    left.push(...flow.exits.pop()!);
    if (end === "break") break;
    if (end === "return" || end === "raise") return end;
  }
  // A break under an unknown condition: the rounds after it may not have happened.
  for (const { map, name, after } of left) {
    const now = map.get(name);
    if (now !== undefined && after !== undefined)
      write(frame.session.journal, map, name, widen(frame, now, after, name));
  }
  return "next";
}

// ---- loops with a test ----------------------------------------------------------------------------------------------

type TestLoop = Stmt & ({ kind: "c-for" } | { kind: "while" });

export function loopTest(frame: Frame, stmt: TestLoop): End {
  const own = frame.dialect.semantics.blockScopes ? inner(frame, newScope(frame.scope)) : frame;
  if (stmt.kind === "c-for") silently(own, () => execute(own, stmt.init));
  const isConstexpr = frame.flow.constexpr && stmt.kind === "c-for";
  if (isConstexpr) {
    const rounds = roundByRound(own, stmt);
    if (rounds !== undefined) return rounds;
  }
  if (stmt.test !== undefined && knownFalse(own, stmt)) return "next";
  everyRound(own, () => {
    recordCounters(own, stmt);
    return bodyOf(own, stmt);
  });
  return stmt.kind === "while" && stmt.else.length > 0 ? executeBlock(frame, stmt.else) : "next";
}

/** The loop's own variables have their value at the head of each round as a fact, not the first one. */
function recordCounters(frame: Frame, stmt: TestLoop): void {
  for (const one of stmt.kind === "c-for" ? stmt.init : []) {
    if (one.kind !== "let" || one.target.kind !== "bind") continue;
    const { name, span } = one.target;
    const value = frame.scope.names.get(name);
    if (value !== undefined) recordVariable(frame, { name, span, value, role: "variable", source: one.init?.span });
  }
}

function silently<T>(frame: Frame, run: () => T): T {
  frame.session.silent++;
  try {
    return run();
  } finally {
    frame.session.silent--;
  }
}

const knownFalse = (frame: Frame, stmt: TestLoop): boolean =>
  stmt.test !== undefined && !(stmt.kind === "while" && stmt.atLeastOnce) && test(frame, stmt.test).truth === "no";

function bodyOf(frame: Frame, stmt: TestLoop): End {
  const known = stmt.test === undefined ? [] : test(frame, stmt.test).whenTrue;
  return along(frame, known, () => {
    const end = executeBlock(frame, stmt.body);
    const { step } = stmt.kind === "c-for" ? stmt : {};
    if (step !== undefined && (end === "next" || end === "continue")) takeStep(frame, step);
    return end;
  });
}

/** What a step calls is the program's like any other call; what it assigns holds in the next round and is no fact of its place. */
function takeStep(frame: Frame, step: Expr): void {
  if (step.kind === "binary" && step.op === ",") {
    takeStep(frame, step.left);
    takeStep(frame, step.right);
  } else if (step.kind === "assign" && step.op === "") {
    const value = evaluate(frame, step.value);
    silently(frame, () => assignTo(frame, step.target, value, step.value));
  } else if (step.kind === "call") evaluate(frame, step);
  else silently(frame, () => evaluate(frame, step));
}

/** A loop that the compiler evaluates, as long as its test is known. */
function roundByRound(frame: Frame, stmt: Stmt & { kind: "c-for" }): End | undefined {
  for (let i = 0; i < mostConstexprRounds; i++) {
    const truth = stmt.test === undefined ? "unknown" : test(frame, stmt.test).truth;
    if (truth === "unknown") return i === 0 ? undefined : "next";
    if (truth === "no") return "next";
    const end = executeBlock(frame, stmt.body);
    if (end === "break") return "next";
    if (end === "return" || end === "raise") return end;
    if (stmt.step !== undefined) evaluate(frame, stmt.step);
  }
  return "next";
}

// ---- once for every round -------------------------------------------------------------------------------------------

function everyRound(frame: Frame, body: () => End): void {
  const { session, flow } = frame;
  const widened = new Map<Map<string, Value>, Map<string, Value>>();
  const { heads, made, returns } = headValues(frame, body);
  for (const [map, name, value] of heads) {
    write(session.journal, map, name, value);
    const names = widened.get(map) ?? new Map<string, Value>();
    widened.set(map, names.set(name, value));
  }
  if (isGlance(frame) && !returns) {
    for (const { map, name } of made) write(session.journal, map, name, unknown(`${name} is set in a loop`));
    return;
  }
  const length = flow.path.length;
  flow.exits.push([]);
  const { changes } = observe(session.journal, body);
  flow.exits.pop();
  flow.path.length = length;
  for (const { map, name } of changes) {
    const value = widened.get(map)?.get(name);
    if (value !== undefined) write(session.journal, map, name, value);
  }
}

/**
 * A silent look at host code asks what changes, no more: one round says it, where two for each loop inside a loop would be
 * sixteen for the inmost of four.
 */
const isGlance = (frame: Frame): boolean =>
  frame.session.silent > 0 && frame.dialect.semantics.traced && !insideTraced(frame.instance);

interface Round {
  /** What the names that the loop changes are at the head of each round. */
  readonly heads: readonly (readonly [Map<string, Value>, string, Value])[];
  /** Names that the loop is the first to set. */
  readonly made: readonly { readonly map: Map<string, Value>; readonly name: string }[];
  /** Does the function return in it? */
  readonly returns: boolean;
}

function headValues(frame: Frame, body: () => End): Round {
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
  const after = valuesAfter(all);
  const read: ReadField = (fields, field) => fields.get(field) ?? after(fields, field);
  const cells = cellsOf([all]);
  const heads = cells.flatMap(({ map, name }) => {
    const before = map.get(name);
    const values = all.filter((one) => one.map === map && one.name === name).flatMap((one) => one.after ?? []);
    if (before === undefined)
      return frame.dialect.semantics.typed ? [[map, name, firstSet(frame, values, name)] as const] : [];
    return [[map, name, headValue(frame, before, values, name, read)] as const];
  });
  return { heads, made: cells.filter(({ map, name }) => !map.has(name)), returns: hasReturned };
}

/** C++: a field that nobody had asked for before a round set it. It keeps its type, so that an integer is one in every round. */
const firstSet = (frame: Frame, values: readonly Value[], name: string): Value =>
  values.every((one) => isInt(one) && one.know === "dynamic")
    ? mint(frame.session, {
        id: `loop ${name}@${frame.instance.id}#${frame.instance.minted++}`,
        name,
        ofRun: ofRun(frame),
      })
    : unknown(`${name} changes in the loop`);

function headValue(frame: Frame, before: Value, values: readonly Value[], name: string, read: ReadField): Value {
  const [first] = values;
  const grows = values.every((one) => isInt(before) && isInt(one) && (difference(one, before) ?? -1) >= 0);
  if (grows && first !== undefined && before.kind === "num" && !sameValue(frame.session.identities, first, before)) {
    const id = `loop ${name}@${frame.instance.id}#${frame.instance.minted++}`;
    return mint(frame.session, { id, name, min: before.value, ofRun: ofRun(frame) });
  }
  return values.reduce(
    (value, one) => lift(frame, [value, one], name, ([a, b]) => widen(frame, a!, b!, name, read)),
    before,
  );
}
