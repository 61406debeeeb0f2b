// Branches that no instance takes, because a flag has its default: `if self.use_tma_store:` after `use_tma_store=False`.
//
// What would have to be otherwise is written down as an assumption; the program is then evaluated once more under it, and what
// that says about places that have no fact yet is shown, as resting on the assumption. Only flags and enumerations are turned.
import { pythonTruth } from "../algebra/int/int.ts";
import type { Value } from "../algebra/value.ts";
import type { Block, Expr, Stmt } from "../program/ir.ts";
import { isDerivedIn } from "./derived.ts";
import { evaluate } from "./expression.ts";
import { genericParameter } from "./parameter.ts";
import type { End, Frame, Session } from "./session.ts";
import { silently } from "./silent.ts";
import { insideConstExpr, nameOf } from "./test-text.ts";
import { truthOf } from "./truth.ts";

/** Every variable and attribute of this name that holds a value of this kind is read as `value`. */
export interface Assumption {
  readonly name: string;
  readonly value: Value;
  /** `use_tma_store = True`. */
  readonly text: string;
}

/** One side of an `if` in the target file. */
export interface Side {
  taken: boolean;
  readonly assumption?: Assumption;
  /** How many names it binds. */
  readonly weight: number;
}

/** An `if` whose test is known: one side is taken, the other may be worth a look. */
export function noteSides(frame: Frame, stmt: Stmt & { kind: "if" }, holds: boolean): void {
  const { session } = frame;
  if (session.sides === undefined || !frame.dialect.semantics.traced || !frame.instance.recording || session.silent > 0)
    return;
  const [taken, other] = holds ? [stmt.then, stmt.else] : [stmt.else, stmt.then];
  note(session, frame.item, taken, { taken: true, weight: 0 });
  const weight = weightOf(other);
  if (weight === 0 || endsBadly(other) || session.sides.has(keyOf(frame.item, other))) return;
  const assumption = flip(frame, stmt.test, !holds);
  if (assumption !== undefined) note(session, frame.item, other, { taken: false, assumption, weight });
}

/** A branch that returns leaves the rest of the block to those that do not take it. */
export function noteRest(frame: Frame, stmt: Stmt & { kind: "if" }, rest: Block, end: End): void {
  const { session } = frame;
  if (session.sides === undefined || !frame.dialect.semantics.traced || !frame.instance.recording || session.silent > 0)
    return;
  if (end === "next") {
    const side = session.sides.get(keyOf(frame.item, rest));
    if (side !== undefined) side.taken = true;
  } else if (end === "return" && stmt.else.length === 0 && weightOf(rest) > 0) {
    const assumption = flip(frame, stmt.test, false);
    if (assumption !== undefined) note(session, frame.item, rest, { taken: false, assumption, weight: weightOf(rest) });
  }
}

/** The value that a name is read with: its own, unless something else is assumed. */
export function assumed(session: Session, name: string, value: Value): Value {
  const found = session.assume.find((one) => one.name === name);
  if (found === undefined) return value;
  // `x is not None` for a parameter that nobody gives.
  if (value.kind === "underscore") return isFlag(found.value) || found.value.kind === "text" ? value : found.value;
  const isAlike = value.kind === "num" ? found.value.kind === "num" && isFlag(value) : value.kind === found.value.kind;
  return isAlike ? found.value : value;
}

const keyOf = (item: string, block: Block): string => `${item}|${block[0]?.span.start ?? ""}`;

function note(session: Session, item: string, block: Block, side: Side): void {
  const key = keyOf(item, block);
  const known = session.sides?.get(key);
  if (block.length === 0) return;
  if (known === undefined) session.sides?.set(key, side);
  else if (side.taken) known.taken = true;
}

/** What would make the test come out as `wanted`. */
function flip(frame: Frame, test: Expr, wanted: boolean): Assumption | undefined {
  const expr = insideConstExpr(test) ?? test;
  if (expr.kind === "unary" && (expr.op === "!" || expr.op === "not")) return flip(frame, expr.value, !wanted);
  if (expr.kind === "binary" && (expr.op === "&&" || expr.op === "||")) return flipOne(frame, expr, wanted);
  if (expr.kind === "binary" && (expr.op === "==" || expr.op === "!=")) return flipEquality(frame, expr, wanted);
  if (expr.kind === "binary" && (expr.op === "is" || expr.op === "is not")) return flipNone(frame, expr, wanted);
  const name = nameOf(expr);
  if (name === undefined || isDerived(frame.session, name)) return undefined;
  const value = silently(frame, () => evaluate(frame, expr));
  if (!isFlag(value) || (value.value === 1) === wanted) return undefined;
  return { name, value: pythonTruth(wanted), text: `${name} = ${wanted ? "True" : "False"}` };
}

