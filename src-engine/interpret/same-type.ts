// Are two types one? Yes, no, or unknown where symbols in them may have equal numbers.
//
// Types are known by the values of `T{}`. A class is its item with its arguments; the fields of an object are no part of its type.
import type { Answer } from "../algebra/context.ts";
import { equal } from "../algebra/int/ask.ts";
import { isInt } from "../algebra/int/int.ts";
import type { Pointer, Value } from "../algebra/value.ts";
import type { ClassValue, ObjectValue } from "../program/values.ts";

export function sameType(a: Value, b: Value): Answer {
  if (a.kind === "unknown" || b.kind === "unknown") return "unknown";
  if ((a.kind === "dtype" && a.assumed === true) || (b.kind === "dtype" && b.assumed === true)) return "unknown";
  if (isInt(a) && isInt(b)) return a.know === b.know ? equal(a, b) : "no";
  if (a.kind === "class" && b.kind === "class") return sameClass(a, b);
  if (a.kind === "object" && b.kind === "object") return sameObject(a, b);
  if (a.kind === "pointer" && b.kind === "pointer") return samePointer(a, b);
  return a.kind === b.kind ? sameParts(a, b) : "no";
}

function sameClass(a: ClassValue, b: ClassValue): Answer {
  if (a.item.id !== b.item.id || a.file !== b.file) return "no";
  const inside = a.outer === b.outer ? "yes" : "unknown";
  return all([inside, sameData(a.targs, b.targs)]);
}

function sameObject(a: ObjectValue, b: ObjectValue): Answer {
  if (a.type !== undefined && b.type !== undefined) return sameClass(a.type, b.type);
  if (a.name !== b.name) return "no";
  return a.fields.size === 0 && b.fields.size === 0 ? sameData(a.stands, b.stands) : "unknown";
}

/** Where it points to is no part of a pointer's type; of its iterator's type only a part is kept. */
function samePointer(a: Pointer, b: Pointer): Answer {
  return a.space !== b.space || sameType(a.dtype, b.dtype) === "no" ? "no" : "unknown";
}

const isValue = (data: object): data is Value => "kind" in data;

/** Plain data, part by part. */
function sameData(a: unknown, b: unknown): Answer {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b ? "yes" : "no";
  return isValue(a) && isValue(b) ? sameType(a, b) : sameParts(a, b);
}

function sameParts(a: object, b: object): Answer {
  const [parts, others] = [partsOf(a), partsOf(b)];
  if (parts.size !== others.size) return "no";
  return all([...parts].map(([name, part]) => (others.has(name) ? sameData(part, others.get(name)) : "no")));
}

const partsOf = (data: object): ReadonlyMap<unknown, unknown> =>
  data instanceof Map ? data : new Map(Object.entries(data).filter(([, part]) => part !== undefined));

const all = (answers: readonly Answer[]): Answer =>
  answers.includes("no") ? "no" : answers.includes("unknown") ? "unknown" : "yes";
