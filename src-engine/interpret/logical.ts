// `&&`, `||` and `not` as values: the truth, as far as it is known. A language whose `and` gives an operand says so itself.
import * as int from "../algebra/int/int.ts";
import { unknown, type Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import { contextOf } from "./context-of.ts";
import { evaluate } from "./expression.ts";
import { flagOf } from "./flag.ts";
import { lift } from "./join.ts";
import { attempt } from "./journal.ts";
import { asOperand, asTruth, causeOf } from "./operator.ts";
import type { Frame } from "./session.ts";
import { silently } from "./silent.ts";
import { describeTest } from "./test-text.ts";
import { inverse, testOf, truthOf } from "./truth.ts";

export function logical(frame: Frame, expr: Expr & { kind: "binary" }): Value {
  const own = frame.dialect.semantics.logical?.(frame, expr);
  if (own !== undefined) return own;
  const left = evaluate(frame, expr.left);
  const truth = truthOf(frame, left);
  const isAnd = expr.op === "&&" || expr.op === "and";
  if (truth === (isAnd ? "no" : "yes")) return absorbed(frame, expr, left) ?? truthNumber(left, truth === "yes");
  const right = evaluate(frame, expr.right);
  const answer = truthOf(frame, right);
  if (answer === (isAnd ? "no" : "yes")) return truthNumber(right, answer === "yes");
  const [a, b] = [asOperand(left), asOperand(right)];
  if (int.isInt(a) && int.isInt(b)) return isAnd ? int.and(a, b) : int.or(a, b);
  const library = frame.dialect.binary?.(expr.op, a, b, contextOf(frame));
  return library ?? unknown("it is not known whether the condition holds", causeOf(left) ?? causeOf(right));
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
    return frame.dialect.semantics.everyTruth
      ? flagOf(inverse(testOf(frame, plain, describeTest(frame, expr.value))), describeTest(frame, expr))
      : unknown("it is not known whether the condition holds", causeOf(plain));
  });
}
