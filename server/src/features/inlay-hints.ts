// Inlay hints: the layout at the end of each declaration, shape first, at most one a declaration.
//
// Nothing where nothing is known; a literal gets no hint, nor a type parameter whose value a parameter below shows too, nor a
// parameter that would only repeat its own name. Hints that stand together say whose they are.

import type { Layout, Value } from "../../../src-engine/algebra/value.ts";
import type { Names, VariableFact } from "../../../src-engine/program/facts.ts";
import type { Item, ItemId, Language, Place } from "../../../src-engine/program/ir.ts";
import { plainLayout } from "../facts/describe.ts";
import { absolute, type FactIndex, groupByPlace, type Placed, type Where } from "../facts/fact-index.ts";
import { shortText } from "../facts/hint-text.ts";
import { printValue } from "../facts/notation.ts";
import { sizeOf } from "../facts/sizes.ts";
import { oneLine } from "../facts/source-text.ts";
import { withoutInternalNames } from "../facts/unnamed.ts";
import type { Settings } from "../settings/schema.ts";
import { tmaLenses } from "./code-lens.ts";
import { lossHints } from "./costs/loss-hints.ts";
import { hintPlace } from "./hint-place.ts";
import { fitted } from "./hint-room.ts";
import { preferred } from "./hover.ts";
import { kindOf } from "./kind.ts";
import { isAllStatic } from "./symbols.ts";

export interface Hint {
  readonly where: Where;
  /** Cut to the maximum length. */
  readonly text: string;
  /** Where there is no room for it: the layout alone, the shape alone, its sizes. */
  readonly shorter?: readonly string[];
  /** The whole value, for the tooltip. */
  readonly full: string;
  /** The name it is about. */
  readonly name: Place;
  /** Where the value comes from: the call that binds a parameter, in this file. */
  readonly source?: Place;
}

export type HintOptions = Pick<
  Settings,
  | "inlayHints.maxLength"
  | "inlayHints.maxLineLength"
  | "inlayHints.density"
  | "inlayHints.position"
  | "inlayHints.layouts"
  | "inlayHints.tensors"
  | "inlayHints.atoms"
  | "inlayHints.integers"
  | "inlayHints.parameters"
  | "inlayHints.costs"
  | "codeLens.tma"
>;

export function inlayHints(index: FactIndex, within: Place, options: HintOptions): readonly Hint[] {
  if (options["inlayHints.density"] === "off") return [];
  const { "inlayHints.position": position, "inlayHints.maxLineLength": most } = options;
  const lost = options["inlayHints.costs"] ? lossHints(index, within, position) : [];
  return fitted([...declarationHints(index, within, options), ...lost], index.texts, most);
}

/** The variables that the hints are about. */
export function hintedNames({ variables }: FactIndex, hints: readonly Hint[]): Names {
  const starts = new Set(hints.map(({ name }) => name.start));
  const names = new Map<string, Set<ItemId>>();
  for (const { fact, place } of variables) {
    if (!starts.has(place.start)) continue;
    names.set(fact.name, (names.get(fact.name) ?? new Set()).add(fact.item));
  }
  return names;
}

function declarationHints(index: FactIndex, within: Place, options: HintOptions): readonly Hint[] {
  const groups = groupByPlace(index.variables.filter(({ place }) => touches(place, within)));
  const lenses = options["codeLens.tma"] ? tmaLenses(index).map(({ place }) => place) : [];
  const shown = groups.flatMap((group) => {
    const best = preferred(index, group, (fact) => fact.value);
    return best === undefined || !wanted(index, best.fact, options) || isLiteral(index, best.fact)
      ? []
      : [{ best, group }];
  });
  const above = shown.filter(({ best }) => isToldAbove(index, best, lenses));
  const told = new Set(shown.flatMap(({ best }) => (isType(index, best.fact) ? [] : [valueKey(index, best.fact)])));
  const news = shown.filter(
    ({ best }) =>
      !isToldAbove(index, best, lenses) && (!isType(index, best.fact) || !told.has(valueKey(index, best.fact))),
  );
  const placeOf = ({ best }: { readonly best: Placed<VariableFact> }) =>
    hintPlace(index, best, options["inlayHints.position"]);
  const places = news.map(placeOf);
  const ends = new Map<string, number>();
  for (const { key } of [...places, ...above.map(placeOf)]) count(ends, key);
  return news.map(({ best, group }, i) => {
    const { offset, key, amid } = places[i]!;
    const named = ends.get(key) === 1 && !amid ? "" : `${best.fact.name}: `;
    return hintOf(index, best, group, { offset, named, most: options["inlayHints.maxLength"] });
  });
}

