// Fields of `@cute.struct` storage: what their annotations say.

import { unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { isStorage, newObject } from "../../../../../src-engine/interpret/class.ts";
import { contextOf } from "../../../../../src-engine/interpret/context-of.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import { lift } from "../../../../../src-engine/interpret/join.ts";
import { sameValue } from "../../../../../src-engine/interpret/key.ts";
import { causeOf } from "../../../../../src-engine/interpret/operator.ts";
import type { Frame } from "../../../../../src-engine/interpret/session.ts";
import type { StatementItem } from "../../../../../src-engine/program/ir.ts";

/** A field of `@cute.struct` storage is what its annotation says: `cute.struct.MemRange[Float16, 1024]`, another storage, a number. */
export function storageField(frame: Frame, statement: StatementItem["statement"] & { kind: "let" }): Value | undefined {
  const cls = frame.owner?.value.item;
  if (cls === undefined || !isStorage(cls) || statement.type === undefined) return undefined;
  const name = statement.target.kind === "bind" ? statement.target.name : "the field";
  const type = evaluate(frame, statement.type);
  return oneStorage(
    frame,
    lift(frame, [type], name, ([one]) => storageOf(frame, one!, name)),
  );
}

function storageOf(frame: Frame, type: Value, name: string): Value {
  if (type.kind === "class") return newObject(frame, type);
  if (type.kind === "object" && type.name === "storage") return type;
  if (type.kind === "type") return type.of;
  return frame.dialect.index(type, [], contextOf(frame)) ?? unknown(`the type of ${name} is not known`, causeOf(type));
}

/** Storage of one type whose size depends on a condition is one thing still. */
function oneStorage(frame: Frame, value: Value): Value {
  if (value.kind !== "alternatives") return value;
  const objects = value.options.flatMap(({ value: one }) =>
    one.kind === "object" && one.type === undefined ? [one] : [],
  );
  const first = objects[0];
  if (first === undefined || objects.length < value.options.length) return value;
  const isAlike = (name: string): boolean => {
    const [given, ...others] = objects.map((one) => one.fields.get(name));
    return others.every((one) =>
      isNumber(one) && isNumber(given) ? one.value === given.value : sameValue(frame.session.identities, one, given),
    );
  };
  if (objects.some((one) => one.name !== first.name) || !["dtype", "align"].every(isAlike)) return value;
  return { ...first, fields: new Map([...first.fields, ["size", unknown("the size depends on a condition")]]) };
}

const isNumber = (value: Value | undefined): value is Value & { kind: "num" } => value?.kind === "num";
