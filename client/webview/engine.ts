// What the page computes itself, with the engine: pictures of values that the notation can say, pictures of operations
// with linked cells, and the input line. Undefined means "ask the server": tiled objects of a kernel, what-if.
import type { StepJson } from "../../server/src/protocol/requests.ts";
import { analysis } from "../../src-engine/analysis/report.ts";
import { attempt, type CollectingContext, makeContext } from "../../src-engine/eval/context.ts";
import { evaluateText } from "../../src-engine/eval/expression.ts";
import { rankOfLayout, shapeOf } from "../../src-engine/layout/modes.ts";
import { print } from "../../src-engine/notation/print.ts";
import { shape as shapeOfValue } from "../../src-engine/ops/arguments.ts";
import { product } from "../../src-engine/tuple/int-tuple.ts";
import { modesOf } from "../../src-engine/tuple/tree.ts";
import type { AnyLayout, Shape, Value } from "../../src-engine/value.ts";
import { callIn } from "../../src-engine/view/call-text.ts";
import { derivation } from "../../src-engine/view/derivation.ts";
import { isPicturedOperation, operationPicture } from "../../src-engine/view/operation-picture.ts";
import type { Picture, View, ViewKind, Window } from "../../src-engine/view/view.ts";
import { isPicture, type NoPicture, viewOf } from "../../src-engine/view/view-of.ts";

import { type SourceLanguage, sourceOf } from "./source-text.ts";

export type Language = "cpp" | "python";

/** Steps for one line of input: some tens of milliseconds. */
const readBudget = 1_000_000;

export interface Look {
  readonly language: Language;
  readonly view?: ViewKind;
  /** Put the modes from 1 on into the columns, or stand at `fixed`. */
  readonly flatten: boolean;
  readonly fixed: Readonly<Record<number, number>>;
  /** The tile that a TV layout covers, in notation; one row when absent. */
  readonly tile?: string;
}

export interface Evaluated {
  readonly text: string;
  readonly picture: Picture | undefined;
}

/** The picture of a layout or tensor in notation. */
export function localPicture(notation: string, look: Look): Picture | undefined {
  const value = read(notation, look.language);
  if (value === undefined || layoutIn(value) === undefined) return undefined;
  const { dialect, flatten, fixed, view } = { dialect: dialectOf(look.language), ...look };
  const tile = look.tile === undefined ? undefined : shapeIn(read(look.tile, look.language));
  const options = {
    dialect,
    flatten,
    fixed,
    ...(view === undefined ? {} : { view }),
    ...(tile === undefined ? {} : { tile }),
  };
  return drawn(look.language, (ctx) => viewOf(ctx, value, options));
}

/** Inputs and result of the operation that made a value, on one sheet. */
export function localOperation(step: StepJson, language: Language): Picture | undefined {
  const call = isPicturedOperation(step.op) ? readStep(step, language) : undefined;
  if (call === undefined) return undefined;
  return drawn(language, (ctx) => operationPicture(ctx, step.op, call.inputs, call.result, dialectOf(language)));
}

/** Why an operation that has pictures has none here; undefined where it has one, or never has. */
export function operationWhy(step: StepJson, language: Language): string | undefined {
  const call = isPicturedOperation(step.op) ? readStep(step, language) : undefined;
  if (call === undefined) return undefined;
  const dialect = dialectOf(language);
  const sheet = attempt(() => operationPicture(makeContext(dialect), step.op, call.inputs, call.result, dialect));
  return "value" in sheet && !isPicture(sheet.value) ? sheet.value.why : undefined;
}

/** One step of an operation: its formula, what it gives, and its picture when one looks at it. */
export interface LocalStep {
  readonly formula: string;
  readonly numbers: string;
  readonly notation: string;
  picture(): Picture | undefined;
}

/** How the operation comes to its result, step by step. */
export function localSteps(step: StepJson, language: Language): readonly LocalStep[] {
  const call = readStep(step, language);
  if (call === undefined) return [];
  const dialect = dialectOf(language);
  const [a, b] = call.inputs.map(({ name }) => name);
  const values = call.inputs.map(({ value }) => value);
  const derived = attempt(() =>
    derivation(makeContext(dialect, readBudget), step.op, values, { a: a ?? "A", b: b ?? "B" }, call.result),
  );
  const steps = "value" in derived ? (derived.value ?? []) : [];
  return steps.map(({ formula, numbers, value, call: made }, i) => ({
    formula,
    numbers,
    notation: print(value, dialect),
    picture: () => {
      if (i === steps.length - 1) return localOperation(step, language);
      if (made === undefined || !isPicturedOperation(made.op))
        return localPicture(print(value, dialect), plain(language));
      return drawn(language, (ctx) => operationPicture(ctx, made.op, made.inputs, value, dialect));
    },
  }));
}

const plain = (language: Language): Look => ({ language, flatten: false, fixed: {} });

function readStep(step: StepJson, language: Language) {
  const result = layoutIn(read(step.result, language));
  const inputs = step.inputs.flatMap(({ role, text, notation }) => {
    const value = read(notation, language);
    return value === undefined ? [] : [{ name: shortName(text, role), value: layoutIn(value) ?? value }];
  });
  return result === undefined || inputs.length !== step.inputs.length ? undefined : { inputs, result };
}

