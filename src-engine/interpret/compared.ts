// The comparison that a value is, wherever an operation has made it: `x < 9` as a half-line of x, `x == 9` as an equality.

import type { Poly } from "../algebra/int/poly.ts";
import { constantOf } from "../algebra/int/poly-math.ts";
import { onlyAtom } from "../algebra/int/poly-ops.ts";
import type { Value } from "../algebra/value.ts";
import { type Bound, type HalfLine, halfLineOf } from "../program/bound.ts";
import type { Condition } from "../program/condition.ts";
import { type Linear, linearOf } from "../program/linear.ts";

export const keyOf = ({ subject, op, limit }: Bound): string => `${subject} ${op} ${limit}`;

/** What a comparison that an operation has made compares, if one side is a number. */
function comparedIn(value: Value):
  | {
      readonly sign: string;
      readonly subject: string;
      readonly sum: Poly;
      readonly number: number;
      readonly side: "left" | "right";
    }
  | undefined {
  const atom = value.kind === "sym" ? onlyAtom(value.poly, "cmp") : undefined;
  const [a, b] = atom?.args ?? [];
  if (a === undefined || b === undefined) return undefined;
  const [left, right] = [constantOf(a), constantOf(b)];
  const sign = atom?.sign ?? "";
  if (right !== undefined) return { sign, subject: a.key, sum: a, number: right, side: "right" };
  return left === undefined ? undefined : { sign, subject: b.key, sum: b, number: left, side: "left" };
}

/** Of the number that it compares, the sum that it is. */
export function sumIn(value: Value): { readonly linear?: Linear } {
  const found = comparedIn(value);
  return found === undefined ? {} : sumOf(found.sum);
}

export function sumOf(poly: Poly): { readonly linear?: Linear } {
  const linear = linearOf(poly);
  return linear === undefined ? {} : { linear };
}

export function halfLineIn(value: Value): HalfLine | undefined {
  const found = comparedIn(value);
  return found === undefined || !/^[<>]=?$/.test(found.sign)
    ? undefined
    : halfLineOf(found.sign, found.subject, found.number, found.side);
}

/** The condition that a comparison is, wherever it was made. */
export function conditionIn(value: Value, text: string): Condition | undefined {
  const line = halfLineIn(value);
  const words = (holds: boolean) => (holds ? { text } : { text: `not ${text}`, otherwise: text });
  if (line !== undefined)
    return { kind: "test", key: keyOf(line.bound), ...line, ...sumIn(value), ...words(line.holds) };
  const found = comparedIn(value);
  if (found === undefined || (found.sign !== "==" && found.sign !== "!=")) return undefined;
  const { subject } = found;
  const constant = `n${found.number}`;
  const holds = found.sign === "==";
  const equality = { subject, constant };
  return { kind: "test", key: `${subject} == ${constant}`, holds, equality, ...sumOf(found.sum), ...words(holds) };
}
