// Data members: what a field of an object is when nothing has set it. C++: by its declared type; Python: the class attribute.

import type { Value } from "../algebra/value.ts";
import type { Expr, StatementItem } from "../program/ir.ts";
import type { ObjectValue } from "../program/values.ts";
import { fromBraces, fromObject, isBraces } from "./braces.ts";
import { classFrame, classInstance } from "./class.ts";
import { letValue } from "./declaration.ts";
import { evaluate } from "./expression.ts";
import { lift } from "./join.ts";
import { isNull, nullOf } from "./null-pointer.ts";
import { typedValue } from "./parameter.ts";
import type { ClassInstance, Frame } from "./session.ts";

/** The class-scope value of a field, made the object's own where it is one: nested structs, run-time numbers under `object.field`. */
export function fieldOf(frame: Frame, object: ObjectValue, instance: ClassInstance, name: string, value: Value): Value {
  const item = instance.value.item.members.find(
    (one): one is StatementItem => one.kind === "statement" && one.name === name,
  );
  // The default of a field, not a constant of the class: who makes the object may give another.
  if (!frame.dialect.semantics.typed && object.foreign === true && isAnnotated(item)) frame.instance.certain = false;
  if (!frame.dialect.semantics.typed || item?.statement.kind !== "let" || isStaticMember(item)) return value;
  const own = classFrame(frame.session, instance);
  const { init, ...bare } = item.statement;
  const field = object.foreign === true && init !== undefined && bare.type !== undefined ? bare : item.statement;
  const plain = letValue({ ...own, item: instance.value.within ?? item.id }, field, `${object.name}.${name}`);
  const made = frame.dialect.semantics.placedField?.(frame, object, instance, name, plain) ?? plain;
  // Kept, so that a nested object is the same one each time; it is no write of the program.
  object.fields.set(name, made);
  return made;
}

const isAnnotated = (item: StatementItem | undefined): boolean =>
  item?.statement.kind === "let" && item.statement.type !== undefined;

const isStaticMember = (item: StatementItem): boolean =>
  item.statement.kind === "let" && item.statement.attributes.some((one) => one === "static" || one === "constexpr");

/** C++: the field's declared type says what braces make, and of what is not known that it is an integer. */
export function typedField(frame: Frame, object: Value, name: string, value: Value, expr?: Expr): Value {
  const type = frame.dialect.semantics.typed && object.kind === "object" ? object.type : undefined;
  const isOpen =
    holdsUnknown(value) || isNull(value) || (value.kind === "tuple" ? isBraces(expr) : value.kind === "object");
  if (type === undefined || !isOpen) return value;
  const instance = classInstance(frame, type);
  const item = instance.value.item.members.find((one) => one.kind === "statement" && one.name === name);
  if (item?.kind !== "statement" || item.statement.kind !== "let" || item.statement.type === undefined) return value;
  frame.session.silent++;
  const declared = evaluate(classFrame(frame.session, instance), item.statement.type);
  frame.session.silent--;
  return lift(frame, [value], name, ([one]) => {
    if (one?.kind === "tuple") return fromBraces(frame, declared, one, expr);
    if (one?.kind === "object") return fromObject(frame, declared, one);
    if (one?.kind !== "unknown") return nullOf(declared, one ?? value) ?? one ?? value;
    const typed = typedValue(frame, declared, name, item.nameSpan.start, name);
    return typed.kind === "unknown" ? one : typed;
  });
}

const holdsUnknown = (value: Value): boolean =>
  value.kind === "unknown" ||
  (value.kind === "alternatives" && value.options.some((one) => one.value.kind === "unknown" || isNull(one.value)));
