// `+`, `*` and `%` of Python's own sequences: texts and tuples.
import { areAlike, tupleLike, unknown, type Value } from "../../../../../src-engine/algebra/value.ts";

export function sequenceOperator(op: string, left: Value, right: Value): Value | undefined {
  if (op === "%" && left.kind === "text") return unknown("formatted text");
  if (op === "*") return repeated(left, right) ?? repeated(right, left);
  if (op !== "+") return undefined;
  if (left.kind === "text" && right.kind === "text") return { kind: "text", value: left.value + right.value };
  if (left.kind !== "tuple" || right.kind !== "tuple") return undefined;
  return areAlike(left, right)
    ? tupleLike(left, [...left.items, ...right.items])
    : unknown("Python adds lists to lists and tuples to tuples alone");
}

function repeated(list: Value, times: Value): Value | undefined {
  if (list.kind !== "tuple" || list.view || times.kind !== "num" || list.items.length * times.value > 4096)
    return undefined;
  return tupleLike(list, Array.from({ length: Math.max(0, times.value) }, () => list.items).flat());
}
