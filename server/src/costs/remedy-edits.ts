// Where a swizzle is written so that all tensors over a buffer have it: around the layout of each, or around the argument that a
// caller gives for it. Nothing where a tensor's layout is not written as one expression, or other callers would change with it.
import type { Swizzle } from "../../../src-engine/algebra/value.ts";
import type { CallArg, CallFact } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, ItemId, Span } from "../../../src-engine/program/ir.ts";
import type { FactIndex } from "../facts/fact-index.ts";
import { printValue } from "../facts/notation.ts";
import { restsOn, swizzledText } from "../languages/swizzled.ts";
import { functionOf, visit } from "./uniform.ts";

export interface SourceEdit {
  readonly item: ItemId;
  readonly span: Span;
  readonly text: string;
}

export function swizzleEdits(
  index: FactIndex,
  instance: string,
  base: string | undefined,
  swizzle: Swizzle,
): readonly SourceEdit[] | undefined {
  const { unit } = index.facts;
  const layouts = layoutsOver(index, instance, base);
  if (layouts === undefined) return undefined;
  const write = ({ item, span, text }: Written): SourceEdit => ({
    item,
    span,
    text: swizzledText[unit.language](text, swizzle, unit.items),
  });
  const given = givenBy(index, instance, layouts);
  if (given !== undefined) return [write(given)];
  return layouts.every((one) => isSameEverywhere(index, one)) ? layouts.map(write) : undefined;
}

/** An expression of the source. */
interface Written {
  readonly item: ItemId;
  readonly span: Span;
  readonly text: string;
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

function isMadeOver({ op, result }: CallFact, base: string | undefined): boolean {
  if (!makers.has(op) || result.kind !== "tensor" || result.engine.kind !== "pointer") return false;
  return result.engine.space === "smem" && result.engine.base === base;
}

const written = ({ item }: CallFact, { span, text }: CallArg): Written => ({ item, span, text });

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
  return text === undefined ? undefined : { item: caller.item, span, text };
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
