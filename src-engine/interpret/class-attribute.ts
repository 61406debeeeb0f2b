// What Python gives every class: its name, its annotations, the fields of a named tuple.
import { tuple, unknown, type Value } from "../algebra/value.ts";
import type { ClassValue, ObjectValue } from "../program/values.ts";
import { classFrame, classInstance } from "./class.ts";
import { evaluate } from "./expression.ts";
import { isNamedTuple, namedFields } from "./named-tuple.ts";
import type { Frame } from "./session.ts";

const text = (value: string): Value => ({ kind: "text", value });

/** `C.__name__`, `C.__annotations__`, `C._fields`. */
export function classAttribute(frame: Frame, cls: ClassValue, name: string): Value | undefined {
  if (frame.language !== "python") return undefined;
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
  if (object.type === undefined || frame.language !== "python") return undefined;
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
