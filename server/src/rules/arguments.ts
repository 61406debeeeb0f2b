// What rules ask of a call: an argument by role, what refused it, links to where arguments were declared.
import type { Need, Stop } from "../../../src-engine/algebra/context.ts";
import type { Int } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact, Fact, VariableFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import type { Related, RuleContext } from "./rule.ts";

/** The ops that build a TMA descriptor through CuTe, in both languages, by CuTe's own names. */
export const tmaConstructions: readonly string[] = [
  "make_tma_copy",
  "make_tma_copy_A_sm90",
  "make_tma_copy_B_sm90",
  "make_tma_copy_C_sm90",
  "make_tma_copy_A_sm100",
  "make_tma_copy_B_sm100",
  "make_tma_copy_C_sm100",
  "make_tma_atom",
  "make_tma_atom_A_sm100",
  "make_tma_atom_B_sm100",
  "make_im2col_tma_copy",
  "make_tiled_tma_atom",
  "make_tiled_tma_atom_A",
  "make_tiled_tma_atom_B",
];

export function argument(call: CallFact, ...roles: readonly string[]): CallArg | undefined {
  return call.args.find((arg) => roles.includes(arg.role));
}

/** What CuTe's condition at `at` (header:line) said of this call when it does not hold. */
export function refusal(call: CallFact, ...at: readonly string[]): Stop | Need | undefined {
  const stop = call.stop?.at;
  if (call.stop !== undefined && stop !== undefined && at.includes(stop)) return call.stop;
  return call.needs.find((need) => need.holds === "no" && need.at !== undefined && at.includes(need.at));
}

/** A count in a sentence: `8`, not `_8`. */
export const counted = (context: RuleContext, value: Int): string => String(numberOf(value) ?? context.print(value));

/** Links to the declarations of these arguments, each with its value. */
export function declarations(context: RuleContext, args: readonly (CallArg | undefined)[]): readonly Related[] {
  return args.flatMap((arg) =>
    arg?.declared === undefined
      ? []
      : [{ ...arg.declared, message: `${arg.text} = ${context.print(arg.value)}, declared here` }],
  );
}

/** The variable that an argument names, with the expression that initialises it. */
export function declarationOf(arg: CallArg | undefined, facts: readonly Fact[]): VariableFact | undefined {
  const declared = arg?.declared;
  return facts.find(
    (fact): fact is VariableFact =>
      fact.kind === "variable" && fact.item === declared?.item && fact.span.start === declared.span.start,
  );
}
