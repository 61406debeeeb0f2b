// What rules ask of a call: an argument by role, what refused it, links to where arguments were declared.
import type { Need, Stop } from "../../../src-engine/algebra/context.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact, Fact, VariableFact } from "../../../src-engine/program/facts.ts";
import type { ItemId, Span } from "../../../src-engine/program/ir.ts";
import { numberOf } from "../facts/sizes.ts";
import type { Finding, Related, RuleContext } from "./rule.ts";

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

/** Where a finding about arguments is told: from the first of them to the last, in the call as it is written; else at its name. */
export function guilty(
  call: CallFact,
  ...args: readonly (CallArg | undefined)[]
): Pick<Finding, "item" | "span" | "of"> {
  const written = args
    .filter((arg) => arg !== undefined)
    .filter(({ span, text }) => text !== "" && isInside(span, call));
  if (written.length === 0) return { item: call.item, span: call.nameSpan };
  const start = Math.min(...written.map(({ span }) => span.start));
  const end = Math.max(...written.map(({ span }) => span.end));
  return { item: call.item, span: { start, end }, of: call.nameSpan };
}

/** Where arguments stand that do not go together. */
export const spansOf = (...args: readonly (CallArg | undefined)[]): readonly Span[] =>
  args.flatMap((arg) => (arg === undefined || arg.text === "" ? [] : [arg.span]));

/** Behind the called name, or what an index is of: neither a default, nor what a method is called on. */
function isInside(span: Span, { span: whole, nameSpan }: CallFact): boolean {
  const isUnnamed = nameSpan.end === whole.end;
  return (isUnnamed ? whole.start < span.start : nameSpan.end <= span.start) && span.end <= whole.end;
}

/** A count in a sentence: `8`, not `_8`. */
export const counted = (context: RuleContext, value: Int): string => String(numberOf(value) ?? context.print(value));

/** Links to the declarations of these arguments, each with its value. */
export function declarations(context: RuleContext, args: readonly (CallArg | undefined)[]): readonly Related[] {
  return args.flatMap((arg) =>
    arg?.declared === undefined ? [] : [{ ...arg.declared, message: declaredText(context, arg.text, arg.value) }],
  );
}

/** `sA = (_8,_4):(_4,_1), declared here`; a tiled copy or MMA, which is printed in many lines, without its value. */
export function declaredText(context: RuleContext, name: string, value: Value): string {
  const printed = context.print(value);
  return printed.includes("\n") ? `${name} is declared here` : `${name} = ${printed}, declared here`;
}

/** The variable that an argument names, with the expression that initialises it. */
export function declarationOf(arg: CallArg | undefined, facts: readonly Fact[]): VariableFact | undefined {
  const declared = arg?.declared;
  return facts.find(
    (fact): fact is VariableFact =>
      fact.kind === "variable" && fact.item === declared?.item && fact.span.start === declared.span.start,
  );
}

/** What gives an argument its value: the argument itself, or what its name is declared with; offsets count from the item. */
export function writtenFor(
  { text, span, declared }: CallArg,
  { item }: CallFact,
  context: RuleContext,
): { readonly item: ItemId; readonly start: number; readonly text: string } | undefined {
  if (declared === undefined) return { item, start: span.start, text };
  const { end } = declared.span;
  const behind = context.text({ item: declared.item, span: { start: end, end: end + longestInitialiser } });
  const before = /^\s*=\s*/.exec(behind)?.[0];
  if (before === undefined) return undefined;
  const rest = behind.slice(before.length);
  const length = (context.language === "cpp" ? /[;]/ : /\n(?!\s*[)\]])/).exec(rest)?.index ?? rest.length;
  return { item: declared.item, start: end + before.length, text: rest.slice(0, length) };
}

const longestInitialiser = 400;
