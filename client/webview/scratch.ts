// The input line: an expression's value as if the source had it, or what is wrong with it and where.
import type { ViewResult } from "../../server/src/protocol/requests.ts";
import type { Stop } from "../../src-engine/algebra/context.ts";
import { coalesce } from "../../src-engine/algebra/layout/coalesce.ts";
import { cosize, size } from "../../src-engine/algebra/layout/coords.ts";
import { print } from "../../src-engine/algebra/notation/print.ts";
import type { AnyLayout, Value } from "../../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../../src-engine/calculator/context.ts";
import { evaluateText } from "../../src-engine/calculator/expression.ts";
import { nearestWord } from "../../src-engine/calculator/nearest-word.ts";
import { analysisOps } from "../../src-engine/calculator/ops/analysis.ts";
import { ops } from "../../src-engine/calculator/ops/table.ts";
import { isPicturedCall, type PicturedCall, partitionRows } from "../../src-engine/views/call-picture.ts";
import { callIn } from "../../src-engine/views/call-text.ts";
import { layoutIn } from "../../src-engine/views/operation-trace.ts";
import { dialectOf, type Language, readBudget } from "./engine.ts";

export interface Scratch {
  readonly view: ViewResult;
  readonly call: PicturedCall | undefined;
}

export interface ScratchError {
  readonly error: string;
  /** Where in the text, when that is known. */
  readonly at?: { readonly start: number; readonly end: number };
}

export function evaluateScratch(expression: string, language: Language): Scratch | ScratchError {
  const dialect = dialectOf(language);
  const outcome = attempt(() => evaluateText(makeContext(dialect, readBudget), expression));
  if ("stop" in outcome) return errorOf(outcome.stop, expression);
  const called = attempt(() => callIn(makeContext(dialect, readBudget), expression));
  const call =
    "value" in called && called.value !== undefined && isPicturedCall(called.value.op) ? called.value : undefined;
  const { value } = outcome;
  const view: ViewResult = {
    name: "Scratch",
    language,
    notation: print(value, dialect),
    kind: value.kind,
    facts: [...factsOf(value, language), ...accessFacts(call, language)],
    instance: "",
    instances: [],
    symbols: [],
    ...(call === undefined ? {} : { step: stepOf(call, language) }),
  };
  return { view, call };
}

function stepOf({ op, inputs, result }: PicturedCall, language: Language): NonNullable<ViewResult["step"]> {
  const dialect = dialectOf(language);
  const firstLine = (value: Value) => print(value, dialect).split("\n")[0] ?? "";
  const roles = inputs.map(({ name, value }) => ({ role: "", text: name, notation: firstLine(value) }));
  return { op, inputs: roles, result: firstLine(result) };
}

function factsOf(value: Value, language: Language): ViewResult["facts"] {
  const layout = layoutIn(value);
  if (layout === undefined) return [];
  const dialect = dialectOf(language);
  const facts = attempt(() => layoutFacts(layout, dialect));
  return "value" in facts ? facts.value : [];
}

/** Of a partition: bank conflicts and coalescing, by the threads that take part. */
function accessFacts(call: PicturedCall | undefined, language: Language): ViewResult["facts"] {
  const rows = attempt(() =>
    call === undefined ? [] : partitionRows(makeContext(dialectOf(language), 4 * readBudget), call),
  );
  return "value" in rows ? rows.value : [];
}

function layoutFacts(layout: AnyLayout, dialect: "cpp" | "dsl"): ViewResult["facts"] {
  const ctx = makeContext(dialect, readBudget);
  const short = layout.kind === "layout" ? print(coalesce(ctx, layout), dialect) : undefined;
  return [
    ["size", print(size(ctx, layout), dialect)],
    ["cosize", print(cosize(ctx, layout), dialect)],
    ...(short === undefined || short === print(layout, dialect) ? [] : [["coalesced", short] as const]),
  ];
}

function errorOf(stop: Stop, expression: string): ScratchError {
  const { offset, length } = stop.facts ?? {};
  const start = offset?.kind === "num" ? offset.value : undefined;
  const end = start === undefined ? undefined : start + (length?.kind === "num" ? length.value : 1);
  const word = start === undefined ? "" : (/^[\w:.]+/.exec(expression.slice(start))?.[0] ?? "");
  const error = `${stop.message}${hint(stop, word)}`;
  return start === undefined || end === undefined ? { error } : { error, at: { start, end } };
}

/** The word that was probably meant, or how the operation is called. */
function hint(stop: Stop, word: string): string {
  if (stop.code === "unknown-op") {
    const near = nearestWord(word.replace(/^.*(::|\.)/, ""));
    return near === undefined ? "" : `; did you mean ${near}?`;
  }
  const name = word.replace(/^.*(::|\.)/, "");
  const op = ops.get(name) ?? analysisOps.get(name);
  return stop.code === "bad-argument" && op !== undefined ? `; ${op.name} ${op.signature}` : "";
}
