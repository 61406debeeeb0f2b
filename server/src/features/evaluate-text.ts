// Evaluates what a user typed: a value in the notation. A mistake gives an unknown with the reason.
import { OpStop } from "../../../src-engine/context.ts";
import type { Language } from "../../../src-engine/ir.ts";
import { parse } from "../../../src-engine/notation/parse.ts";
import { unknown, type Value } from "../../../src-engine/value.ts";
import { dialectOf } from "./notation.ts";

export function evaluateText(text: string, language: Language): Value {
  try {
    return parse(text, { dialect: dialectOf(language) });
  } catch (error) {
    if (error instanceof OpStop) return unknown(error.stop.message);
    throw error;
  }
}
