// What a bound of a sum says of its parts, and theirs of it: where `10*major + minor >= 90` and minor is 0 to 9, major is at least 9.
//
// All of it is about integers with known least and greatest values; an open end is infinite.
import type { Poly } from "../algebra/int/poly.ts";
import { boundsOf, polyOf } from "../algebra/int/poly-math.ts";
import type { HalfLine } from "./bound.ts";

export interface Range {
  readonly min: number;
  readonly max: number;
}

/** `10*major + minor`: each part by its key and factor, with what it can be. */
export interface Linear {
  readonly subject: string;
  readonly constant: number;
  readonly parts: readonly (Range & { readonly subject: string; readonly factor: number })[];
}

const mostParts = 4;

/** The sum that a polynomial is; undefined for one that says nothing beyond itself. */
export function linearOf(poly: Poly): Linear | undefined {
  const parts: (Range & { subject: string; factor: number })[] = [];
  let constant = 0;
  for (const term of poly.terms) {
    const [factor, second] = term.factors;
    if (factor === undefined) constant += term.coef;
    else if (second !== undefined || factor.power !== 1) return undefined;
    else {
      const part = polyOf([{ ...term, coef: 1 }]);
      parts.push({ subject: part.key, factor: term.coef, ...boundsOf(part) });
    }
  }
  const isPlain = parts.length === 1 && parts[0]!.factor === 1 && constant === 0;
  return parts.length === 0 || parts.length > mostParts || isPlain ? undefined : { subject: poly.key, constant, parts };
}

/** The integers on a half-line. */
export function rangeOf({ bound: { op, limit }, holds }: HalfLine): Range {
  if (holds) return { min: -Infinity, max: op === "<" ? Math.ceil(limit) - 1 : Math.floor(limit) };
  return { min: op === "<" ? Math.ceil(limit) : Math.floor(limit) + 1, max: Infinity };
}

export const within = (a: Range, b: Range): Range => ({ min: Math.max(a.min, b.min), max: Math.min(a.max, b.max) });

/** What the sum can be, with what is known of its parts. */
export function rangeOfSum({ constant, parts }: Linear, known: (subject: string) => Range): Range {
  let [min, max] = [constant, constant];
  for (const part of parts) {
    const scaled = times(within(part, known(part.subject)), part.factor);
    min += scaled.min;
    max += scaled.max;
  }
  return { min, max };
}

/** What one part can be where the sum is in a range. */
export function rangeOfPart(sum: Linear, subject: string, range: Range, known: (subject: string) => Range): Range {
  const part = sum.parts.find((one) => one.subject === subject);
  if (part === undefined) return { min: -Infinity, max: Infinity };
  const rest = rangeOfSum({ ...sum, parts: sum.parts.filter((one) => one !== part) }, known);
  const [low, high] = [range.min - rest.max, range.max - rest.min];
  const ends = part.factor > 0 ? [low, high] : [high, low];
  return { min: Math.ceil(ends[0]! / part.factor), max: Math.floor(ends[1]! / part.factor) };
}

const times = ({ min, max }: Range, factor: number): Range =>
  factor > 0 ? { min: min * factor, max: max * factor } : { min: max * factor, max: min * factor };
