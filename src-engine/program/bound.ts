// Conditions that compare something with a number: `x < 9` and `x <= 9`, and where they do not hold `x >= 9` and `x > 9`.
//
// Each is a half-line, so that one may follow from another, rule it out, or do so with numbers: "== 10" is not "< 9".
import type { Answer } from "../algebra/context.ts";

export interface Bound {
  readonly subject: string;
  readonly op: "<" | "<=";
  readonly limit: number;
}

/** A bound and whether it holds. */
export interface HalfLine {
  readonly bound: Bound;
  readonly holds: boolean;
}

/** `x >= 9` is "not < 9"; `9 > x`, with the number on the left, is `x < 9`. */
export function halfLineOf(op: string, subject: string, limit: number, number: "left" | "right"): HalfLine {
  const turned: Readonly<Record<string, string>> = { "<": ">", "<=": ">=", ">": "<", ">=": "<=" };
  const plain = number === "right" ? op : (turned[op] ?? op);
  const isUpper = plain === "<" || plain === "<=";
  return { bound: { subject, op: plain === "<" || plain === ">=" ? "<" : "<=", limit }, holds: isUpper };
}

/** Is the number on the half-line? */
export function contains({ bound: { op, limit }, holds }: HalfLine, number: number): boolean {
  return (op === "<" ? number < limit : number <= limit) === holds;
}

/** Does `asked` hold wherever `known` does? */
export function follows(known: HalfLine, asked: HalfLine): Answer {
  const [a, b] = [known.bound, asked.bound];
  if (a.subject !== b.subject) return "unknown";
  // Numbers on the limit itself: below it by "<", on it by "<=".
  const end = (one: Bound): number => one.limit * 2 + (one.op === "<=" ? 1 : 0);
  if (known.holds && asked.holds) return end(a) <= end(b) ? "yes" : "unknown";
  if (!known.holds && !asked.holds) return end(a) >= end(b) ? "yes" : "unknown";
  if (known.holds) return end(a) <= end(b) ? "no" : "unknown";
  return end(a) >= end(b) ? "no" : "unknown";
}
