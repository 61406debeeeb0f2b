// What a class takes in shared memory, field by field: of what shares its place the largest counts.
import { type Unknown, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";
import { basesOf, classFrame, classInstance } from "../../../../../src-engine/interpret/class.ts";
import { evaluate } from "../../../../../src-engine/interpret/expression.ts";
import type { StorageSize } from "../../../../../src-engine/interpret/semantics.ts";
import type { ClassInstance, Frame } from "../../../../../src-engine/interpret/session.ts";
import type { StoragePart } from "../../../../../src-engine/program/facts.ts";
import type { StatementItem } from "../../../../../src-engine/program/ir.ts";
import type { ClassValue } from "../../../../../src-engine/program/values.ts";
import { extentOf, fieldExtent, fieldsOf } from "./size-of.ts";

export function storageOf(frame: Frame, type: Value): StorageSize | Unknown {
  const extent = extentOf(frame, type);
  if ("kind" in extent) return unknown(extent.why, extent.cause);
  return { bytes: extent.bytes, parts: type.kind === "class" ? partsOf(frame, type, "") : [] };
}

/** By the path of each field; of a class whose fields are library types or arrays, these. */
function partsOf(frame: Frame, type: ClassValue, path: string): readonly StoragePart[] {
  const instance = classInstance(frame, type);
  const bases = basesOf(frame.session, instance).map((base) =>
    base.kind === "class" ? partsOf(frame, base, path) : [],
  );
  const fields = fieldsOf(instance);
  const own = groupsOf(fields, 0).map((group) => groupParts(frame, instance, group, { path, depth: 0 }));
  if (!type.item.attributes.includes("union")) return [...bases, ...own].flat();
  return largest(own);
}

/** Fields of one anonymous struct or union stand together, every other by itself. */
function groupsOf(fields: readonly StatementItem[], depth: number): readonly (readonly StatementItem[])[] {
  const groups: StatementItem[][] = [];
  let last: string | undefined;
  for (const field of fields) {
    const group = field.anonymous?.[depth];
    if (group !== undefined && group === last) groups.at(-1)?.push(field);
    else groups.push([field]);
    last = group;
  }
  return groups;
}

interface Where {
  readonly path: string;
  readonly depth: number;
}

function groupParts(
  frame: Frame,
  instance: ClassInstance,
  group: readonly StatementItem[],
  { path, depth }: Where,
): readonly StoragePart[] {
  const [first] = group;
  if (first === undefined) return [];
  const name = first.anonymous?.[depth];
  if (name === undefined) return fieldParts(frame, instance, first, path);
  const inside = groupsOf(group, depth + 1).map((one) => groupParts(frame, instance, one, { path, depth: depth + 1 }));
  return name.startsWith("union") ? largest(inside) : inside.flat();
}

function fieldParts(frame: Frame, instance: ClassInstance, field: StatementItem, path: string): readonly StoragePart[] {
  const { statement } = field;
  const extent = fieldExtent(frame, instance, field);
  if ("kind" in extent || statement.kind !== "let") return [];
  const name = path === "" ? field.name : `${path}.${field.name}`;
  const own = { ...classFrame(frame.session, instance), item: instance.value.within ?? field.id };
  const isPlain = statement.type === undefined || statement.type.kind === "pointer-type" || statement.dims.length > 0;
  const type = isPlain || statement.type === undefined ? undefined : evaluate(own, statement.type);
  const inside = type?.kind === "class" ? partsOf(frame, type, name) : [];
  return inside.length > 0 ? inside : [{ name, bytes: extent.bytes }];
}

const sum = (parts: readonly StoragePart[]): number => parts.reduce((all, { bytes }) => all + bytes, 0);

const largest = (each: readonly (readonly StoragePart[])[]): readonly StoragePart[] =>
  each.reduce((a, b) => (sum(b) > sum(a) ? b : a), []);
