// What an MMA made as the one operand and a gemm takes as the other, told from what the values themselves remember.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { argument, guilty } from "./arguments.ts";
import type { Finding } from "./rule.ts";
import { operandOf } from "./tensor-parts.ts";

/** A and B of a gemm, cut up for the threads as the other operand is: told from the values, on whatever way they came. */
export function operandsElse(
  tensors: readonly (Value | undefined)[],
): { readonly message: string; readonly blames: readonly number[] } | undefined {
  const [a, b] = tensors.map(operandOf);
  if (a === "B" && b === "A")
    return {
      message: "A is what was partitioned as B, and B what was partitioned as A: the two have changed places",
      blames: [0, 1],
    };
  if (a !== "B" && b !== "A") return undefined;
  const [is, was] = a === "B" ? ["A", "B"] : ["B", "A"];
  const message = `${is} is what was partitioned as ${was}: each thread holds other elements than the instruction takes; partition it as ${is}`;
  return { message, blames: [is === "A" ? 0 : 1] };
}

/** Of a gemm whose operands come from elsewhere, whether anything else is known of them or not. */
export function exchangedElsewhere(call: CallFact): readonly Finding[] {
  if (!call.certain) return [];
  const operands = (["a", "b"] as const).map((role) => argument(call, role));
  const found = operandsElse(operands.map((one) => one?.value));
  if (found === undefined) return [];
  return [
    { ...guilty(call, ...found.blames.map((at) => operands[at])), message: found.message, related: [], fixes: [] },
  ];
}