/** What the source calls it, where that is a name; `make_shape(…)` is told by its role. */
const shortName = (text: string, role: string): string => (/^[\w.]{1,24}$/.test(text) ? text : role);

/** A typed expression that is one call of an operation, as what the server says of a call in the source. */
export function callTyped(expression: string, language: Language): StepJson | undefined {
  const dialect = dialectOf(language);
  const call = attempt(() => callIn(makeContext(dialect, readBudget), expression));
  if (!("value" in call) || call.value === undefined || !isPicturedOperation(call.value.op)) return undefined;
  const { op, inputs, result } = call.value;
  const notations = inputs.map(({ name, value }) => ({ role: name, text: name, notation: print(value, dialect) }));
  return { op, inputs: notations, result: print(result, dialect) };
}

/** An expression typed into the page: notation, operations, `let` bindings. What is wrong with it is said in words. */
export function evaluateLocally(expression: string, look: Look): Evaluated {
  const dialect = dialectOf(look.language);
  const outcome = attempt(() => evaluateText(makeContext(dialect, readBudget), expression));
  if ("stop" in outcome) return { text: outcome.stop.message, picture: undefined };
  return { text: print(outcome.value, dialect), picture: localPicture(expression, look) };
}

/** The layout as CuTe C++ or DSL source, where it has a short one. */
export function sourceText(notation: string, language: Language, target: SourceLanguage): string | undefined {
  const value = read(notation, language);
  return value === undefined ? undefined : sourceOf(value, target);
}

/** What is counted about a layout; undefined for what is none. */
export function localAnalysis(
  notation: string,
  language: Language,
  bits: number,
  how: "all" | "only whether" = "all",
): readonly (readonly [string, string])[] | undefined {
  const layout = layoutIn(read(notation, language));
  if (layout === undefined) return undefined;
  if (how === "only whether") return [];
  const counted = attempt(() => analysis(makeContext(dialectOf(language), 20 * readBudget), layout, bits));
  return "value" in counted ? counted.value : [["analysis", counted.stop.message]];
}

/** Bits of a tensor's element, where the notation says its type. */
export function elementBits(notation: string, language: Language): number | undefined {
  const value = read(notation, language);
  if (value?.kind !== "tensor" || value.engine.kind !== "pointer") return undefined;
  return value.engine.dtype.kind === "dtype" ? value.engine.dtype.bits : undefined;
}

/** Extents of the modes above the second: what slicing may choose from. */
export function furtherModes(notation: string, language: Language): readonly number[] {
  const layout = layoutIn(read(notation, language));
  if (layout === undefined) return [];
  const ctx = makeContext(dialectOf(language));
  const extents = attempt(() =>
    rankOfLayout(ctx, layout) <= 2
      ? []
      : modesOf(shapeOf(ctx, layout))
          .slice(2)
          .map((mode) => product(mode)),
  );
  return "value" in extents ? extents.value.map((n) => (n.kind === "num" ? n.value : 8)) : [];
}

const dialectOf = (language: Language): "cpp" | "dsl" => (language === "cpp" ? "cpp" : "dsl");

function read(text: string, language: Language): Value | undefined {
  const read = attempt(() => evaluateText(makeContext(dialectOf(language), readBudget), text));
  return "value" in read ? read.value : undefined;
}

function shapeIn(value: Value | undefined): Shape | undefined {
  const shape = attempt(() => shapeOfValue(makeContext(), value));
  return "value" in shape ? shape.value : undefined;
}

function layoutIn(value: Value | undefined): AnyLayout | undefined {
  if (value?.kind === "layout" || value?.kind === "composed") return value;
  return value?.kind === "tensor" && value.layout.kind !== "unknown" ? value.layout : undefined;
}

function drawn(language: Language, draw: (ctx: CollectingContext) => Picture | NoPicture): Picture | undefined {
  const picture = attempt(() => draw(makeContext(dialectOf(language))));
  if (!("value" in picture) || !isPicture(picture.value)) return undefined;
  return withFreshBudget(picture.value, () => attempt(() => draw(makeContext(dialectOf(language)))));
}

/** Cells are asked for as long as the picture is on the page: when the steps of its context are spent it is made anew. */
function withFreshBudget(first: Picture, again: () => ReturnType<typeof attempt<Picture | NoPicture>>): Picture {
  let current = first;
  const cells = (index: number, window: Window): ReturnType<View["cells"]> => {
    const once = attempt(() => current.panels[index]?.view.cells(window) ?? []);
    if ("value" in once) return once.value;
    const renewed = again();
    if ("value" in renewed && isPicture(renewed.value)) current = renewed.value;
    const twice = attempt(() => current.panels[index]?.view.cells(window) ?? []);
    return "value" in twice ? twice.value : [];
  };
  const panels = first.panels.map((panel, index) => ({
    ...panel,
    view: { ...panel.view, cells: (window: Window) => cells(index, window) },
  }));
  return { ...first, panels };
}
