// `and` and `or`: the operand that decides, or a flag under the conditions that say so.
import { bounds } from "../../../../../src-engine/algebra/int/ask.ts";
import * as int from "../../../../../src-engine/algebra/int/int.ts";
import type { Int, Value } from "../../../../../src-engine/algebra/value.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { flagOf, isTruthValue } from "../../../../../src-engine/interpret/flag.ts";
import { join } from "../../../../../src-engine/interpret/join.ts";
import { isComparison } from "../../../../../src-engine/interpret/logical.ts";
import type { Frame } from "../../../../../src-engine/interpret/session.ts";
import { silently } from "../../../../../src-engine/interpret/silent.ts";
import { describeTest } from "../../../../../src-engine/interpret/test-text.ts";
import { type Test, test, testOf, under } from "../../../../../src-engine/interpret/truth.ts";
import { negateAll } from "../../../../../src-engine/program/condition.ts";
import type { Expr } from "../../../../../src-engine/program/ir.ts";

/** Python's `and` and `or` give an operand. */
export function logical(frame: Frame, expr: Expr & { kind: "binary" }): Value {
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