/** A TMA descriptor that a lens above the call in its declaration sums up. */
function isToldAbove(index: FactIndex, placed: Placed<VariableFact>, lenses: readonly Place[]): boolean {
  if (placed.fact.value.kind !== "tma-atom") return false;
  const whole = { ...placed.place, end: hintPlace(index, placed, "end").offset };
  return lenses.some((lens) => touches(lens, whole));
}

/** `class SLayout` before `SLayout sA`: the parameter tells it. */
const isType = (index: FactIndex, fact: VariableFact): boolean =>
  fact.role === "parameter" && isTypeParameter(index.facts.unit.items, fact);

const valueKey = (index: FactIndex, fact: VariableFact): string =>
  `${fact.role} ${fact.item} ${shortText(fact.value, index.facts.unit.language)}`;

interface Position {
  readonly offset: number;
  /** Which of several names it is about, `a: `. */
  readonly named: string;
  /** Characters of a hint. */
  readonly most: number;
}

function hintOf(
  index: FactIndex,
  { fact, place }: Placed<VariableFact>,
  group: readonly Placed<VariableFact>[],
  { offset, named, most }: Position,
): Hint {
  const { language } = index.facts.unit;
  const others = new Set(group.map((entry) => printValue(entry.fact.value, language))).size - 1;
  const texts = [shortText(fact.value, language), ...shorterOf(fact.value, language)].map(withoutInternalNames);
  const [text = "", ...shorter] = withoutCuts(texts, most);
  const full = printValue(fact.value, language);
  return {
    where: { fragment: place.fragment, offset },
    text: `${named}${text}${others > 0 ? ` · one of ${others + 1}` : ""}`,
    ...(shorter.length === 0 ? {} : { shorter: shorter.map((one) => `${named}${one}`) }),
    full,
    name: place,
    ...sourceOf(index, fact),
  };
}

/** Those that are not too long; the last with its end cut off where all are. */
function withoutCuts(texts: readonly string[], most: number): readonly string[] {
  const kept = texts.filter((text) => text.length <= most && !text.includes("\n"));
  return kept.length > 0 ? kept : [oneLine(texts.at(-1) ?? "", most)];
}

/** The same in fewer words: the layout alone, the shape, the sizes; of atoms and TMA the first parts. */
function shorterOf(given: Value, language: Language): readonly string[] {
  const value = sharedBy(given, language);
  const layout = value.kind === "tensor" ? value.layout : value;
  const plain = layout.kind === "layout" || layout.kind === "composed" ? plainLayout(layout) : undefined;
  if (plain === undefined) return value.kind === "alternatives" ? [] : firstParts(shortText(value, language));
  const whole = value.kind === "tensor" ? [shortText(layout, language)] : [];
  return [...whole, printValue(plain.shape, language), ...sizesOf(plain)];
}

/** What alternatives are in the words of a hint, where these are the same: tiles of one layout at several places. */
function sharedBy(value: Value, language: Language): Value {
  const [first, ...others] = value.kind === "alternatives" ? value.options : [];
  if (first === undefined) return value;
  const text = shortText(first.value, language);
  return others.every((one) => !one.further && shortText(one.value, language) === text) ? first.value : value;
}

/** `f16 · box 64×128 · SW128`, `f16 · box 64×128`, …; of an instruction its name without its arguments. */
function firstParts(text: string): readonly string[] {
  const plain = text.replace(/^(SM\d\w*)<[^·]*>/, "$1");
  const parts = plain.split(" · ");
  const fewer = parts.slice(1).map((_, i) => parts.slice(0, parts.length - 1 - i).join(" · "));
  return plain === text ? fewer : [plain, ...fewer];
}

