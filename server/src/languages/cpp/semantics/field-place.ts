// Where a field of a class lies in it: arrays and objects in a struct carry their bytes from the start of the outermost one.
import type { Value } from "../../../../../src-engine/algebra/value.ts";
import type { ClassInstance, Frame } from "../../../../../src-engine/interpret/session.ts";
import type { ObjectValue } from "../../../../../src-engine/program/values.ts";
import { fieldStart } from "./size-of.ts";

export function placedField(
  frame: Frame,
  object: ObjectValue,
  instance: ClassInstance,
  name: string,
  value: Value,
): Value {
  if (value.kind !== "object" && (value.kind !== "pointer" || value.room === undefined)) return value;
  const outer = object.within ?? 0;
  const own = outer === "unknown" ? undefined : fieldStart(frame, instance, name);
  if (outer === "unknown" || own === undefined)
    return value.kind === "object" ? { ...value, within: "unknown" } : value;
  const within = outer + own;
  if (value.kind === "pointer" || value.type !== undefined) return { ...value, within };
  return { ...value, fields: new Map([...value.fields].map(([member, one]) => [member, dataAt(one, within)])) };
}

/** `storage.data()` of an array leads to where the array lies. */
const dataAt = (member: Value, within: number): Value =>
  member.kind === "builtin" && member.self?.kind === "pointer"
    ? { ...member, self: { ...member.self, within } }
    : member;
