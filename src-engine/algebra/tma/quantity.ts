// Questions about quantities of a TMA descriptor, which are plain numbers or the engine's integers: yes, no or unknown.
import type { Answer } from "../context.ts";
import { divides, less } from "../int/ask.ts";
import { dynamicInt, mul } from "../int/int.ts";
import type { Int } from "../value.ts";

export type Quantity = number | Int;

/** The number, where there is one. */
export const numberOf = (quantity: Quantity): number | undefined =>
  typeof quantity === "number" ? quantity : quantity.kind === "num" ? quantity.value : undefined;

const decided = (holds: boolean): Answer => (holds ? "yes" : "no");

export function dividedBy(quantity: Quantity, divisor: number): Answer {
  if (typeof quantity === "number") return decided(quantity % divisor === 0);
  return divides(dynamicInt(divisor), quantity);
}

export function atLeast(quantity: Quantity, min: number): Answer {
  if (typeof quantity === "number") return decided(quantity >= min);
  return negated(less(quantity, dynamicInt(min)));
}

export function atMost(quantity: Quantity, max: number): Answer {
  if (typeof quantity === "number") return decided(quantity <= max);
  return negated(less(dynamicInt(max), quantity));
}

/** A number of elements in bytes. Undefined when a run-time count of sub-byte elements has no closed form. */
export function bytesOf(quantity: Quantity, bits: number): Quantity | undefined {
  const value = numberOf(quantity);
  if (value !== undefined) return (value * bits) / 8;
  return typeof quantity === "number" || bits % 8 !== 0 ? undefined : mul(quantity, dynamicInt(bits / 8));
}

function negated(answer: Answer): Answer {
  return answer === "unknown" ? "unknown" : decided(answer === "no");
}

/** "no" when one is no, "yes" when all are. */
export function all(answers: readonly Answer[]): Answer {
  if (answers.includes("no")) return "no";
  return answers.every((answer) => answer === "yes") ? "yes" : "unknown";
}