/** `128×64×3` of nested modes whose sizes are numbers. */
function sizesOf({ shape }: Layout): readonly string[] {
  if (shape.kind !== "tuple" || shape.items.every(({ kind }) => kind !== "tuple")) return [];
  const sizes = shape.items.map((mode) => sizeOf(mode));
  return sizes.every((size) => size?.kind === "num")
    ? [sizes.map((n) => (n?.kind === "num" ? n.value : "")).join("×")]
    : [];
}

function sourceOf(index: FactIndex, fact: VariableFact): Pick<Hint, "source"> {
  const call = fact.role === "parameter" ? index.instances.get(fact.instance)?.calls.at(-1) : undefined;
  if (call === undefined || call.file !== index.facts.unit.file) return {};
  const source = absolute(index.facts, call.item, { start: call.start, end: call.start });
  return source === undefined ? {} : { source };
}

function wanted(index: FactIndex, fact: VariableFact, options: HintOptions): boolean {
  if (/^_+$/.test(fact.name)) return false;
  const density = densityOf(index, options);
  if (fact.role === "parameter" && (!options["inlayHints.parameters"] || density === "essential")) return false;
  if (echoes(fact)) return false;
  if (fact.role === "member" || fact.role === "constant") return false;
  const { value } = fact;
  if (fact.role === "parameter" && isTypeParameter(index.facts.unit.items, fact) && !isAllStatic(value)) return false;
  switch (kindOf(value)) {
    case "layout":
    case "swizzle":
      return options["inlayHints.layouts"];
    case "tuple":
      return options["inlayHints.layouts"] && density !== "essential" && isIntTuple(value);
    case "tensor":
      return options["inlayHints.tensors"] && !(value.kind === "tensor" && value.layout.kind === "unknown");
    case "mma-atom":
    case "copy-atom":
    case "tiled-mma":
    case "tiled-copy":
    case "tma-atom":
      return options["inlayHints.atoms"];
    case "int":
      return (options["inlayHints.integers"] || density === "all") && fact.role !== "parameter";
    default:
      return false;
  }
}

function densityOf(
  { facts }: FactIndex,
  { "inlayHints.density": density }: HintOptions,
): HintOptions["inlayHints.density"] {
  if (density !== "auto") return density;
  return facts.unit.language === "python" ? "essential" : "normal";
}

/** `stride_q(stride_q.0,stride_q.1)`: a value that has nothing but parts of the parameter's or field's own name. */
function echoes({ name, value }: VariableFact): boolean {
  const whole = value.kind === "tensor" ? value.layout : value;
  const text = printValue(whole, "cpp");
  const words = text.match(/[A-Za-z_][\w.[\]]*/g) ?? [];
  return (
    words.length > 0 && words.every((one) => new RegExp(`^${name}[.[]`).test(one)) && !/\d/.test(withoutWords(text))
  );
}

const withoutWords = (text: string): string => text.replaceAll(/[A-Za-z_][\w.[\]]*/g, "");

/** A type that only a call gives has default values where it is dynamic: those are no news. */
function isTypeParameter(items: readonly Item[], fact: VariableFact): boolean {
  return items.some((item) => {
    if (item.kind === "class" && isTypeParameter(item.members, fact)) return true;
    if (item.id !== fact.item || (item.kind !== "function" && item.kind !== "class")) return false;
    return item.typeParams.some(({ form, span }) => form !== "value" && span.start === fact.span.start);
  });
}

/** A tuple in which something is known that is not just its own names. */
function isIntTuple(value: Value): boolean {
  if (value.kind !== "tuple") return value.kind === "num" || value.kind === "sym" || value.kind === "underscore";
  return value.items.length > 0 && value.items.every(isIntTuple);
}

/** `auto s = Shape<_4,_8>{}` says itself what it is. */
function isLiteral(index: FactIndex, fact: VariableFact): boolean {
  const source = fact.source === undefined ? undefined : absolute(index.facts, fact.item, fact.source);
  if (source === undefined || kindOf(fact.value) !== "int") return false;
  return /^[\d_.]+$/.test(index.texts[source.fragment]?.slice(source.start, source.end) ?? "");
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function touches(place: Place, within: Place): boolean {
  return place.fragment === within.fragment && place.start <= within.end && within.start <= place.end;
}