/** A conjunction fails by any part and holds when its only false part does. */
function flipOne(frame: Frame, expr: Expr & { kind: "binary" }, wanted: boolean): Assumption | undefined {
  const parts = [expr.left, expr.right];
  const isAnd = expr.op === "&&";
  if (isAnd !== wanted) return parts.map((part) => flip(frame, part, wanted)).find((one) => one !== undefined);
  const against = parts.filter(
    (part) =>
      truthOf(
        frame,
        silently(frame, () => evaluate(frame, part)),
      ) === (wanted ? "no" : "yes"),
  );
  return against.length === 1 ? flip(frame, against[0]!, wanted) : undefined;
}

/** `self.c_layout == LayoutEnum.ROW_MAJOR`; of two members "not this one" means the other. */
function flipEquality(frame: Frame, expr: Expr & { kind: "binary" }, wanted: boolean): Assumption | undefined {
  const name = nameOf(expr.left);
  const [now, constant] = [
    silently(frame, () => evaluate(frame, expr.left)),
    silently(frame, () => evaluate(frame, expr.right)),
  ];
  if (name === undefined || now.kind !== "text" || constant.kind !== "text") return undefined;
  if (isDerived(frame.session, name)) return undefined;
  const other = (expr.op === "==") === wanted ? constant.value : otherMember(constant.value);
  if (other === undefined || other === now.value) return undefined;
  return { name, value: { kind: "text", value: other }, text: `${name} = ${other}` };
}

/** `x is not None` where nobody gives the parameter x: what its annotation says. */
function flipNone(frame: Frame, expr: Expr & { kind: "binary" }, wanted: boolean): Assumption | undefined {
  const isGiven = (expr.op === "is not") === wanted;
  if (!isGiven || expr.left.kind !== "name" || expr.right.kind !== "none") return undefined;
  const name = nameOf(expr.left);
  const fn = frame.functionScope.names.get("<function>");
  const param = fn?.kind === "function" ? fn.code.params.find((one) => one.name === name) : undefined;
  if (
    name === undefined ||
    param?.type === undefined ||
    silently(frame, () => evaluate(frame, expr.left)).kind !== "underscore"
  )
    return undefined;
  const { assumes } = frame.instance;
  const count = assumes.length;
  const value = genericParameter(frame, param);
  assumes.length = count;
  return value.kind === "unknown" || value.kind === "underscore" ? undefined : { name, value, text: `${name} given` };
}

const pairs: readonly (readonly [string, string])[] = [
  ["LayoutEnum.ROW_MAJOR", "LayoutEnum.COL_MAJOR"],
  ["OperandMajorMode.K", "OperandMajorMode.MN"],
];

const otherMember = (member: string): string | undefined =>
  pairs.flatMap(([a, b]) => (a === member ? [b] : b === member ? [a] : []))[0];

/** Computed somewhere in the program: turning it would contradict what it comes from. */
function isDerived(session: Session, name: string): boolean {
  const known = session.derived.get(name);
  if (known !== undefined) return known;
  const { dialect, library, units } = session.program;
  const isComputed = [...units.values()].some(
    (linked) =>
      dialect(linked.unit.language).semantics.traced &&
      library?.moduleOf(linked.unit.file) === undefined &&
      isDerivedIn(linked, name),
  );
  session.derived.set(name, isComputed);
  return isComputed;
}

const isFlag = (value: Value): value is Value & { kind: "num" } =>
  value.kind === "num" && (value.value === 0 || value.value === 1);

/** A side that refuses is there to be never taken. */
const endsBadly = (block: Block): boolean => block.some((stmt) => stmt.kind === "raise");

/** Names bound in a block, at any depth. */
function weightOf(block: Block): number {
  let weight = 0;
  for (const stmt of block) {
    if (stmt.kind === "let") weight++;
    else if (stmt.kind === "expr") weight += stmt.value.kind === "assign" ? 1 : 0;
    else if (stmt.kind === "if") weight += weightOf(stmt.then) + weightOf(stmt.else);
    else if (stmt.kind === "for" || stmt.kind === "while") weight += weightOf(stmt.body);
    else if (stmt.kind === "return") weight += stmt.value?.kind === "call" ? 1 : 0;
  }
  return weight;
}
