// The elements of a C array that a call takes, from the array's initialiser: `uint32_t box[2] = {64, 128};`.
//
// They count where the array is initialised with a list and is named once between its declaration and the end of the call,
// so that nothing can have changed it. What is no literal and has no value is unknown.

import { symbol } from "../../../src-engine/algebra/int/ask.ts";
import { isInt } from "../../../src-engine/algebra/int/int.ts";
import type { Quantity } from "../../../src-engine/algebra/tma/quantity.ts";
import type { CallArg, CallFact, ExpressionFact, Fact, VariableFact } from "../../../src-engine/program/facts.ts";
import type { Span } from "../../../src-engine/program/ir.ts";
import type { RuleContext } from "./rule.ts";

/** The elements of an array argument from its initialiser; none where it could have changed. */
export function arrayElements(
  call: CallFact,
  arg: CallArg | undefined,
  facts: readonly Fact[],
  context: RuleContext,
): readonly Quantity[] {
  // Python passes tuples and lists, whose items are values.
  if (arg?.value.kind === "tuple")
    return arg.value.items.map((item, i) => (isInt(item) ? item : unknownElement(`${arg.span.start}, ${i}`)));
  const named = arg === undefined ? undefined : arrayNamed(arg.text);
  const variable = named === undefined ? undefined : declarationOf(named.name, call, facts);
  const source = variable?.source;
  if (named === undefined || source === undefined || !namedOnlyHere(named.name, call, source, context)) return [];
  const parts = initialisers(context.text({ item: call.item, span: source }).replace(comments, blank));
  return parts
    .slice(named.skip)
    .map(({ text, at }) => element(text, { start: source.start + at, end: source.start + at + text.length }, facts));
}

/** `box`, `box.data()`, `&box[1]`, `box + 1`: the array and where in it. */
function arrayNamed(text: string): { readonly name: string; readonly skip: number } | undefined {
  const [, name, plus, , index] =
    /^(?:\([\w\s:]+\*\)\s*)?(?:&?([A-Za-z_]\w*)(?:\.data\(\))?)(?:\s*\+\s*(\d+)|(\[(\d+)\]))?$/.exec(text.trim()) ?? [];
  return name === undefined ? undefined : { name, skip: Number(plus ?? index ?? 0) };
}

/** The nearest declaration above the call. */
const declarationOf = (name: string, call: CallFact, facts: readonly Fact[]): VariableFact | undefined =>
  [...facts]
    .reverse()
    .find(
      (fact): fact is VariableFact =>
        fact.kind === "variable" &&
        fact.item === call.item &&
        fact.name === name &&
        fact.source !== undefined &&
        fact.span.start < call.span.start,
    );

/** Between its declaration and the end of the call the array is named once, in the call. */
function namedOnlyHere(name: string, call: CallFact, source: Span, context: RuleContext): boolean {
  const text = context.text({ item: call.item, span: { start: source.end, end: call.span.end } });
  const after = text.replace(comments, "");
  return (after.match(new RegExp(`\\b${name}\\b`, "g")) ?? []).length === 1;
}

const comments = /\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*/g;

const blank = (text: string): string => " ".repeat(text.length);

/** `{a, f(b, c)}` as its top-level parts with their offsets. */
function initialisers(text: string): readonly { readonly text: string; readonly at: number }[] {
  const open = text.indexOf("{");
  const close = text.lastIndexOf("}");
  if (open < 0 || close < open) return [];
  // `std::array` has an array inside.
  const inner = /^\{\s*(\{[\s\S]*\})\s*\}/.exec(text.slice(open, close + 1))?.[1];
  if (inner !== undefined) {
    const from = text.indexOf(inner, open + 1);
    return initialisers(inner).map((part) => ({ ...part, at: part.at + from }));
  }
  const parts: { text: string; at: number }[] = [];
  let depth = 0;
  let start = open + 1;
  for (let i = open + 1; i <= close; i++) {
    const c = text[i] ?? "";
    if ("([{<".includes(c)) depth++;
    else if (")]>".includes(c) || (c === "}" && i < close)) depth--;
    else if ((c === "," && depth === 0) || i === close) {
      const raw = text.slice(start, i);
      parts.push({ text: raw.trim(), at: start + raw.length - raw.trimStart().length });
      start = i + 1;
    }
  }
  return parts;
}

/** Two places may hold two numbers. */
export const unknownElement = (place: string): Quantity =>
  symbol(`an array element that is not known: ${place}`, "?", { width: 64 });

/** A literal, or the value of the expression that stands there. */
function element(text: string, span: Span, facts: readonly Fact[]): Quantity {
  if (/^\d+$/.test(text)) return Number(text);
  const fact = facts.find(
    (each): each is ExpressionFact =>
      each.kind === "expression" && each.span.start === span.start && each.span.end === span.end,
  );
  return fact !== undefined && isInt(fact.value) ? fact.value : unknownElement(String(span.start));
}
