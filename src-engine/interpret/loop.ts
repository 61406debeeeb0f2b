// Loops: unrolled where the rounds are few and known to the compiler, else evaluated once for every round.
//
// "Once for every round" means: what the loop changes has a value that holds at the head of each round (`loop-head.ts`).
import type { Value } from "../algebra/value.ts";
import type { Expr, Stmt } from "../program/ir.ts";
import { loopNames } from "../program/loop-names.ts";
import { insideTraced } from "./entry.ts";
import { evaluate } from "./expression.ts";
import { type Change, cellsOf, observe, write } from "./journal.ts";
import { beginOf, type Look } from "./loop-begin.ts";
import { everyRound } from "./loop-head.ts";
import { assignTo, bindPattern } from "./pattern.ts";
import { recordVariable } from "./record.ts";
import { localScope } from "./scope.ts";
import { elementOf, itemsOf } from "./sequence.ts";
import { type End, type Frame, inner } from "./session.ts";
import { silently } from "./silent.ts";
import { execute, executeBlock } from "./statement.ts";
import { tentative } from "./tentative.ts";
import { along, test, whereTaken } from "./truth.ts";
import { widen } from "./widen.ts";

const mostRounds = 64;
/** Of loops whose body is short: rounds, and rounds times statements. */
const mostShortRounds = 256;
const mostStatements = 1024;
const mostConstexprRounds = 2000;
/** Of a range in code that is not traced, where Python itself takes the rounds. */
const mostHostRounds = 16;

export function loopFor(frame: Frame, stmt: Stmt & { kind: "for" }): End {
  const over = evaluate(frame, stmt.iter);
  const own = inBlock(frame);
  const items = roundsOf(frame, over, stmt);
  const otherwise = (): End => (stmt.else.length > 0 ? executeBlock(frame, stmt.else) : "next");
  if (items !== undefined) return unrolled(own, items.length, (i) => oneRound(own, stmt, items[i]!), otherwise);
  const { blockScopes } = frame.dialect.semantics;
  const names = loopNames(stmt.body, undefined, blockScopes ? undefined : stmt.target);
  const { mayBreak } = everyRound(
    own,
    () => beginOf(own, names, stmt, lookIn(own)),
    undefined,
    () => {
      const round = inBlock(own);
      bindPattern(round, stmt.target, elementOf(round, stmt.target, over), blockScopes ? "declares" : "assigns");
      return executeBlock(round, stmt.body);
    },
  );
  return elseOf(frame, mayBreak, otherwise);
}

const lookIn = (frame: Frame): Look => ({
  value: (expr) => silently(frame, () => evaluate(frame, expr)),
  truth: (expr) => silently(frame, () => test(frame, expr)).truth,
  run: (body) => void silently(frame, () => executeBlock(inBlock(frame), body)),
});

/** In C++ a block has names of its own. */
const inBlock = (frame: Frame): Frame =>
  frame.dialect.semantics.blockScopes ? inner(frame, localScope(frame.session, frame.scope)) : frame;

/** The else of a loop whose rounds are taken as one: nothing that it does is certain where one of them may break off. */
function elseOf(frame: Frame, mayBreak: boolean, otherwise: () => End): End {
  if (!mayBreak) return otherwise();
  const known = frame.flow.path.length;
  settle(frame, observe(frame.session.journal, otherwise).changes);
  frame.flow.path.length = Math.min(known, frame.flow.path.length);
  return "next";
}

function oneRound(frame: Frame, stmt: Stmt & { kind: "for" }, item: Value): End {
  bindPattern(frame, stmt.target, item, frame.dialect.semantics.blockScopes ? "declares" : "assigns");
  return executeBlock(frame, stmt.body);
}

/** The rounds of a loop that the compiler unrolls, or that Python takes before anything is traced. */
function roundsOf(frame: Frame, over: Value, { body }: Stmt & { kind: "for" }): readonly Value[] | undefined {
  if (over.kind === "range" && !over.static) {
    const rounds = insideTraced(frame.instance) ? undefined : itemsOf({ ...over, static: true });
    return rounds !== undefined && rounds.length <= mostHostRounds ? rounds : undefined;
  }
  const items = itemsOf(over);
  if (items === undefined || items.length <= mostRounds) return items;
  const isShort = items.length <= mostShortRounds && items.length * body.length <= mostStatements;
  return isShort && body.every(isPlain) ? items : undefined;
}

/** A statement without statements inside. */
const isPlain = ({ kind }: Stmt): boolean => kind === "expr" || kind === "let" || kind === "assert";

/**
 * Round by round. What a round changes that may be left by continue is what it is then or what it was; so is what happens from a
 * round on that may break off.
 */
function unrolled(frame: Frame, rounds: number, run: (round: number) => End, otherwise: () => End): End {
  const known = frame.flow.path.length;
  const doubtful: Change[] = [];
  let mayBreak = false;
  let end: End = "next";
  for (let i = 0; i < rounds && end !== "break"; i++) {
    const round = oneUnrolled(frame, i, run);
    end = round.end;
    mayBreak ||= round.exits.some((one) => one.end === "break");
    if (mayBreak) doubtful.push(...round.changes);
    if (end === "return" || end === "raise") break;
  }
  if (end === "next" || end === "continue") {
    const last = observe(frame.session.journal, otherwise);
    if (mayBreak) doubtful.push(...last.changes);
    else end = last.result;
  }
  if (mayBreak) frame.flow.path.length = Math.min(known, frame.flow.path.length);
  settle(frame, doubtful);
  return end === "break" || mayBreak ? "next" : end;
}

