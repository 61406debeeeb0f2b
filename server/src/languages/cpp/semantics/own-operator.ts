// C++: operators and conversions that a class of the project defines as members: `a + b`, `if (x)`, `int n = x`.
import type { DType, Value } from "../../../../../src-engine/algebra/value.ts";
import { basesOf, classInstance } from "../../../../../src-engine/interpret/class.ts";
import { callWithValues } from "../../../../../src-engine/interpret/function-call.ts";
import { memberFunction } from "../../../../../src-engine/interpret/member.ts";
import { binaryValues } from "../../../../../src-engine/interpret/operator.ts";
import type { Protocol } from "../../../../../src-engine/interpret/semantics.ts";
import type { Frame } from "../../../../../src-engine/interpret/session.ts";
import type { ClassValue, ObjectValue } from "../../../../../src-engine/program/values.ts";

/** The left one's `operator+`, else what the objects convert to; undefined where they do neither. */
export function ownOperator(frame: Frame, op: string, left: Value, right: Value): Value | undefined {
  const own = left.kind === "object" ? memberFunction(frame, left, `operator${op}`) : undefined;
  if (own !== undefined) return callWithValues(frame, own, [right]);
  if (left.kind !== "object" && right.kind !== "object") return undefined;
  const [a, b] = [left, right].map((one) => (one.kind === "object" ? objectAs(frame, one) : one));
  const isConverted = a !== undefined && b !== undefined && a.kind !== "object" && b.kind !== "object";
  return isConverted ? binaryValues(frame, op, a, b) : undefined;
}

/** `if (x)`. */
export const ownTruth = (frame: Frame, object: ObjectValue, of: Protocol): Value | undefined =>
  of === "truth" ? objectAs(frame, object, "bool") : undefined;

/** What the object's conversion gives: the one to the type that is wanted, else its only one. */
export function objectAs(frame: Frame, object: ObjectValue, wanted?: DType["name"]): Value | undefined {
  if (object.type === undefined) return undefined;
  const names = conversionsOf(frame, object.type, 0);
  const exact = names.find((name) => name === `operator ${wanted}`);
  const name = exact ?? (names.length === 1 ? names[0] : undefined);
  const fn = name === undefined ? undefined : memberFunction(frame, object, name);
  return fn && callWithValues(frame, fn, []);
}

function conversionsOf(frame: Frame, cls: ClassValue, depth: number): readonly string[] {
  const own = cls.item.members.flatMap((one) =>
    one.kind === "function" && /^operator (?!new\b|delete\b|co_await\b)/.test(one.name) ? [one.name] : [],
  );
  if (cls.item.bases.length === 0 || depth > 8) return own;
  const bases = basesOf(frame.session, classInstance(frame, cls));
  return [...own, ...bases.flatMap((one) => (one.kind === "class" ? conversionsOf(frame, one, depth + 1) : []))];
}
