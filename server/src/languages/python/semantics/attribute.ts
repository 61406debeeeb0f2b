// `getattr(object, "name", fallback)` and `hasattr`: attributes by a name that is a text of the program.
//
// The fallback counts only where the attribute is certainly absent: an object whose class and bases are all the project's and that
// nobody gave such a field.
import { pythonTruth } from "../../../../../src-engine/algebra/int/int.ts";
import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { basesOf, classInstance, classMember } from "../../../../../src-engine/interpret/class.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { lift } from "../../../../../src-engine/interpret/join.ts";
import { member } from "../../../../../src-engine/interpret/member.ts";
import { causeOf } from "../../../../../src-engine/interpret/operator.ts";
import type { Frame } from "../../../../../src-engine/interpret/session.ts";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import type { ClassValue } from "../../../../../src-engine/program/values.ts";

/** The call's value when it is one of these, else undefined (nothing has been evaluated then). */
export function attributeRead(frame: Frame, expr: Expr & { kind: "call" }): Value | undefined {
  const { callee, args } = expr;
  const called = callee.kind === "name" ? callee.path.join(".") : "";
  if ((called !== "getattr" && called !== "hasattr") || args.some((one) => one.star !== undefined)) return undefined;
  const [object, name, fallback] = args.map((one) => evaluate(frame, one.value));
  if (object === undefined || name === undefined) return undefined;
  return lift(frame, [object, name], called, ([one, text]) => {
    if (text?.kind !== "text") return unknown("an attribute by a name that is not known", causeOf(text));
    return called === "hasattr" ? presence(frame, one!, text.value) : attribute(frame, one!, text.value, fallback);
  });
}

function attribute(frame: Frame, object: Value, name: string, fallback: Value | undefined): Value {
  return fallback !== undefined && isAbsent(frame, object, name) ? fallback : member(frame, object, name);
}

function presence(frame: Frame, object: Value, name: string): Value {
  if (isAbsent(frame, object, name)) return pythonTruth(false);
  const value = member(frame, object, name);
  return value.kind === "unknown" ? unknown(`it is not known whether it has ${name}`, value) : pythonTruth(true);
}

function isAbsent(frame: Frame, object: Value, name: string): boolean {
  switch (object.kind) {
    case "underscore":
      return true;
    case "object":
      return object.type !== undefined && !object.fields.has(name) && isAbsentIn(frame, object.type, name);
    case "class":
      return isAbsentIn(frame, object, name);
    default:
      return false;
  }
}

function isAbsentIn(frame: Frame, cls: ClassValue, name: string): boolean {
  const instance = classInstance(frame, cls);
  return classMember(frame.session, instance, name) === undefined && isWhole(frame, cls, 0);
}

/** Are the class and its bases the project's, or bases of Python that bring no attributes of such names? */
function isWhole(frame: Frame, cls: ClassValue, depth: number): boolean {
  if (depth > 16) return false;
  return basesOf(frame.session, classInstance(frame, cls)).every((base) =>
    base.kind === "class"
      ? isWhole(frame, base, depth + 1)
      : base.kind === "builtin" && /^(object|abc\.ABC|typing\.\w+|enum\.\w+)$/.test(base.name),
  );
}
