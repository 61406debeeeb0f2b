// What is known of a loop's names before a round of it is run.
//
// A round that begins with the values of before the loop is only good for finding out what it changes. What the code says it
// changes need not be found out that way: integers that it counts or sets are symbols from the first round on, what sets an object
// that decides the next round is run by itself, and what each round sets before it reads it has no value there. Where a round does
// not bear this out, the loop begins again without it (`loop-head.ts`).
import type { Answer } from "../algebra/context.ts";
import { isInt } from "../algebra/int/int.ts";
import type { Value } from "../algebra/value.ts";
import type { Block, Expr, Stmt } from "../program/ir.ts";
import { type Handed, type LoopNames, loopNames, type NameChange, namesIn } from "../program/loop-names.ts";
import { eachNode } from "../program/nodes.ts";
import type { Begin, Expected, Head } from "./loop-head.ts";
import { find } from "./scope.ts";
import type { Frame } from "./session.ts";

/** The evaluator, which leaves no facts here. */
export interface Look {
  value(expr: Expr): Value;
  truth(expr: Expr): Answer;
  /** In a block of its own. */
  run(body: Block): void;
}

/** The code of a loop that its rounds run: its body, and the step of a `for`. */
interface Rounds {
  readonly body: Block;
  readonly step?: Expr | undefined;
}

export function beginOf(frame: Frame, names: LoopNames, rounds: Rounds, look: Look): Begin {
  const rebound = [...names.setFirst].flatMap((name) => {
    const cell = localCell(frame, name);
    return cell === undefined ? [] : [cell];
  });
  /** Does the compiler come to it? */
  const isTaken = ({ sides }: Pick<NameChange, "sides">): boolean =>
    sides.every(({ test, taken }) => look.truth(test) === (taken ? "yes" : "no"));
  const changes = names.changes.filter((one) => !names.setFirst.has(one.name) && isTaken(one));
  const expected = new Map<string, Expected>();
  for (const { name, how } of changes) expect(frame, expected, name, how);
  if (frame.dialect.semantics.typed)
    for (const one of names.handed) if (isTaken(one)) expectHanded(frame, expected, one, look);
  const deciding = decidingStatements(frame, changes, rounds, look);
  return {
    rebound,
    expected: [...expected.values()],
    ...(deciding.length === 0 ? {} : { deciding: () => look.run(deciding) }),
  };
}

/** A name of the functions around the loop that is set by now. */
function localCell(frame: Frame, name: string): Head | undefined {
  const found = find(frame.scope, name);
  return found === undefined || found.scope.find !== undefined
    ? undefined
    : [found.scope.names, found.name, found.value];
}

function expect(frame: Frame, expected: Map<string, Expected>, name: string, how: NameChange["how"]): void {
  const cell = expected.has(name) ? undefined : localCell(frame, name);
  if (cell !== undefined) expected.set(name, { cell, how });
}

/** A variable that a function takes by reference and changes. */
function expectHanded(frame: Frame, expected: Map<string, Expected>, { call, names }: Handed, look: Look): void {
  const open = names.filter((name) => name !== undefined && !expected.has(name) && mayBeNumber(frame, name));
  if (open.length === 0) return;
  const fn = look.value(call.callee);
  const ways = fn.kind === "function" ? [fn, ...(fn.overloads ?? [])] : [];
  names.forEach((name, i) => {
    if (name === undefined || !open.includes(name)) return;
    if (fn.kind === "unknown") expect(frame, expected, name, "by");
    for (const { code } of ways) {
      const param = code.params[i];
      const how = param?.passing === "mutable" ? howHanded(code.body, param.name) : undefined;
      if (how !== undefined) expect(frame, expected, name, how);
    }
  });
}

/** A function whose body nobody sees may write what it is handed. */
const howHanded = (body: Block | undefined, name: string): NameChange["how"] | undefined =>
  body === undefined ? "by" : loopNames(body).changes.find((one) => one.name === name)?.how;

function mayBeNumber(frame: Frame, name: string): boolean {
  const value = localCell(frame, name)?.[2];
  return value !== undefined && (isInt(value) || value.kind === "alternatives");
}