function oneUnrolled(frame: Frame, i: number, run: (round: number) => End) {
  const { flow, session } = frame;
  const known = flow.path.length;
  flow.exits.push({ depth: session.journal.logs.length, left: [] });
  flow.rounds.push(i);
  const { result: end, changes: done } = observe(session.journal, () => run(i));
  flow.rounds.pop();
  const exits = flow.exits.pop()!.left;
  const changes = exits.length > 0 ? [...done, ...exits.flatMap((one) => one.changes)] : done;
  if (exits.some((one) => one.end === "continue")) {
    flow.path.length = Math.min(known, flow.path.length);
    settle(frame, changes);
  }
  return { end, changes, exits };
}

/** What may or may not have happened: each name is what it is now or what it was. */
function settle(frame: Frame, doubtful: readonly Change[]): void {
  const changes = new Map<Change["map"], Map<string, Change[]>>();
  for (const one of doubtful) {
    const ofMap = changes.get(one.map) ?? new Map<string, Change[]>();
    changes.set(one.map, ofMap);
    ofMap.set(one.name, [...(ofMap.get(one.name) ?? []), one]);
  }
  for (const { map, name } of cellsOf([doubtful])) {
    const now = map.get(name);
    if (now === undefined) continue;
    const own = changes.get(map)?.get(name) ?? [];
    const others = own.flatMap((one) => [one.before ?? now, one.after ?? now]);
    const wide = others.reduce<Value>((value, other) => widen(frame, value, other, name), now);
    write(frame.session.journal, map, name, wide);
  }
}

// ---- loops with a test ----------------------------------------------------------------------------------------------

type TestLoop = Stmt & ({ kind: "c-for" } | { kind: "while" });

export function loopTest(frame: Frame, stmt: TestLoop): End {
  const own = inBlock(frame);
  if (stmt.kind === "c-for") {
    for (const one of stmt.init) if (one.kind === "let") recordParts(own, one.init);
    silently(own, () => execute(own, stmt.init));
  }
  const rounds = isWalked(frame, stmt) ? roundByRound(own, stmt) : undefined;
  if (rounds !== undefined) return rounds;
  if (stmt.test !== undefined && knownFalse(own, stmt)) return "next";
  const { step } = stmt.kind === "c-for" ? stmt : {};
  const { mayBreak } = everyRound(
    own,
    () => beginOf(own, loopNames(stmt.body, stmt.test), { body: stmt.body, step }, lookIn(own)),
    step && (() => takeStep(own, step)),
    () => {
      recordCounters(own, stmt);
      return bodyOf(own, stmt);
    },
  );
  if (stmt.kind !== "while" || stmt.else.length === 0) return "next";
  return elseOf(frame, mayBreak, () => executeBlock(frame, stmt.else));
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

/** `threadIdx.x`, `blockDim.x` of a loop's head: what is read there has facts, what is set there is no fact of its place. */
function recordParts(frame: Frame, expr: Expr | undefined): void {
  if (expr !== undefined && isRead(expr)) evaluate(frame, expr);
}

const isRead = (expr: Expr): boolean =>
  expr.kind === "binary"
    ? isRead(expr.left) && isRead(expr.right)
    : expr.kind === "member"
      ? expr.object.kind === "name"
      : expr.kind === "name" || expr.kind === "int";

const knownFalse = (frame: Frame, stmt: TestLoop): boolean =>
  stmt.test !== undefined && !(stmt.kind === "while" && stmt.atLeastOnce) && test(frame, stmt.test).truth === "no";

function bodyOf(frame: Frame, stmt: TestLoop): End {
  const known = stmt.test === undefined ? [] : whereTaken(frame, test(frame, stmt.test).whenTrue);
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
  else {
    if (step.kind === "assign") recordParts(frame, step.value);
    silently(frame, () => evaluate(frame, step));
  }
}

/** Is it the compiler that takes the rounds, or Python before anything is traced? */
function isWalked(frame: Frame, stmt: TestLoop): boolean {
  if (frame.flow.constexpr || (stmt.kind === "while" && stmt.constexpr === true)) return true;
  return frame.dialect.semantics.traced && !insideTraced(frame.instance);
}

/** The loop round by round, where each of them is decided; else nothing of it has happened. */
function roundByRound(frame: Frame, stmt: TestLoop): End | undefined {
  if (stmt.test === undefined) return undefined;
  const { flow } = frame;
  const returns = flow.returns.length;
  const known = flow.path.length;
  const walk = tentative(frame, () => walked(frame, stmt));
  if (walk.result !== undefined) {
    walk.keep();
    return walk.result;
  }
  walk.drop();
  flow.returns.length = returns;
  flow.path.length = known;
  return undefined;
}

function walked(frame: Frame, stmt: TestLoop): End | undefined {
  const most = frame.flow.constexpr ? mostConstexprRounds : mostRounds;
  const step = stmt.kind === "c-for" ? stmt.step : undefined;
  const skipsTest = stmt.kind === "while" && stmt.atLeastOnce;
  for (let i = 0; i < most; i++) {
    const truth = stmt.test === undefined ? "unknown" : i === 0 && skipsTest ? "yes" : test(frame, stmt.test).truth;
    if (truth === "unknown") return undefined;
    if (truth === "no") return stmt.kind === "while" ? executeBlock(frame, stmt.else) : "next";
    const { end, exits } = oneUnrolled(frame, i, () => executeBlock(frame, stmt.body));
    if (exits.length > 0) return undefined;
    if (end === "break") return "next";
    if (end === "return" || end === "raise") return end;
    if (step !== undefined) evaluate(frame, step);
  }
  return undefined;
}
