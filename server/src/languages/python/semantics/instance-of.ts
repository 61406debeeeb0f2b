// `isinstance(x, C)` for classes of the project: the class of the object and its bases decide.
//
// Three answers: a base that is not visible, or a protocol, which asks for methods instead, leaves it open.
import { pythonTruth } from "../../../../../src-engine/algebra/int/int.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { apply } from "../../../../../src-engine/interpret/call.ts";
import { basesOf, classInstance } from "../../../../../src-engine/interpret/class.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { lift } from "../../../../../src-engine/interpret/join.ts";
import { causeOf } from "../../../../../src-engine/interpret/operator.ts";
import type { Frame } from "../../../../../src-engine/interpret/session.ts";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import type { ClassValue } from "../../../../../src-engine/program/values.ts";
import { decoratedFunction } from "./decorated-function.ts";

/** The call's value where one of the classes is the project's; else undefined, and the library answers. */
export function instanceTest(frame: Frame, expr: Expr & { kind: "call" }): Value | undefined {
  const { callee, args } = expr;
  if (callee.kind !== "name" || callee.path.join(".") !== "isinstance" || args.length !== 2) return undefined;
  const types = evaluate(frame, args[1]!.value);
  const all = types.kind === "tuple" ? types.items : [types];
  if (!all.some((one) => one.kind === "class")) return undefined;
  const object = evaluate(frame, args[0]!.value);
  return lift(frame, [object], "isinstance", ([one]) => {
    const answers = all.map((type) =>
      type.kind === "class" ? isInstance(frame, one!, type) : ofLibrary(frame, expr, one!, type),
    );
    if (answers.includes(true)) return pythonTruth(true);
    return answers.includes(undefined)
      ? unknown("it is not known what kind of value this is", causeOf(one))
      : pythonTruth(false);
  });
}

function ofLibrary(frame: Frame, expr: Expr & { kind: "call" }, value: Value, type: Value): boolean | undefined {
  const args = [value, type].map((one, i) => ({ value: one, expr: expr.args[i]!.value }));
  const site = { span: expr.span, nameSpan: expr.span, expr };
  const answer = apply(frame, evaluate(frame, expr.callee), args, site);
  return answer.kind === "num" ? answer.value === 1 : undefined;
}

function isInstance(frame: Frame, value: Value, type: ClassValue): boolean | undefined {
  if (value.kind === "unknown" || value.kind === "alternatives") return undefined;
  // A protocol asks for methods, not for a base.
  if (type.item.attributes.some((one) => /\bruntime_checkable$/.test(one))) return undefined;
  const made = value.kind === "function" ? decoratedFunction(frame, value) : undefined;
  if (made !== undefined) return isInstance(frame, made, type);
  if (value.kind !== "object") return false;
  return value.type === undefined ? false : isSubclass(frame, value.type, type, 0);
}

/** Is a class another one, or made from it? */
export function isSubclass(frame: Frame, cls: ClassValue, of: ClassValue, depth: number): boolean | undefined {
  if (cls.item.id === of.item.id && cls.file === of.file) return true;
  if (depth > 16) return undefined;
  const answers = basesOf(frame.session, classInstance(frame, cls)).map((base) =>
    base.kind === "class" ? isSubclass(frame, base, of, depth + 1) : base.kind === "unknown" ? undefined : false,
  );
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}
