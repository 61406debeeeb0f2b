// What the page computes itself, with the engine: pictures of values that text can say, and pictures of operations with
// linked cells, step by step. Undefined means "ask the server": tiled objects of a kernel, what-if.
import type { StepJson } from "../../server/src/protocol/requests.ts";
import { staticInt } from "../../src-engine/algebra/int/int.ts";
import { rankOfLayout, shapeOf } from "../../src-engine/algebra/layout/modes.ts";
import { print } from "../../src-engine/algebra/notation/print.ts";
import { product } from "../../src-engine/algebra/tuple/int-tuple.ts";
import { modesOf } from "../../src-engine/algebra/tuple/tree.ts";
import type { Shape, Value } from "../../src-engine/algebra/value.ts";
import { attempt, type CollectingContext, makeContext } from "../../src-engine/calculator/context.ts";
import { evaluateText } from "../../src-engine/calculator/expression.ts";
import { shape as shapeOfValue } from "../../src-engine/calculator/ops/arguments.ts";
import type { Memory } from "../../src-engine/costs/access.ts";
import { copySideRows, operandRows } from "../../src-engine/costs/operands.ts";
import { analysis } from "../../src-engine/costs/report.ts";
import { callPicture, isPicturedCall, type PicturedCall } from "../../src-engine/views/call-picture.ts";
import { byLayout, colouredBy } from "../../src-engine/views/color-by.ts";
import { derivation } from "../../src-engine/views/derivation.ts";
import { operandTile } from "../../src-engine/views/operand-tile.ts";
import { layoutIn } from "../../src-engine/views/operation-trace.ts";
import type { Picture, View, ViewKind, Window } from "../../src-engine/views/view.ts";
import { isPicture, type NoPicture, viewOf } from "../../src-engine/views/view-of.ts";

import { type SourceLanguage, sourceOf } from "./source-text.ts";

export type Language = "cpp" | "python";

/** Steps for one line of input: some tens of milliseconds. */
export const readBudget = 1_000_000;

export interface Look {
  readonly language: Language;
  readonly view?: ViewKind;
  /** Put the modes from 1 on into the columns, or stand at `fixed`. */
  readonly flatten: boolean;
  readonly fixed: Readonly<Record<number, number>>;
  /** The tile that a TV layout covers, in notation; one row when absent. */
  readonly tile?: string;
}

