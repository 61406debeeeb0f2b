// What the preview shows for a place or an expression: value, facts, how it came about, symbols for what-if, and the cells.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact, ExpressionFact, VariableFact } from "../../../src-engine/program/facts.ts";
import type { Language, Place } from "../../../src-engine/program/ir.ts";
import { describeValue, type Line } from "../facts/describe.ts";
import { absolute, covering, type FactIndex, innermost, type Placed, type Where } from "../facts/fact-index.ts";
import { printValue } from "../facts/notation.ts";
import { readable } from "../facts/readable.ts";
import { oneLine } from "../facts/source-text.ts";
import type { StepJson, ViewParams, ViewResult } from "../protocol/requests.ts";
import { costView, type Written } from "./costs/cost-view.ts";
import { evaluateText } from "./evaluate-text.ts";
import { preferred } from "./hover.ts";
import { kindOf } from "./kind.ts";
import { partitionJson, pictureJson } from "./picture-json.ts";
import { symbolNames } from "./symbols.ts";

export interface Shown {
  readonly result: ViewResult;
  readonly place: Place;
  /** Where the inputs of `result.step` stand, one an input. */
  readonly inputs: readonly (Place | undefined)[];
  /** What would free a copy of its conflicts, and where it is written. */
  readonly remedies: readonly Written[];
}

type Valued = VariableFact | ExpressionFact | CallFact;

export function viewAt(index: FactIndex, where: Where, params: ViewParams): Shown | undefined {
  const found = valuesAt(index, where);
  const inInstance = found.filter(({ fact }) => isInstance(index, fact, params.instance));
  const chosen = preferred<Valued>(index, inInstance, valueIn) ?? preferred<Valued>(index, found, valueIn);
  if (chosen === undefined) return undefined;
  const { language } = index.facts.unit;
  const { fact, place } = chosen;
  const value = valueIn(fact);
  const call = fact.kind === "call" ? fact : callBehind(index, fact);
  const name = nameOf(index, fact, place);
  const cost = fact.kind === "call" ? costView(index, fact, name, params) : undefined;
  const result: ViewResult = {
    ...valueResult(name, value, language, params),
    ...(call === undefined ? {} : partitionJson(call, language, params)),
    ...cost?.result,
    instance: fact.instance,
    instances: found.map((other) => instanceJson(index, other.fact, language)),
    symbols: symbolsAround(index, fact.instance, value, params),
    ...(call === undefined ? {} : { step: stepOf(call, language) }),
  };
  const inputs = call?.args.map(({ span }) => absolute(index.facts, call.item, span)) ?? [];
  return { result, place, inputs, remedies: cost?.remedies ?? [] };
}

/** By id, or by label: what another number gives is the same call path under another id. */
const isInstance = (index: FactIndex, fact: Valued, wanted: string | undefined): boolean =>
  wanted === undefined || fact.instance === wanted || index.instances.get(fact.instance)?.label === wanted;

/** A value typed into the preview: notation or a call of an operation. */
export function viewOfExpression(text: string, language: Language, params: ViewParams): ViewResult {
  const value = evaluateText(text, language);
  return {
    ...valueResult(oneLine(text, 80), value, language, params),
    instance: "",
    instances: [],
    symbols: symbolNames(value).map((name) => ({ name })),
  };
}

/** Variables before called operations before expressions, as the hover has it. */
function valuesAt(index: FactIndex, where: Where): readonly Placed<Valued>[] {
  const groups: readonly (readonly Placed<Valued>[])[] = [
    innermost(covering(index.variables, where)),
    innermost(covering(index.calls, where)),
    innermost(covering(index.expressions, where)),
  ];
  return groups.find((group) => group.length > 0) ?? [];
}

const valueIn = (fact: Valued): Value => (fact.kind === "call" ? fact.result : fact.value);

function nameOf(index: FactIndex, fact: Valued, place: Place): string {
  if (fact.kind === "variable") return fact.name;
  const whole = fact.kind === "call" ? (absolute(index.facts, fact.item, fact.span) ?? place) : place;
  return oneLine(index.texts[whole.fragment]?.slice(whole.start, whole.end) ?? "", 80);
}

function valueResult(name: string, value: Value, language: Language, params: ViewParams) {
  return {
    name,
    language,
    notation: printValue(value, language),
    ...readableOf(value, language),
    ...formulasOf(value),
    kind: kindOf(value),
    facts: describeValue(readable(value).value, language).map((one) => [one.label, shortText(one)] as const),
    ...pictureJson(value, language, params),
  };
}

/** Of a long formula what the hover's line of facts says; the hover has the formula. */
const shortText = ({ text, brief }: Line): string => (text.length > longText ? (brief ?? text) : text);
const longText = 120;

function readableOf(whole: Value, language: Language): Pick<ViewResult, "readable"> {
  const { value, replaced } = readable(whole);
  const by = [...new Set(replaced.map((one) => one.by))].join(", ");
  return replaced.length === 0 ? {} : { readable: `${printValue(value, language)} by ${by}` };
}

function formulasOf(whole: Value): Pick<ViewResult, "formulas"> {
  const { replaced } = readable(whole);
  return replaced.length === 0 ? {} : { formulas: replaced.map(({ text, formula }) => [text, formula] as const) };
}

function instanceJson(index: FactIndex, fact: Valued, language: Language): ViewResult["instances"][number] {
  const label = index.instances.get(fact.instance)?.label ?? "";
  return { id: fact.instance, label: label === "" ? "generic" : label, notation: printValue(valueIn(fact), language) };
}

function stepOf(call: CallFact, language: Language): StepJson {
  const inputs = call.args.map(({ role, text, value }) => ({
    role,
    text,
    notation: printValue(value, language),
    ...readableOf(value, language),
  }));
  const { readable: people } = readableOf(call.result, language);
  const result = printValue(call.result, language);
  return { op: call.op, inputs, result, ...(people === undefined ? {} : { readableResult: people }) };
}

/** The call that gave the value: the one that is the variable's whole initialiser, or the expression itself. */
function callBehind(index: FactIndex, fact: VariableFact | ExpressionFact): CallFact | undefined {
  const span = fact.kind === "variable" ? fact.source : fact.span;
  if (span === undefined) return undefined;
  const { calls } = index;
  return calls.find(
    ({ fact: call }) =>
      call.instance === fact.instance &&
      call.item === fact.item &&
      call.span.start === span.start &&
      call.span.end === span.end,
  )?.fact;
}

/** The symbols that the shown value rests on; of an unknown one all that its function has, as one of them may be what is missing. */
function symbolsAround(index: FactIndex, instance: string, value: Value, params: ViewParams): ViewResult["symbols"] {
  const bound = Object.keys(params.bindings ?? {});
  const own = [...bound, ...symbolNames(value), ...(value.kind === "tma-atom" ? symbolNames(value.gmem) : [])];
  const others = value.kind === "unknown" ? index.variables.filter(({ fact }) => fact.instance === instance) : [];
  const names = new Set([...own, ...others.slice(0, 200).flatMap(({ fact }) => symbolNames(fact.value))]);
  return [...names].slice(0, 40).map((name) => {
    const given = params.bindings?.[name];
    const near = own.includes(name) ? {} : { near: true as const };
    return given === undefined ? { name, ...near } : { name, value: given };
  });
}
