// Where a swizzle or a padding is written so that all tensors over a buffer have it: around the layout of each, or around the argument that a
// caller gives for it. Nothing where a tensor's layout is not written as one expression, or other callers would change with it.
import { cosize } from "../../../src-engine/algebra/layout/coords.ts";
import type { Layout, Swizzle, Value } from "../../../src-engine/algebra/value.ts";
import { type Padding, paddedLayout } from "../../../src-engine/costs/pad.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, ItemId, Span } from "../../../src-engine/program/ir.ts";
import { attempt } from "../facts/attempt.ts";
import { visit } from "../facts/code-nodes.ts";
import type { FactIndex } from "../facts/fact-index.ts";
import { printValue } from "../facts/notation.ts";
import { arrayLength, layoutText, restsOn, swizzledText } from "../languages/swizzled.ts";
import { functionOf } from "./uniform.ts";

export interface SourceEdit {
  readonly item: ItemId;
  readonly span: Span;
  readonly text: string;
}

/** The buffer that a remedy is for. */
export interface BufferAt {
  readonly index: FactIndex;
  readonly instance: string;
  readonly base: string | undefined;
}

export function swizzleEdits(at: BufferAt, swizzle: Swizzle): readonly SourceEdit[] | undefined {
  const { unit } = at.index.facts;
  return layoutEdits(at, ({ text }) => swizzledText[unit.language](text, swizzle, unit.items));
}

/** Padded layouts in the place of those that are there, and a longer array where the one there is too short. */
export function paddedEdits(at: BufferAt, padding: Padding): readonly SourceEdit[] | undefined {
  const { language, items } = at.index.facts.unit;
  const padded = ({ value }: Written): Layout | undefined =>
    value?.kind === "layout" ? paddedLayout(value, padding) : undefined;
  const edits = layoutEdits(at, (one) => {
    const layout = padded(one);
    return layout === undefined ? undefined : layoutText[language](layout, items);
  });
  const room = edits === undefined ? undefined : roomEdits(at, padding);
  return room === undefined ? undefined : [...(edits ?? []), ...room];
}

/** Nothing to do where the buffer grows with its layout, or is long enough; undefined where its length is not known. */
function roomEdits(at: BufferAt, padding: Padding): readonly SourceEdit[] | undefined {
  const made = madeOver(at);
  if (made.every(({ op }) => op === "allocate_tensor")) return [];
  const needs = made.map(({ result }) => bytesOf(at, result, padding));
  const [room, ...others] = new Set(made.map(({ result }) => roomOf(result)));
  if (room === undefined || others.length > 0 || needs.some((one) => one === undefined)) return undefined;
  const most = Math.max(...needs.map((one) => one ?? 0));
  return most <= room ? [] : longerArray(at, made[0]?.item, most);
}

const roomOf = (value: CallFact["result"]): number | undefined =>
  value.kind === "tensor" && value.engine.kind === "pointer" ? value.engine.room : undefined;

function bytesOf({ index }: BufferAt, value: CallFact["result"], padding: Padding): number | undefined {
  if (value.kind !== "tensor" || value.layout.kind !== "layout" || value.engine.kind !== "pointer") return undefined;
  const layout = paddedLayout(value.layout, padding);
  const { dtype } = value.engine;
  if (layout === undefined || dtype.kind !== "dtype") return undefined;
  const elements = attempt(index.facts.unit.language, (ctx) => cosize(ctx, layout));
  return elements?.kind === "num" ? (elements.value * dtype.bits) / 8 : undefined;
}

/** The length of `__shared__ half_t tile[64 * 64]`, in elements of what the pointer is of. */
function longerArray(
  { index, base }: BufferAt,
  item: ItemId | undefined,
  bytes: number,
): readonly SourceEdit[] | undefined {
  const { unit } = index.facts;
  const made = madeOver({ index, base, instance: "" })[0]?.result;
  const place = item === undefined ? undefined : unit.places.get(item);
  const dtype = made?.kind === "tensor" && made.engine.kind === "pointer" ? made.engine.dtype : undefined;
  if (item === undefined || place === undefined || base === undefined || dtype?.kind !== "dtype") return undefined;
  const text = index.texts[place.fragment]?.slice(place.start, place.end) ?? "";
  const span = arrayLength[unit.language](text, base);
  return span === undefined ? undefined : [{ item, span, text: String(Math.ceil((bytes * 8) / dtype.bits)) }];
}

