// Evaluates what a user typed into the preview: the notation, or operations as `cute-lens eval` takes them.
// A mistake gives an unknown with the reason.

import { unknown, type Value } from "../../../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../../../src-engine/calculator/context.ts";
import { evaluateText as evaluate } from "../../../src-engine/calculator/expression.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { dialectOf } from "../facts/notation.ts";

export function evaluateText(text: string, language: Language): Value {
  const outcome = attempt(() => evaluate(makeContext(dialectOf(language)), text));
  return "value" in outcome ? outcome.value : unknown(outcome.stop.message);
}
