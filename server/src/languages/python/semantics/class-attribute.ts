// What Python gives every class: its name, its annotations, the fields of a named tuple.
import { tuple, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { classFrame, classInstance } from "../../../../../src-engine/interpret/class.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { isNamedTuple, namedFields } from "../../../../../src-engine/interpret/named-tuple.ts";
import type { Frame } from "../../../../../src-engine/interpret/session.ts";
import type { ClassValue, ObjectValue } from "../../../../../src-engine/program/values.ts";

const text = (value: string): Value => ({ kind: "text", value });

/** `C.__name__`, `C.__annotations__`, `C._fields`. */
export function classAttribute(frame: Frame, cls: ClassValue, name: string): Value | undefined {
  switch (name) {
    case "__name__":
    case "__qualname__":
      return text(cls.item.name);
    case "__annotations__":
      return annotations(frame, cls);
    case "__dict__":
      return ownNames(cls);
    case "_fields":
      return isNamedTuple(cls.item) ? tuple(namedFields(cls.item).map(text)) : undefined;
    default:
      return undefined;
  }
}

/** The same through an object: `x.__class__`, `args._fields`. */
export function attributeOfObject(frame: Frame, object: ObjectValue, name: string): Value | undefined {
  if (object.type === undefined) return undefined;
  if (name === "__class__") return object.type;
  return name === "_fields" ? classAttribute(frame, object.type, name) : undefined;
}

/** What the class itself declares, by name. */
function ownNames(cls: ClassValue): Value {
  const names = [...new Set(cls.item.members.map((one) => one.name))];
  return { kind: "dict", entries: names.map((name) => [text(name), unknown("an entry of a class's dictionary")]) };
}

/** The types of the fields that the class itself declares, in order. */
function annotations(frame: Frame, cls: ClassValue): Value {
  const instance = classInstance(frame, cls);
  const own = classFrame(frame.session, instance);
  const entries = cls.item.members.flatMap((one): readonly (readonly [Value, Value])[] => {
    const stmt = one.kind === "statement" ? one.statement : undefined;
    if (stmt?.kind !== "let" || stmt.type === undefined) return [];
    return [[text(one.name), evaluate({ ...own, item: cls.within ?? one.id }, stmt.type)]];
  });
  return { kind: "dict", entries };
}