/** The picture of a value in notation, or of what an expression gives. */
export function localPicture(text: string, look: Look): Picture | undefined {
  const value = read(text, look.language);
  if (value === undefined) return undefined;
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
export function localOperation(
  call: PicturedCall,
  language: Language,
  extra: "complement" | "none" = "none",
): Picture | undefined {
  if (!isPicturedCall(call.op)) return undefined;
  const rest = extra === "complement" ? ({ complement: true } as const) : {};
  return drawn(language, (ctx) => callPicture(ctx, call, { dialect: dialectOf(language), ...rest }));
}

/** Why an operation that has pictures has none here; undefined where it has one, or never has. */
export function operationWhy(call: PicturedCall, language: Language): string | undefined {
  if (!isPicturedCall(call.op)) return undefined;
  const dialect = dialectOf(language);
  const sheet = attempt(() => callPicture(makeContext(dialect), call, { dialect }));
  return "value" in sheet && !isPicture(sheet.value) ? sheet.value.why : undefined;
}

/** A picture with the colours of another layout; the same one where the text is no layout. */
export function colouredByText(picture: Picture, text: string, language: Language): Picture {
  const layout = layoutIn(read(text, language));
  return layout === undefined
    ? picture
    : colouredBy(makeContext(dialectOf(language), 20 * readBudget), picture, layout);
}

export { byLayout };

/** One step of an operation: its formula, what it gives, and its picture when one looks at it. */
export interface LocalStep {
  readonly formula: string;
  readonly numbers: string;
  readonly notation: string;
  picture(): Picture | undefined;
}

/** How the operation comes to its result, step by step. */
export function localSteps(call: PicturedCall, language: Language): readonly LocalStep[] {
  const result = layoutIn(call.result);
  if (result === undefined) return [];
  const dialect = dialectOf(language);
  const [a, b] = call.inputs.map(({ name }) => name);
  const values = call.inputs.map(({ value }) => value);
  const derived = attempt(() =>
    derivation(makeContext(dialect, readBudget), call.op, values, { a: a ?? "A", b: b ?? "B" }, result),
  );
  const steps = "value" in derived ? (derived.value ?? []) : [];
  return steps.map(({ formula, numbers, value, call: made }, i) => ({
    formula,
    numbers,
    notation: print(value, dialect),
    picture: () => {
      if (i === steps.length - 1) return localOperation(call, language);
      if (made === undefined || !isPicturedCall(made.op)) return localPicture(print(value, dialect), plain(language));
      return localOperation({ ...made, result: value }, language);
    },
  }));
}

const plain = (language: Language): Look => ({ language, flatten: false, fixed: {} });

/** What the server says of a call in the source, with its values. */
export function callOf(step: StepJson, language: Language): PicturedCall | undefined {
  const result = read(step.result, language);
  const inputs = step.inputs.flatMap(({ role, text, notation }) => {
    const value = read(notation, language);
    return value === undefined ? [] : [{ name: shortName(text, role), value: layoutIn(value) ?? value }];
  });
  return result === undefined || inputs.length !== step.inputs.length ? undefined : { op: step.op, inputs, result };
}

/** What the source calls it, where that is a name; `make_shape(…)` is told by its role. */
const shortName = (text: string, role: string): string => (/^[\w.]{1,24}$/.test(text) ? text : role);

/** The layout as CuTe C++ or DSL source, where it has a short one. */
export function sourceText(notation: string, language: Language, target: SourceLanguage): string | undefined {
  const value = read(notation, language);
  return value === undefined ? undefined : sourceOf(value, target);
}

/** What is counted about a layout or an atom; undefined for what is neither. */
export function localAnalysis(
  text: string,
  language: Language,
  bits: number,
  memory: Memory | "only whether",
): readonly (readonly [string, string])[] | undefined {
  const value = read(text, language);
  const layout = layoutIn(value);
  if (layout === undefined && value?.kind !== "mma-atom" && value?.kind !== "copy-atom") return undefined;
  if (memory === "only whether") return [];
  const ctx = makeContext(dialectOf(language), 20 * readBudget);
  const counted = attempt(() => {
    if (layout !== undefined) return analysis(ctx, layout, bits, memory);
    if (value?.kind === "mma-atom") return operandRows(ctx, value);
    return value?.kind === "copy-atom" ? copySideRows(ctx, value) : [];
  });
  return "value" in counted ? counted.value : [["analysis", counted.stop.message]];
}

/** Whether it is a layout or tensor, that has views to choose from. */
export const isLayoutText = (text: string, language: Language): boolean => layoutIn(read(text, language)) !== undefined;

/** Bits of a tensor's element, where the notation says its type. */
export function elementBits(notation: string, language: Language): number | undefined {
  const value = read(notation, language);
  if (value?.kind === "mma-atom") return 0;
  if (value?.kind === "copy-atom") return value.valueBits;
  if (value?.kind !== "tensor" || value.engine.kind !== "pointer") return undefined;
  return value.engine.dtype.kind === "dtype" ? value.engine.dtype.bits : undefined;
}

/** Extents of the modes above the second: what slicing may choose from. */
export function furtherModes(notation: string, language: Language): readonly number[] {
  const layout = layoutIn(read(notation, language));
  if (layout === undefined) return [];
  const ctx = makeContext(dialectOf(language));
  const isOperand = operandTile(shapeOf(ctx, layout)) !== undefined;
  const extents = attempt(() =>
    rankOfLayout(ctx, layout) <= 2
      ? []
      : modesOf(shapeOf(ctx, layout))
          .slice(2)
          // What is drawn as columns has nothing to choose.
          .map((mode, i) => (i === 0 && isOperand ? staticInt(1) : product(mode))),
  );
  return "value" in extents ? extents.value.map((n) => (n.kind === "num" ? n.value : 8)) : [];
}

export const dialectOf = (language: Language): "cpp" | "dsl" => (language === "cpp" ? "cpp" : "dsl");

function read(text: string, language: Language): Value | undefined {
  const read = attempt(() => evaluateText(makeContext(dialectOf(language), readBudget), text));
  return "value" in read ? read.value : undefined;
}

/** The tile that a text gives, `(4,6)` of `product_each(shape(…))`; the text itself where it gives none. */
export function tileText(text: string, language: Language): string {
  const shape = shapeIn(read(text, language));
  return shape === undefined ? text : print(shape, dialectOf(language));
}

function shapeIn(value: Value | undefined): Shape | undefined {
  const shape = attempt(() => shapeOfValue(makeContext(), value));
  return "value" in shape ? shape.value : undefined;
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
