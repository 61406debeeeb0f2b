// Python's class decorators that are functions of the project: `@partitioned_struct class SharedStorage: …` inside a function.
//
// What a decorator of a library gives is the class; so is what is not known.

import type { Value } from "../../../../../src-engine/algebra/value.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { callWithValues } from "../../../../../src-engine/interpret/function-call.ts";
import { hash } from "../../../../../src-engine/interpret/instance.ts";
import { valueKey } from "../../../../../src-engine/interpret/key.ts";
import type { Frame } from "../../../../../src-engine/interpret/session.ts";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import type { ClassValue } from "../../../../../src-engine/program/values.ts";
import { classAttribute } from "./class-attribute.ts";

/** The class, or what its decorators make of it, the one nearest to the class first. */
export function decorated(frame: Frame, cls: ClassValue): Value {
  return [...cls.item.attributes].reverse().reduce<Value>((value, written) => {
    const decorator = /^[A-Za-z_][\w.]*$/.test(written) ? evaluate(frame, dotted(written)) : undefined;
    if (decorator?.kind !== "function" || decorator.code.body === undefined) return value;
    const made = callWithValues(frame, decorator, [value.kind === "class" ? byContent(frame, value) : value]);
    return made.kind === "unknown" ? value : made;
  }, cls);
}

/** Two runs of the code around make two classes, which a call tells apart by what their fields are. */
function byContent(frame: Frame, cls: ClassValue): ClassValue {
  const fields = classAttribute(frame, cls, "__annotations__");
  if (fields === undefined || cls.within === undefined) return cls;
  const content = hash(valueKey(frame.session.identities, fields, "content"));
  return { ...cls, item: { ...cls.item, id: `${cls.item.id} ${content}` } };
}

function dotted(written: string): Expr {
  const span = { start: 0, end: 0 };
  const [first = "", ...rest] = written.split(".");
  return rest.reduce<Expr>((object, name) => ({ kind: "member", object, name, nameSpan: span, span }), {
    kind: "name",
    path: [first],
    span,
  });
}
