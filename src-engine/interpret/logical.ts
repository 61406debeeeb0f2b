// `&&`, `||` and `not` as values: what decides, or a flag under the conditions that say so.
//
// C++ gives the truth value, Python the operand that decides.
import { bounds } from "../algebra/int/ask.ts";
import * as int from "../algebra/int/int.ts";
import { type Int, unknown, type Value } from "../algebra/value.ts";
import { negateAll } from "../program/condition.ts";
import type { Expr } from "../program/ir.ts";
import { contextOf } from "./context-of.ts";
import { evaluate } from "./expression.ts";
import { flagOf, isTruthValue } from "./flag.ts";
import { join, lift } from "./join.ts";
import { attempt } from "./journal.ts";
import { asOperand, asTruth, causeOf } from "./operator.ts";
import type { Frame } from "./session.ts";
import { silently } from "./silent.ts";
import { describeTest } from "./test-text.ts";
import { inverse, type Test, test, testOf, truthOf, under } from "./truth.ts";

export function logical(frame: Frame, expr: Expr & { kind: "binary" }): Value {
  if (frame.language === "python") return pythonLogical(frame, expr);
  const left = evaluate(frame, expr.left);
  const truth = truthOf(frame, left);
  const isAnd = expr.op === "&&" || expr.op === "and";
  if (truth === (isAnd ? "no" : "yes")) return absorbed(frame, expr, left) ?? truthNumber(left, truth === "yes");
  const right = evaluate(frame, expr.right);
  const answer = truthOf(frame, right);
  if (answer === (isAnd ? "no" : "yes")) return truthNumber(right, answer === "yes");
  const [a, b] = [asOperand(left), asOperand(right)];
  if (int.isInt(a) && int.isInt(b)) return isAnd ? int.and(a, b) : int.or(a, b);
  const own = frame.dialect.binary?.(expr.op, a, b, contextOf(frame));
  return own ?? unknown("it is not known whether the condition holds", causeOf(left) ?? causeOf(right));
}

/** A run-time number on the left decides whether; one that the compiler knows on the right makes it the compiler's (`1 || _1{}` is `_1`). */
function absorbed(frame: Frame, expr: Expr & { kind: "binary" }, left: Value): Value | undefined {
  const a = asOperand(left);
  if (!int.isInt(a) || a.know === "static") return undefined;
  const { result } = attempt(frame.session.journal, () => silently(frame, () => evaluate(frame, expr.right)));
  const b = asOperand(result);
  if (!int.isInt(b) || b.know !== "static") return undefined;
  return expr.op === "&&" || expr.op === "and" ? int.and(a, b) : int.or(a, b);
}

/** Python's `and` and `or` give an operand. */
function pythonLogical(frame: Frame, expr: Expr & { kind: "binary" }): Value {
  const isAnd = expr.op === "&&" || expr.op === "and";
  const left = evaluate(frame, expr.left);
  const isTest = isComparison(expr.left);
  const tested = isTest
    ? silently(frame, () => test(frame, expr.left))
    : testOf(frame, left, describeTest(frame, expr.left));
  if (tested.truth !== "unknown") return tested.truth === (isAnd ? "yes" : "no") ? evaluate(frame, expr.right) : left;
  const [pass, stop] = isAnd ? [tested.whenTrue, tested.whenFalse] : [tested.whenFalse, tested.whenTrue];
  const right = under(frame, pass, () => evaluate(frame, expr.right));
  const numbers = int.isInt(left) && int.isInt(right) ? ofNumbers(left, right, isAnd) : undefined;
  if (numbers !== undefined) return numbers;
  if ((isTest || isTruthValue(left)) && (isComparison(expr.right) || isTruthValue(right))) {
    return conjunction(frame, expr, tested, right);
  }
  // A comparison is False or True: where it decides, the value is known.
  return join(
    frame,
    [
      { under: stop, value: isTest ? int.pythonTruth(!isAnd) : deciding(left, isAnd) },
      { under: pass, value: right },
    ],
    expr.op,
  );
}

/** The left operand where it is the one that decides: an integer that `and` stops at is 0. */
const deciding = (left: Value, isAnd: boolean): Value => (isAnd && int.isInt(left) ? int.num(left.know, 0) : left);

/** Where both are 0 or 1 the operand that decides is a formula, and where the second is 0 it is known which. */
function ofNumbers(left: Int, right: Int, isAnd: boolean): Value | undefined {
  if (isBit(left) && isBit(right)) return isAnd ? int.and(left, right) : int.or(left, right);
  return int.isConstant(right, 0) ? (isAnd ? right : left) : undefined;
}

function isBit(value: Int): boolean {
  const { min, max } = bounds(value);
  return min >= 0 && max <= 1;
}

/** `a and b` of truth values, `a` being open; `a or b` is the contrary of `not a and not b`. */
function conjunction(frame: Frame, expr: Expr & { kind: "binary" }, tested: Test, right: Value): Value {
  const isAnd = expr.op === "&&" || expr.op === "and";
  const [pass, stop] = isAnd ? [tested.whenTrue, tested.whenFalse] : [tested.whenFalse, tested.whenTrue];
  const second = under(frame, pass, () => silently(frame, () => testIn(frame, expr.right, right)));
  const text = describeTest(frame, expr);
  if (second.truth === (isAnd ? "no" : "yes")) return int.pythonTruth(!isAnd);
  if (second.truth !== "unknown") return flagOf(tested, text);
  const all = [...pass, ...(isAnd ? second.whenTrue : second.whenFalse)];
  const either = pass.length === 0 ? stop : negateAll(all);
  return flagOf(isAnd ? { whenTrue: all, whenFalse: either } : { whenTrue: either, whenFalse: all }, text);
}

const testIn = (frame: Frame, expr: Expr, value: Value): Test =>
  isComparison(expr) ? test(frame, expr) : testOf(frame, value, describeTest(frame, expr));

export function isComparison(expr: Expr): boolean {
  if (expr.kind === "unary") return expr.op === "not";
  if (expr.kind !== "binary") return false;
  if (expr.op === "and" || expr.op === "or") return isComparison(expr.left) && isComparison(expr.right);
  return /^([<>]=?|[=!]=|in|not in|is|is not)$/.test(expr.op);
}

const truthNumber = (value: Value, truth: boolean): Value => {
  const plain = asOperand(value);
  return int.num(int.isInt(plain) && plain.know === "static" ? "static" : "dynamic", truth ? 1 : 0);
};

export function truthValue(frame: Frame, expr: Expr & { kind: "unary" }): Value {
  const value = evaluate(frame, expr.value);
  return lift(frame, [value], "!", ([one]) => {
    const plain = asOperand(one!);
    const answer = truthOf(frame, plain);
    if (int.isInt(plain)) return asTruth(frame, int.not(plain));
    if (answer !== "unknown") return frame.dialect.semantics.truth(answer === "no");
    return frame.language === "python"
      ? flagOf(inverse(testOf(frame, plain, describeTest(frame, expr.value))), describeTest(frame, expr))
      : unknown("it is not known whether the condition holds", causeOf(plain));
  });
}
