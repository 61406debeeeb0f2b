// What a test of an `if` is known to be: `if constexpr (!IsRS && Stages > 1)`. A number at a place stands for all times it was met.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { Expr } from "../../../src-engine/program/ir.ts";
import { integerOf } from "./loop-range.ts";

/** Undefined where only the run knows. */
export function decided(test: Expr, found: (value: Expr) => Value | undefined): boolean | undefined {
  if (test.kind === "unary" && (test.op === "!" || test.op === "not")) {
    const value = decided(test.value, found);
    return value === undefined ? undefined : !value;
  }
  if (test.kind !== "binary") return truth(test, found);
  const compare = comparisons.get(test.op);
  if (test.op === "&&" || test.op === "||") {
    const ends = test.op === "||";
    const sides = [decided(test.left, found), decided(test.right, found)];
    if (sides.includes(ends)) return ends;
    return sides.includes(undefined) ? undefined : !ends;
  }
  if (compare === undefined) return truth(test, found);
  const [left, right] = [integerOf(test.left, found), integerOf(test.right, found)];
  return left?.kind === "num" && right?.kind === "num" ? compare(left.value, right.value) : truth(test, found);
}

function truth(test: Expr, found: (value: Expr) => Value | undefined): boolean | undefined {
  const value = integerOf(test, found);
  return value?.kind === "num" ? value.value !== 0 : undefined;
}

export const comparisons: ReadonlyMap<string, (a: number, b: number) => boolean> = new Map([
  ["<", (a, b) => a < b],
  ["<=", (a, b) => a <= b],
  [">", (a, b) => a > b],
  [">=", (a, b) => a >= b],
  ["==", (a, b) => a === b],
  ["!=", (a, b) => a !== b],
]);
