// The elements of a C array that a call takes, from the array's initialiser: `uint32_t box[2] = {64, 128};`, or what is written into it
// one by one: `box[0] = 64;`.
//
// They count where nothing else can have changed the array between its declaration and the end of the call. What is no literal and has no
// value is unknown.

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
  if (arg === undefined || named === undefined) return [];
  const whole = named.skip === 0 ? listAt(arg, named.name, facts) : undefined;
  if (whole !== undefined) return whole;
  const variable = declarationOf(named.name.split(".")[0] ?? "", call, facts);
  if (variable === undefined) return [];
  const from = variable.source?.end ?? variable.span.end;
  const writes = writesTo(named.name, { start: from, end: call.span.end }, call, facts, context);
  if (writes === undefined) return [];
  const first = named.name.includes(".") ? [] : initialised(variable, call, facts, context);
  const all = Array.from({ length: Math.max(first.length, ...[...writes.keys()].map((at) => at + 1)) }, (_, at) => at);
  return all.map((at) => writes.get(at) ?? first[at] ?? unknownElement(`${named.name}, ${at}`)).slice(named.skip);
}

/** A container whose items are known where its `data()` is asked for. */
function listAt({ span }: CallArg, name: string, facts: readonly Fact[]): readonly Quantity[] | undefined {
  const fact = expressionAt({ start: span.start, end: span.start + name.length }, facts);
  if (fact?.value.kind !== "tuple") return undefined;
  return fact.value.items.map((item, i) => (isInt(item) ? item : unknownElement(`${span.start}, ${i}`)));
}

function initialised(
  { source }: VariableFact,
  call: CallFact,
  facts: readonly Fact[],
  context: RuleContext,
): readonly Quantity[] {
  if (source === undefined) return [];
  return initialisers(context.text({ item: call.item, span: source }).replace(comments, blank)).map(({ text, at }) =>
    element(text, { start: source.start + at, end: source.start + at + text.length }, facts),
  );
}

/** `box`, `box.data()`, `&box[1]`, `box + 1`, `desc.box`: the array and where in it. */
function arrayNamed(text: string): { readonly name: string; readonly skip: number } | undefined {
  const [, name, plus, , index] =
    /^(?:\([\w\s:]+\*\)\s*)?(?:&?([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*?)(?:\.(?:data|begin)\(\))?)(?:\s*\+\s*(\d+)|(\[(\d+)\]))?$/.exec(
      text.trim(),
    ) ?? [];
  return name === undefined ? undefined : { name, skip: Number(plus ?? index ?? 0) };
}

/** The nearest declaration above the call. */
const declarationOf = (name: string, call: CallFact, facts: readonly Fact[]): VariableFact | undefined =>
  [...facts]
    .reverse()
    .find(
      (fact): fact is VariableFact =>
        fact.kind === "variable" && fact.item === call.item && fact.name === name && fact.span.start < call.span.start,
    );

/**
 * What is written to its elements between its declaration and the call, in the same block; undefined where anything else may change it:
 * it is named otherwise than to read an element, or in the call.
 */
function writesTo(
  name: string,
  span: Span,
  call: CallFact,
  facts: readonly Fact[],
  context: RuleContext,
): ReadonlyMap<number, Quantity> | undefined {
  const text = context.text({ item: call.item, span }).replace(comments, blank);
  const inCall = call.span.start - span.start;
  const writes = new Map<number, Quantity>();
  let isGiven = false;
  for (const { index: at } of text.matchAll(new RegExp(`\\b${(name.split(".")[0] ?? "").trim()}\\b`, "g"))) {
    if (text[at - 1] === "." || text[at - 1] === ">" || isOfOtherMember(text, at, name)) continue;
    if (at >= inCall) {
      if (isGiven) return undefined;
      isGiven = true;
      continue;
    }
    const use = useOf(text, at, name);
    if (use === undefined) return undefined;
    if (use.kind === "read") continue;
    const value = { start: span.start + use.from, end: span.start + use.to };
    writes.set(use.index, element(text.slice(use.from, use.to), value, facts));
  }
  return isGiven ? writes : undefined;
}

/** `desc.strides` where `desc.box` is asked for. */
function isOfOtherMember(text: string, at: number, name: string): boolean {
  const path = /^[\w.]+/.exec(text.slice(at))?.[0] ?? "";
  return name.includes(".") && path.includes(".") && path !== name && !path.startsWith(`${name}.`);
}

type Use =
  | { readonly kind: "read" }
  | { readonly kind: "write"; readonly index: number; readonly from: number; readonly to: number };

/** What stands before the element has it by another name, or counts it up: `&box[0]`, `auto& first = box[0]`, `++box[0]`. */
function isTaken(statement: string): boolean {
  if (statement.endsWith("++") || statement.endsWith("--")) return true;
  const before = (end: number, skipped: RegExp): number => {
    let at = end;
    while (at > 0 && skipped.test(statement.charAt(at - 1))) at--;
    return at;
  };
  const given = statement.endsWith("=") ? statement.length - 1 : statement.length;
  const name = before(before(given, /\s/), /\w/);
  return statement.charAt(before(name, /\s/) - 1) === "&";
}

/** `box[0] = 64;` as a statement of the block, `es[0] = es[1] = 1;`, or an element that is read. */
function useOf(text: string, at: number, name: string): Use | undefined {
  const before = text.slice(0, at).trimEnd();
  const statement = before.slice(Math.max(...[";", "{", "}"].map((end) => before.lastIndexOf(end))) + 1).trim();
  const [all, index] = /^\s*\[([^\][]*)\]/.exec(text.slice(at + name.length)) ?? [];
  if (all === undefined || index === undefined || isTaken(statement)) return undefined;
  if (!text.startsWith(name, at)) return undefined;
  const behind = at + name.length + all.length;
  const assigned = /^\s*=(?!=)/.exec(text.slice(behind));
  if (assigned === null)
    return /^\s*(?:[-+*/%&|^]=|<<=|>>=|\+\+|--)/.test(text.slice(behind)) ? undefined : { kind: "read" };
  const end = text.indexOf(";", behind);
  const isPlain = statement === "" || /^(?:[\w.]+\s*\[\s*\d+\s*\]\s*=\s*)+$/.test(statement);
  if (!isPlain || !/^\s*\d+\s*$/.test(index) || end < 0 || depthAt(before) !== 0) return undefined;
  const given = text.slice(behind, end);
  const from = behind + given.lastIndexOf("=") + 1;
  const value = text.slice(from, end);
  const start = from + value.length - value.trimStart().length;
  return { kind: "write", index: Number(index), from: start, to: start + value.trim().length };
}

/** How many blocks are open that were not at the beginning. */
const depthAt = (text: string): number =>
  [...text].reduce((depth, c) => depth + (c === "{" ? 1 : c === "}" ? -1 : 0), 0);

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
  const fact = expressionAt(span, facts);
  return fact !== undefined && isInt(fact.value) ? fact.value : unknownElement(String(span.start));
}

const expressionAt = (span: Span, facts: readonly Fact[]): ExpressionFact | undefined =>
  facts.find(
    (each): each is ExpressionFact =>
      each.kind === "expression" && each.span.start === span.start && each.span.end === span.end,
  );
