// Completion of the file's own names where no other server knows them: the variables of the function with their layouts, then the
// words of the text, which an editor offers by itself only as long as nobody else has an answer.
import type { Value } from "../../../src-engine/algebra/value.ts";
import type { FunctionItem, Item, Language } from "../../../src-engine/program/ir.ts";
import { covers, type FactIndex, groupByPlace, type Where } from "../facts/fact-index.ts";
import { shortText } from "../facts/hint-text.ts";
import { oneLine } from "../facts/source-text.ts";
import type { Suggestion } from "./completion.ts";
import { preferred } from "./hover.ts";

/** Longest value beside a name, and most words of a text. */
const [longest, mostWords] = [60, 2000];

/** Of the facts at hand, which may be those of a few letters before. */
export function variablesAt(index: FactIndex, where: Where, language: Language): readonly Suggestion[] {
  const around = functionAt(index, where);
  if (around === undefined) return [];
  const before = index.variables.filter(({ fact, place }) => fact.item === around.id && place.start < where.offset);
  const named = new Map<string, Suggestion>();
  for (const group of groupByPlace(before)) {
    const { fact } = preferred(index, group, (one) => one.value) ?? group[0]!;
    if (!/^[A-Za-z]\w*$/.test(fact.name)) continue;
    const known = fact.value.kind === "unknown" ? "" : oneLine(shortText(fact.value, language), longest);
    named.set(fact.name, { name: fact.name, kind: "value", signature: known, doc: "", makes: makes(fact.value) });
  }
  return [...named.values()];
}

/** What a value is to an argument. */
function makes(value: Value): string {
  if (value.kind === "type") return makes(value.of);
  return value.kind === "composed" ? "layout" : value.kind;
}

function functionAt({ facts }: FactIndex, { fragment, offset }: Where): FunctionItem | undefined {
  const inside = (item: Item): boolean => {
    const place = facts.unit.places.get(item.id);
    return place !== undefined && covers(place, { fragment, offset });
  };
  let level = facts.unit.items;
  for (;;) {
    const item = level.find((one) => (one.kind === "function" || one.kind === "class") && inside(one));
    if (item?.kind !== "class") return item?.kind === "function" ? item : undefined;
    level = item.members;
  }
}

/** Those that begin as the one that is typed, without it. */
export function wordsOf(text: string, offset: number, word: string): readonly Suggestion[] {
  const found = new Set<string>();
  for (const { 0: one, index } of text.matchAll(/\b[A-Za-z_]\w\w+/g)) {
    if (found.size >= mostWords) break;
    const isTyped = index <= offset && offset <= index + one.length;
    if (!isTyped && one.toLowerCase().startsWith(word.toLowerCase())) found.add(one);
  }
  return [...found].map((name) => ({ name, kind: "word", signature: "", doc: "" }));
}
