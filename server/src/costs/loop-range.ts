// How many rounds a counting loop has: `for (int i = a; i < b; i += s)` up, `for (int i = a; i > b; --i)` down.
import {
  add,
  bitAnd,
  bitOr,
  bitXor,
  ceilDiv,
  div,
  dynamicInt,
  isInt,
  mod,
  mul,
  ONE,
  shiftLeft,
  shiftRight,
  sub,
  ZERO,
} from "../../../src-engine/algebra/int/int.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { Expr, Stmt } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";

export type LoopStmt = Extract<Stmt, { kind: "c-for" | "for" | "while" }>;
type CFor = Extract<Stmt, { kind: "c-for" }>;

/** What the loop counts with, or counts down. */
export function variableOf(loop: LoopStmt): string | undefined {
  if (loop.kind === "while") return undefined;
  if (loop.kind === "for") return loop.target.kind === "bind" ? loop.target.name : undefined;
  const [start] = loop.init;
  if (start?.kind === "let" && start.target.kind === "bind") return start.target.name;
  const { test } = loop;
  return test?.kind === "binary" && test.left.kind === "name" ? test.left.path.at(-1) : undefined;
}

/** Nothing in its body sets the variable: only the step does. */
export function isStepOnly({ body }: CFor, name: string): boolean {
  let isSet = false;
  visit(body, (node) => {
    const { target } = node as { readonly target?: { readonly kind: string; readonly name?: string } };
    if (node.kind === "assign" && target?.kind === "bind" && target.name === name) isSet = true;
  });
  return !isSet;
}

/** The integer that an expression was found to be, or that its parts make. */
export function integerOf(value: Expr | undefined, foundValue: (value: Expr) => Value | undefined): Int | undefined {
  if (value === undefined) return undefined;
  const found = foundValue(value);
  if (found !== undefined && isInt(found)) return found;
  if (value.kind === "int") return dynamicInt(value.value);
  if (value.kind === "cast") return integerOf(value.value, foundValue);
  if (value.kind !== "binary") return undefined;
  const [left, right] = [integerOf(value.left, foundValue), integerOf(value.right, foundValue)];
  const compute = arithmetic.get(value.op);
  if (left === undefined || right === undefined || (/^(?:\/|%)/.test(value.op) && !isPositive(right))) return undefined;
  return compute?.(left, right);
}

const isPositive = (a: Int): boolean => a.kind === "sym" || a.value > 0;

const arithmetic: ReadonlyMap<string, (a: Int, b: Int) => Int> = new Map([
  ["+", add],
  ["-", sub],
  ["*", mul],
  ["/", div],
  ["//", div],
  ["%", mod],
  ["&", bitAnd],
  ["|", bitOr],
  ["^", bitXor],
  ["<<", shiftLeft],
  [">>", shiftRight],
]);

/** Undefined where the loop does not count so, or one of its numbers is not known. */
export function stepsOf(
  loop: CFor,
  name: string,
  integer: (value: Expr | undefined) => Int | undefined,
): Int | undefined {
  const [start] = loop.init;
  if (start?.kind !== "let" || start.target.kind !== "bind" || start.target.name !== name) return undefined;
  const { test, step } = loop;
  if (test?.kind !== "binary" || test.left.kind !== "name" || test.left.path.join("::") !== name) return undefined;
  if (step?.kind !== "assign" || step.target.kind !== "bind" || step.target.name !== name) return undefined;
  const [from, last, by] = [integer(start.init), integer(test.right), integer(step.value)];
  if (from === undefined || last === undefined || by === undefined) return undefined;
  return roundsBy(step.op, test.op, { from, last, by });
}

/** `step` is what each round does to the variable, `test` what lets it go on: `i += by` while `i < last`, `i -= by` while `i > last`. */
export function roundsBy(step: string, test: string, { from, last, by }: Range): Int | undefined {
  switch (`${step}${test}`) {
    case "+<":
      return stepsBetween(from, last, by);
    case "+<=":
      return stepsBetween(from, add(last, ONE), by);
    case "->":
      return stepsBetween(last, from, by);
    case "->=":
      return stepsBetween(last, add(from, ONE), by);
    default:
      return undefined;
  }
}

interface Range {
  readonly from: Int;
  readonly last: Int;
  readonly by: Int;
}

/** Steps from one number up to another, which is not reached. */
export function stepsBetween(from: Int, to: Int, by: Int): Int | undefined {
  if (by.kind !== "num" || by.value < 1) return undefined;
  const distance = sub(to, from);
  return distance.kind === "num" && distance.value < 0 ? ZERO : ceilDiv(distance, by);
}
