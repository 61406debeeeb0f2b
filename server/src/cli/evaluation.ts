// One expression of the calculator: its value, how it is printed, and what it rests on. For `eval`, the library and agents.
import type { Need, Stop } from "../../../src-engine/algebra/context.ts";
import { print } from "../../../src-engine/algebra/notation/print.ts";
import type { Value } from "../../../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../../../src-engine/calculator/context.ts";
import { evaluateText } from "../../../src-engine/calculator/expression.ts";

export type ExpressionDialect = "cpp" | "dsl";

export interface Evaluated {
  readonly value: Value;
  /** As the dialect prints it. */
  readonly text: string;
  /** What is doubtful or wrong about it, in words. */
  readonly notes: readonly string[];
}

export function evaluated(text: string, dialect: ExpressionDialect): Evaluated | { readonly stop: Stop } {
  const ctx = makeContext(dialect);
  const outcome = attempt(() => {
    const value = evaluateText(ctx, text);
    return { value, text: print(value, dialect) };
  });
  if ("stop" in outcome) return outcome;
  return { ...outcome.value, notes: [...new Set(ctx.needs.flatMap((need) => noteOf(need, dialect)))] };
}

/** The notation that is wanted; else CuTe DSL's where the text names its module. */
export const dialectFor = (text: string, wanted: ExpressionDialect | undefined): ExpressionDialect =>
  wanted ?? (/\bcute\./.test(text) ? "dsl" : "cpp");

/** What the result rests on, or what is wrong with it. */
function noteOf(need: Need, dialect: "cpp" | "dsl"): readonly string[] {
  if (need.holds === "yes") return [];
  const show = (role: string): string => {
    const value = need.facts[role];
    return value === undefined ? "?" : print(value, dialect);
  };
  const doubt = need.holds === "no" ? "does not hold" : "is not known";
  switch (need.kind) {
    case "divides":
      return [`${show("divisor")} divides ${show("of")}: ${doubt}`];
    case "exact":
      return need.holds === "no"
        ? [`not exact: the result is not ${show("left")} o ${show("right")} everywhere`]
        : [`exact only under conditions: ${show("left")} o ${show("right")}`];
    default:
      return [`${need.kind}: ${doubt}`];
  }
}
