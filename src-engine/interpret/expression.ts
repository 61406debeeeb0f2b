// What an expression is worth: one case per kind of expression, each in the file of its concept.
//
// Never throws for the program's sake: what has no value is `unknown` with the reason. Names, calls and members leave a fact.
import { OpStop } from "../algebra/context.ts";
import { dynamicInt } from "../algebra/int/int.ts";
import { unknown, type Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import type { FunctionValue, ObjectValue } from "../program/values.ts";
import { spend } from "./budget.ts";
import { call } from "./call.ts";
import { castExpression } from "./cast.ts";
import { construct } from "./construct.ts";
import { copyObject } from "./copy.ts";
import { forgetNames } from "./effects.ts";
import { callWithValues } from "./function-call.ts";
import { lambdaValue } from "./function-value.ts";
import { forgetTwins } from "./in-place.ts";
import { index, sliceValue } from "./index-access.ts";
import { join, lift } from "./join.ts";
import { floatLiteral } from "./machine-float.ts";
import { likeOther } from "./machine-integer.ts";
import { member, memberFunction, scopeMember } from "./member.ts";
import { nameValue } from "./name.ts";
import { nullLike } from "./null-pointer.ts";
import { binary, binaryValues, unary } from "./operator.ts";
import { assignTo } from "./pattern.ts";
import { recordExpression } from "./record.ts";
import { comprehension, dictValue, tupleValue } from "./sequence.ts";
import type { Frame } from "./session.ts";
import { silently } from "./silent.ts";
import { test, under, whereTaken } from "./truth.ts";
import { instantiate, pointerType, typeOf } from "./type-value.ts";
import { kept } from "./uncalled.ts";
import { bounded } from "./weight.ts";

const tooDeep = unknown("the expression nests too deeply");

export function evaluate(frame: Frame, expr: Expr): Value {
  spend(frame);
  const value = bounded(evaluateDeeper(frame, expr));
  if (deservesFact(expr)) recordExpression(frame, expr.span, value);
  return value;
}

/** The same where the place counts whatever stands there: an element of an array, which rules read by its place. */
export function evaluateRecorded(frame: Frame, expr: Expr): Value {
  const value = evaluate(frame, expr);
  if (!deservesFact(expr)) recordExpression(frame, expr.span, value);
  return value;
}

function evaluateDeeper(frame: Frame, expr: Expr): Value {
  const { session } = frame;
  if (session.expressionDepth >= session.limits.expressionDepth) return tooDeep;
  session.expressionDepth++;
  try {
    return evaluateKind(frame, expr);
  } catch (error) {
    // A sum of too many terms, a number of too many digits: that one value is not known.
    if (error instanceof OpStop && error.stop.code === "budget") return unknown(error.stop.message);
    throw error;
  } finally {
    session.expressionDepth--;
  }
}

function deservesFact(expr: Expr): boolean {
  switch (expr.kind) {
    case "name":
    case "scope":
    case "template":
    case "call":
    case "construct":
    case "member":
    case "index":
    case "typeof":
    case "sizeof":
    case "cond":
      return true;
    default:
      return false;
  }
}

/** The operand of `decltype`: what it calls is asked for its type. */
function unevaluated(frame: Frame, expr: Expr): Value {
  frame.session.unevaluated++;
  try {
    return evaluate(frame, expr);
  } finally {
    frame.session.unevaluated--;
  }
}

function evaluateKind(frame: Frame, expr: Expr): Value {
  switch (expr.kind) {
    case "int":
      if (!Number.isSafeInteger(expr.value)) return unknown("a number beyond 2^53, whose digits are not kept");
      return frame.dialect.semantics.integer(expr.value, expr.machine);
    case "float":
      return frame.dialect.semantics.typed
        ? floatLiteral(expr.value, expr.single === true)
        : { kind: "float", value: expr.value };
    case "bool":
      return frame.dialect.semantics.truth(expr.value);
    case "text":
      return { kind: "text", value: expr.value };
    case "none":
      return frame.dialect.semantics.nothing;
    case "name":
      return nameValue(frame, expr);
    case "scope":
      return scopeMember(frame, evaluate(frame, expr.object), expr.name);
    case "template":
      return instantiate(frame, expr);
    case "call":
      return call(frame, expr);
    case "construct":
      return construct(frame, expr);
    case "member":
      return member(frame, evaluate(frame, expr.object), expr.name);
    case "index":
      return index(frame, expr);
    case "slice":
      return sliceValue(frame, expr);
    case "unary":
      return unary(frame, expr);
    case "binary":
      return binary(frame, expr);
    case "cond":
      return conditional(frame, expr);
    case "lambda":
      return kept(
        frame,
        expr,
        lambdaValue(frame, expr, (init) => evaluate(frame, init)),
      );
    case "tuple":
      return tupleValue(frame, expr);
    case "dict":
      return dictValue(frame, expr);
    case "comprehension":
      return comprehension(frame, expr);
    case "expand":
      return frame.dialect.semantics.expand?.(frame, expr) ?? unknown("a pattern over a pack is of C++");
    case "typeof":
      return typeOf(unevaluated(frame, expr.of));
    case "pointer-type":
      return pointerType(frame, evaluate(frame, expr.of));
    case "sizeof":
      return frame.dialect.semantics.sizeOf?.(frame, expr.of) ?? unknown("sizeof is of C++");
    case "cast":
      return castExpression(frame, expr);
    case "assign":
      return assignExpression(frame, expr);
    case "opaque":
      for (const part of expr.reads) evaluate(frame, part);
      forgetNames(frame, [], expr.why);
      return unknown(expr.why);
    default: {
      const never: never = expr;
      return never;
    }
  }
}

/** `c ? a : b`: a known test picks; else both sides are alternatives. */
function conditional(frame: Frame, expr: Expr & { kind: "cond" }): Value {
  const { truth, whenTrue, whenFalse } = test(frame, expr.test);
  if (truth === "yes") return ofBoth(frame, evaluate(frame, expr.then), expr.else);
  if (truth === "no") return ofBoth(frame, evaluate(frame, expr.else), expr.then);
  const then = under(frame, whereTaken(frame, whenTrue), () => evaluate(frame, expr.then));
  const other = under(frame, whereTaken(frame, whenFalse), () => evaluate(frame, expr.else));
  return join(
    frame,
    [
      { under: whenTrue, value: likeOther(nullLike(other, then), other) },
      { under: whenFalse, value: likeOther(nullLike(then, other), then) },
    ],
    "the conditional",
  );
}

/** A number below zero has the type of both sides: `c ? 1u : -1` is never -1. */
function ofBoth(frame: Frame, value: Value, other: Expr): Value {
  const isBelow = value.kind === "num" && value.machine !== undefined && value.value < 0;
  return isBelow
    ? likeOther(
        value,
        silently(frame, () => evaluate(frame, other)),
      )
    : value;
}

function assignExpression(frame: Frame, expr: Expr & { kind: "assign" }): Value {
  const value = evaluate(frame, expr.value);
  if (expr.op === "") {
    assignTo(frame, expr.target, value, expr.value);
    return value;
  }
  const { target } = expr;
  const place: Expr =
    target.kind === "bind"
      ? { kind: "name", path: [target.name], span: target.span }
      : target.kind === "place"
        ? target.expr
        : { kind: "opaque", why: "an augmented assignment to several names", reads: [], span: expr.span };
  const before = evaluate(frame, place);
  const last = expr.givesBefore === true && before.kind === "object" ? copyObject(before) : before;
  if (before.kind === "object" && frame.dialect.semantics.valueObjects) {
    const own = stepped(frame, before, expr, value);
    if (own !== undefined) return expr.givesBefore === true && own.kind === "unknown" ? last : own;
  }
  const result = lift(frame, [before, value], "it", ([a, b]) => augmented(frame, expr.op, a!, b!));
  assignTo(frame, target, result, undefined);
  // Python: a list changes in its place, a tuple does not.
  const isOfTuple = expr.value.kind === "tuple" && !expr.value.list;
  if (!frame.dialect.semantics.valueObjects && !isOfTuple) forgetTwins(frame, before, result);
  return expr.givesBefore === true ? last : result;
}

/** `++object`, `object++` and `object += x` by the class's own operator, which changes the object in place. */
function stepped(
  frame: Frame,
  object: ObjectValue,
  { op, givesBefore, span, value: by }: Expr & { kind: "assign" },
  value: Value,
): Value | undefined {
  const sign = op.replace(/=$/, "");
  // The 1 of a step stands nowhere in the source.
  const isStep = by.span === span;
  const step = isStep ? memberFunction(frame, object, `operator${sign}${sign}`) : undefined;
  if (step !== undefined)
    return callWithValues(frame, step, givesBefore === true && isPostfix(step) ? [dynamicInt(0)] : []);
  const fn = memberFunction(frame, object, `operator${sign}=`);
  return fn && callWithValues(frame, fn, [value]);
}

/** `operator++(int)`. */
const isPostfix = (fn: FunctionValue): boolean => (fn.overloads ?? [fn]).some(({ code }) => code.params.length === 1);

/** Python: a class may say what `+=` does, to the object itself most often. */
const augmented = (frame: Frame, op: string, a: Value, b: Value): Value =>
  (a.kind === "object" && frame.dialect.semantics.ownOperator?.(frame, op.endsWith("=") ? op : `${op}=`, a, b)) ||
  binaryOf(frame, op, a, b);

const binaryOf = (frame: Frame, op: string, a: Value, b: Value): Value =>
  binaryValues(frame, op.replace(/=$/, "") || op, a, b);
