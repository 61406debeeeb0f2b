// Methods of the languages' own containers, where the call changes or reads the container itself: `xs.append(y)`, `d.get(k)`.

import { underscore, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { forgetTwins, isLost } from "../../../../../src-engine/interpret/in-place.ts";
import { lift } from "../../../../../src-engine/interpret/join.ts";
import { assignTo } from "../../../../../src-engine/interpret/pattern.ts";
import { holder } from "../../../../../src-engine/interpret/scope.ts";
import { listMethod } from "../../../../../src-engine/interpret/sequence.ts";
import type { Frame } from "../../../../../src-engine/interpret/session.ts";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import { attributeRead } from "./attribute.ts";
import { dictMethod, dictMethods } from "./dict.ts";
import { instanceTest } from "./instance-of.ts";
import { madeClass } from "./made-class.ts";
import { ownDivmod } from "./own-operator.ts";

const readers = new Set("items keys values get copy".split(" "));
const listMethods = new Set("append extend insert pop remove clear sort reverse __delitem__".split(" "));

/** The call's value when it is such a method, else undefined (nothing has been evaluated then but the object). */
export function nativeMethod(frame: Frame, expr: Expr & { kind: "call" }): Value | undefined {
  const { callee } = expr;
  const set =
    attributeRead(frame, expr) ??
    attributeWrite(frame, expr) ??
    instanceTest(frame, expr) ??
    madeClass(frame, expr) ??
    ownDivmod(frame, expr);
  if (set !== undefined || callee.kind !== "member") return set;
  if (!listMethods.has(callee.name) && !dictMethods.has(callee.name)) return undefined;
  const object = evaluate(frame, callee.object);
  if (object.kind === "tuple" && listMethods.has(callee.name)) {
    const args = expr.args.map((one) => evaluate(frame, one.value));
    const done = listMethod(frame, object.items, callee.name, args);
    write(frame, callee.object, object, done?.after ?? unknown(`${callee.name} with something unknown`));
    return done?.result ?? unknown(`${callee.name} with something unknown`);
  }
  // Nobody knows what it holds now, and its other names not either.
  if (
    object.kind === "unknown" &&
    !readers.has(callee.name) &&
    (isLost(frame, object) || isLocal(frame, callee.object))
  )
    write(frame, callee.object, object, object);
  if (isOneOfLists(object) && listMethods.has(callee.name)) return ofEachList(frame, object, callee, expr);
  if (object.kind !== "dict" || !dictMethods.has(callee.name)) return undefined;
  const args = expr.args.map((one) => ({ ...one, value: evaluate(frame, one.value) }));
  const done = dictMethod(frame, object, callee.name, args);
  if (done.after !== undefined) write(frame, callee.object, object, done.after);
  return done.result;
}

/** A parameter or variable of this function, or of one around it. */
function isLocal({ scope }: Frame, place: Expr): boolean {
  const held = place.kind === "name" && place.path.length === 1 ? holder(scope, place.path[0]!) : undefined;
  return held !== undefined && held.scope.find === undefined;
}

const isOneOfLists = (value: Value): boolean =>
  value.kind === "alternatives" &&
  value.options.some((one) => one.value.kind === "tuple") &&
  value.options.every((one) => one.value.kind === "tuple" || one.value.kind === "unknown");

/** A list that differs between branches is changed in each of them. */
function ofEachList(
  frame: Frame,
  lists: Value,
  callee: Expr & { kind: "member" },
  expr: Expr & { kind: "call" },
): Value {
  const args = expr.args.map((one) => evaluate(frame, one.value));
  const part = (which: "after" | "result"): Value =>
    lift(frame, [lists], callee.name, ([one]) => {
      const done = one?.kind === "tuple" ? listMethod(frame, one.items, callee.name, args) : undefined;
      return done?.[which] ?? unknown(`${callee.name} with something unknown`);
    });
  const result = part("result");
  write(frame, callee.object, lists, part("after"));
  return result;
}

/** `object.__setattr__(self, "name", value)` of frozen dataclasses, and `setattr`. */
function attributeWrite(frame: Frame, expr: Expr & { kind: "call" }): Value | undefined {
  const { callee, args } = expr;
  const isOfObject =
    callee.kind === "member" &&
    callee.name === "__setattr__" &&
    callee.object.kind === "name" &&
    callee.object.path.join(".") === "object";
  const isPlain = callee.kind === "name" && callee.path.join(".") === "setattr";
  const [place, name, value] = args;
  if ((!isOfObject && !isPlain) || place === undefined || name === undefined || value === undefined) return undefined;
  const called = evaluate(frame, name.value);
  if (called.kind !== "text" || args.length !== 3) return undefined;
  const { span } = name.value;
  const target: Expr = { kind: "member", object: place.value, name: called.value, nameSpan: span, span };
  assignTo(frame, { kind: "place", expr: target, span }, evaluate(frame, value.value), undefined);
  return underscore;
}

function write(frame: Frame, place: Expr, before: Value, after: Value): void {
  assignTo(frame, { kind: "place", expr: place, span: place.span }, after, undefined);
  forgetTwins(frame, before, after);
}