/** The statements of a body that set its objects, with those that change what these read: `tile = scheduler.next()`. */
function decidingStatements(frame: Frame, changes: readonly NameChange[], { body, step }: Rounds, look: Look): Block {
  const straight = withSides(body);
  const setting = changes.flatMap(({ name, within }) =>
    within !== undefined &&
    straight.includes(within) &&
    setsOneOf(within, new Set([name])) &&
    isObject(frame, name) &&
    isLight(within, mostNodes, look)
      ? [within]
      : [],
  );
  const deciding = new Set([...setting, ...straight.filter((stmt) => isStep(frame, stmt, look))]);
  const receivers = new Set([...deciding, ...(step === undefined ? [] : [step])].flatMap(receiversIn));
  if (receivers.size === 0 && deciding.size === 0) return [];
  const all = straight.flatMap((stmt) => [stmt, ...inLambda(stmt).filter((one) => isCallOf(frame, one, undefined))]);
  const read = new Set([...deciding].flatMap(namesIn));
  for (let size = -1; size !== deciding.size; ) {
    size = deciding.size;
    for (const stmt of all) {
      if (deciding.has(stmt) || !(setsOneOf(stmt, read) || isCallOf(frame, stmt, receivers))) continue;
      if (!isLight(stmt, mostNodes, look)) continue;
      deciding.add(stmt);
      for (const name of namesIn(stmt)) read.add(name);
    }
  }
  return onlyThese(body, deciding);
}

/** Statements that a round comes to at most once: those of a block, and in place of a branch those of its sides. */
const withSides = (block: Block): Block =>
  block.flatMap((stmt) => (stmt.kind === "if" ? [...withSides(stmt.then), ...withSides(stmt.else)] : [stmt]));

/** A body with nothing but these statements, each on its side of the branches around it. */
function onlyThese(block: Block, chosen: ReadonlySet<Stmt>): Block {
  return block.flatMap((stmt): Block => {
    if (stmt.kind !== "if") return [stmt, ...inLambda(stmt)].filter((one) => chosen.has(one));
    const [then, other] = [onlyThese(stmt.then, chosen), onlyThese(stmt.else, chosen)];
    return then.length === 0 && other.length === 0 ? [] : [{ ...stmt, then, else: other }];
  });
}

/** What a lambda of the round does: somebody is handed it to call it. */
const inLambda = (stmt: Stmt): Block =>
  stmt.kind === "let" && stmt.init?.kind === "lambda" ? (stmt.init.function.body ?? []) : [];

function isObject(frame: Frame, name: string): boolean {
  const kind = localCell(frame, name)?.[2].kind;
  return kind === "object" || kind === "tuple" || kind === "builtin";
}

/** Nodes of the code of what is run by itself. */
const mostNodes = 500;
/** The same of a method that is run whatever it does: `state.advance()`. */
const mostNodesOfStep = 60;

const isStep = (frame: Frame, stmt: Stmt, look: Look): boolean =>
  isCallOf(frame, stmt, undefined) && isLight(stmt, mostNodesOfStep, look);

/** A short statement that calls short functions. */
function isLight(stmt: Stmt, most: number, look: Look): boolean {
  const callees: Expr[] = [];
  let nodes = 0;
  eachNode(stmt, (node) => {
    nodes++;
    const { kind, callee } = node as Partial<Expr & { kind: "call" }>;
    if (kind === "call" && callee !== undefined) callees.push(callee);
  });
  return nodes <= most && callees.every((one) => sizeOf(look.value(one)) <= most);
}

function sizeOf(fn: Value): number {
  let nodes = 0;
  if (fn.kind === "function") eachNode(fn.code.body ?? [], () => nodes++);
  return nodes;
}

function setsOneOf(stmt: Stmt, names: ReadonlySet<string>): boolean {
  const target =
    stmt.kind === "let"
      ? stmt.target
      : stmt.kind === "expr" && stmt.value.kind === "assign"
        ? stmt.value.target
        : undefined;
  return target?.kind === "bind" && names.has(target.name);
}

/** A statement that calls a method of an object for what it does: of one of these, or of any. */
function isCallOf(frame: Frame, stmt: Stmt, names: ReadonlySet<string> | undefined): boolean {
  const receiver = stmt.kind === "expr" ? receiverOf(stmt.value) : undefined;
  return receiver !== undefined && isObject(frame, receiver) && names?.has(receiver) !== false;
}

/** `scheduler` of `scheduler.next()` and of `scheduler.template next<true>()`. */
function receiverOf(value: object): string | undefined {
  const { kind, callee } = value as Partial<Expr & { kind: "call" }>;
  const member = callee?.kind === "template" ? callee.callee : callee;
  if (kind !== "call" || member?.kind !== "member" || member.object.kind !== "name") return undefined;
  return member.object.path.length === 1 ? member.object.path[0] : undefined;
}

function receiversIn(code: Stmt | Expr): readonly string[] {
  const names: string[] = [];
  eachNode(code, (node) => {
    const name = receiverOf(node);
    if (name !== undefined) names.push(name);
  });
  return names;
}
