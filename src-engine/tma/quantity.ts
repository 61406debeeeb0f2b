// Questions about quantities of a TMA descriptor, which are plain numbers or the engine's integers: yes, no or unknown.
import type { Answer } from "../context.ts";
import type { Int } from "../value.ts";

export type Quantity = number | Int;

/** The number, where there is one. */
export const numberOf = (quantity: Quantity): number | undefined =>
  typeof quantity === "number" ? quantity : quantity.kind === "num" ? quantity.value : undefined;

const decided = (holds: boolean): Answer => (holds ? "yes" : "no");

export function dividedBy(quantity: Quantity, divisor: number): Answer {
  const value = numberOf(quantity);
  return value === undefined ? "unknown" : decided(value % divisor === 0);
}

export function atLeast(quantity: Quantity, min: number): Answer {
  const value = numberOf(quantity);
  return value === undefined ? "unknown" : decided(value >= min);
}

export function atMost(quantity: Quantity, max: number): Answer {
  const value = numberOf(quantity);
  return value === undefined ? "unknown" : decided(value <= max);
}

/** "no" when one is no, "yes" when all are. */
export function all(answers: readonly Answer[]): Answer {
  if (answers.includes("no")) return "no";
  return answers.every((answer) => answer === "yes") ? "yes" : "unknown";
}
