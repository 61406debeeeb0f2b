// The calculator of the library: `evaluate("logical_divide((8,16):(1,8), (4,4))")`.
import { print } from "../../../src-engine/algebra/notation/print.ts";
import type { Value as EngineValue } from "../../../src-engine/algebra/value.ts";
import { dialectFor, evaluated } from "../cli/evaluation.ts";
import type { Dialect, Layout, Tuple } from "./layout.ts";
import { layoutFrom, tupleFrom } from "./plain.ts";

export interface EvaluateOptions {
  /** The notation that is read and printed: CuTe C++ (`_8` is static), or CuTe DSL's. Without it the text decides. */
  readonly dialect?: Dialect;
}

/** What an expression is worth: its value, or why it has none. */
export type Evaluation =
  | {
      readonly kind: "value";
      /** As CuTe prints it. */
      readonly text: string;
      readonly value: Value;
      /** What is doubtful about the value, in words: a division that is not exact, for one. Empty when nothing is. */
      readonly notes: readonly string[];
    }
  | {
      readonly kind: "error";
      readonly message: string;
      /** Where in the expression, as an offset; absent where it is the whole. */
      readonly offset?: number;
    };

/** A value by its kind. What has no data of its own here is `other`, with its text. */
export type Value =
  | { readonly kind: "layout"; readonly layout: Layout }
  | { readonly kind: "tuple"; readonly tuple: Tuple }
  | { readonly kind: "swizzle"; readonly bits: number; readonly base: number; readonly shift: number }
  | { readonly kind: "other"; readonly text: string };

/**
 * The value of an expression of the layout algebra, in CuTe's notation.
 *
 * Never throws for what the expression says: a mistake is an answer of kind `error`.
 */
export function evaluate(text: string, { dialect: wanted }: EvaluateOptions = {}): Evaluation {
  const dialect = dialectFor(text, wanted);
  const outcome = evaluated(text, dialect);
  if (!("stop" in outcome)) {
    const { value, notes } = outcome;
    return { kind: "value", text: outcome.text, value: plainValue(value, dialect), notes };
  }
  const { message, facts } = outcome.stop;
  const offset = facts?.offset?.kind === "num" ? facts.offset.value : undefined;
  return { kind: "error", message, ...(offset === undefined ? {} : { offset }) };
}

function plainValue(value: EngineValue, dialect: Dialect): Value {
  const layout = layoutFrom(value, dialect);
  if (layout !== undefined) return { kind: "layout", layout };
  const tuple = tupleFrom(value, dialect);
  if (tuple !== undefined) return { kind: "tuple", tuple };
  if (value.kind === "swizzle") return { kind: "swizzle", bits: value.b, base: value.m, shift: value.s };
  return { kind: "other", text: print(value, dialect) };
}
