// Runs an engine operation for an answer on the side: a stop or a spent budget gives undefined, needs are not kept.
import type { Context } from "../../../src-engine/algebra/context.ts";
import { makeContext, attempt as run } from "../../../src-engine/calculator/context.ts";
import type { Language } from "../../../src-engine/program/ir.ts";
import { dialectOf } from "./notation.ts";

/** What a hover may take; about 10 ms. */
const budget = 200_000;

export function attempt<T>(language: Language, operation: (ctx: Context) => T): T | undefined {
  const outcome = run(() => operation(makeContext(dialectOf(language), budget)));
  return "value" in outcome ? outcome.value : undefined;
}