function layoutEdits(
  { index, instance, base }: BufferAt,
  written: (one: Written) => string | undefined,
): readonly SourceEdit[] | undefined {
  const layouts = layoutsOver(index, instance, base);
  if (layouts === undefined) return undefined;
  const write = (one: Written): SourceEdit | undefined => {
    const text = written(one);
    return text === undefined ? undefined : { item: one.item, span: one.span, text };
  };
  const given = givenBy(index, instance, layouts);
  const all = given !== undefined ? [given] : layouts.every((one) => isSameEverywhere(index, one)) ? layouts : [];
  const edits = all.flatMap((one) => write(one) ?? []);
  return all.length === 0 || edits.length < all.length ? undefined : edits;
}

/** An expression of the source. */
interface Written {
  readonly item: ItemId;
  readonly span: Span;
  readonly text: string;
  /** What it is; undefined where the caller's expression is one of several parts. */
  readonly value: Value | undefined;
}

/**
 * The layouts that tensors over the buffer are made of; undefined where one is not written as a layout.
 * A buffer without a name is taken for the only one that the instance has.
 */
function layoutsOver(index: FactIndex, instance: string, base: string | undefined): readonly Written[] | undefined {
  const found = new Map<number, Written | undefined>();
  for (const { fact } of index.calls) {
    if (fact.instance !== instance || !isMadeOver(fact, base)) continue;
    const layout = fact.args.find(({ role }) => role === "layout");
    found.set(fact.span.start, layout === undefined ? undefined : written(fact, layout));
  }
  const all = [...found.values()];
  const known = all.flatMap((one) => one ?? []);
  if (base === undefined && all.length > 1) return undefined;
  return all.length === 0 || known.length < all.length ? undefined : known;
}

const makers: ReadonlySet<string> = new Set(["make_tensor", "allocate_tensor", "get_tensor"]);

/** The calls that make tensors over the buffer, in the instance or, where none is named, in any. */
export const madeOver = ({ index, instance, base }: BufferAt): readonly CallFact[] =>
  index.calls.flatMap(({ fact }) =>
    (instance === "" || fact.instance === instance) && isMadeOver(fact, base) ? [fact] : [],
  );

function isMadeOver({ op, result }: CallFact, base: string | undefined): boolean {
  if (!makers.has(op) || result.kind !== "tensor" || result.engine.kind !== "pointer") return false;
  return result.engine.space === "smem" && result.engine.base === base;
}

const written = ({ item }: CallFact, { span, text, value }: CallArg): Written => ({ item, span, text, value });

/** All layouts rest on one parameter: what the caller gives for it. */
function givenBy(index: FactIndex, instance: string, layouts: readonly Written[]): Written | undefined {
  const { unit } = index.facts;
  const own = index.instances.get(instance);
  const fn = own === undefined ? undefined : functionOf(unit.items, own.item);
  const at = fn?.params.findIndex(({ name }) => layouts.every(({ text }) => restsOn[unit.language](text, name)));
  const caller = own?.calls.at(-1);
  if (fn === undefined || at === undefined || at < 0 || caller === undefined) return undefined;
  const calling = functionOf(unit.items, caller.item);
  const argument = calling === undefined ? undefined : callAt(calling, caller.start)?.args[at];
  const place = unit.places.get(caller.item);
  if (argument === undefined || argument.name !== undefined || place === undefined) return undefined;
  const { span } = argument.value;
  const text = index.texts[place.fragment]?.slice(place.start + span.start, place.start + span.end);
  // What the caller gives is the value of the layout that is nothing but the parameter.
  const value = layouts.find((one) => one.text === fn.params[at]?.name)?.value;
  return text === undefined ? undefined : { item: caller.item, span, text, value };
}

function callAt(fn: FunctionItem, start: number): Extract<Expr, { kind: "call" }> | undefined {
  let found: Extract<Expr, { kind: "call" }> | undefined;
  visit(fn.body, (node) => {
    if (node.kind !== "call") return;
    const call = node as Extract<Expr, { kind: "call" }>;
    if (call.span.start === start) found = call;
  });
  return found;
}

/** Instances that made another layout here would lose what they have. */
function isSameEverywhere(index: FactIndex, { item, span }: Written): boolean {
  const values = index.calls.flatMap(({ fact }) =>
    fact.item === item ? fact.args.filter((arg) => arg.role === "layout" && arg.span.start === span.start) : [],
  );
  return new Set(values.map(({ value }) => printValue(value, index.facts.unit.language))).size === 1;
}
