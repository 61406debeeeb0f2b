// What an expression of literals is worth, and of what is known of its parts.
import { divides } from "../../../src-engine/algebra/int/ask.ts";
import { add, div, dynamicInt, mul, sub } from "../../../src-engine/algebra/int/int.ts";
import type { Int } from "../../../src-engine/algebra/value.ts";
import type { Expr } from "../../../src-engine/program/ir.ts";

/** Operators have no facts of their own: their operands have. */
export function computed(of: Expr, known: (of: Expr) => number | undefined): number | undefined {
  const number = (part: Expr): number | undefined => known(part) ?? computed(part, known);
  switch (of.kind) {
    case "int":
      return of.value;
    case "cast":
      return number(of.value);
    case "unary": {
      const value = number(of.value);
      return value === undefined ? undefined : of.op === "-" ? -value : of.op === "!" ? Number(value === 0) : undefined;
    }
    case "binary": {
      const [left, right] = [number(of.left), number(of.right)];
      return left === undefined || right === undefined ? undefined : operators[of.op]?.(left, right);
    }
    default:
      return undefined;
  }
}

export const operators: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => Math.trunc(a / b),
  "//": (a, b) => Math.floor(a / b),
  "==": (a, b) => Number(a === b),
  "!=": (a, b) => Number(a !== b),
  "<": (a, b) => Number(a < b),
  "<=": (a, b) => Number(a <= b),
  ">": (a, b) => Number(a > b),
  ">=": (a, b) => Number(a >= b),
};

/** The same of sizes that have names: `rows * 64 * 2`. */
export function computedInt(of: Expr, known: (of: Expr) => Int | undefined): Int | undefined {
  const part = (one: Expr): Int | undefined => known(one) ?? computedInt(one, known);
  if (of.kind === "int") return dynamicInt(of.value);
  if (of.kind === "cast") return part(of.value);
  const [left, right] = of.kind === "binary" ? [part(of.left), part(of.right)] : [];
  if (of.kind !== "binary" || left === undefined || right === undefined) return undefined;
  if (of.op === "/" || of.op === "//") return divides(right, left) === "yes" ? div(left, right) : undefined;
  return sums[of.op]?.(left, right);
}

const sums: Readonly<Record<string, (a: Int, b: Int) => Int>> = { "+": add, "-": sub, "*": mul };
