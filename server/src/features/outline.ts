// The outline: each function and class with the layouts, tensors and atoms in it, and their values.
import type { VariableFact } from "../../../src-engine/program/facts.ts";
import type { FunctionItem, Item, ItemId, Place } from "../../../src-engine/program/ir.ts";
import { absolute, type FactIndex, groupByPlace, type Placed } from "../facts/fact-index.ts";
import { shortText } from "../facts/hint-text.ts";
import { oneLine } from "../facts/source-text.ts";
import { preferred } from "./hover.ts";
import { isShown, kindOf } from "./kind.ts";

export interface OutlineEntry {
  readonly name: string;
  /** The value, short. */
  readonly detail: string;
  readonly kind: "function" | "kernel" | "class" | "layout" | "tensor" | "atom" | "other";
  readonly place: Place;
  readonly namePlace: Place;
  readonly children: readonly OutlineEntry[];
}

/** Only what has something of CuTe in it. */
export function outline(index: FactIndex): readonly OutlineEntry[] {
  const byItem = new Map<ItemId, OutlineEntry[]>();
  for (const group of groupByPlace(index.variables)) {
    const best = preferred(index, group, (fact) => fact.value);
    if (best !== undefined && isShown(best.fact.value)) add(byItem, best.fact.item, variableEntry(index, best));
  }
  return index.facts.unit.items.flatMap((item) => itemEntries(index, item, byItem));
}

function itemEntries(
  index: FactIndex,
  item: Item,
  byItem: ReadonlyMap<ItemId, readonly OutlineEntry[]>,
): readonly OutlineEntry[] {
  const own = byItem.get(item.id) ?? [];
  switch (item.kind) {
    case "function":
      return container(index, item, functionKind(item), own);
    case "class":
      return container(index, item, "class", [...own, ...item.members.flatMap((m) => itemEntries(index, m, byItem))]);
    case "statement":
      return own;
    case "import":
      return [];
    default:
      return item satisfies never;
  }
}

const functionKind = (item: FunctionItem) => (item.isKernel ? "kernel" : "function");

function container(
  index: FactIndex,
  item: Item,
  kind: OutlineEntry["kind"],
  children: readonly OutlineEntry[],
): readonly OutlineEntry[] {
  const place = index.facts.unit.places.get(item.id);
  const namePlace = absolute(index.facts, item.id, item.nameSpan);
  if (children.length === 0 || place === undefined || namePlace === undefined) return [];
  return [{ name: item.name, detail: "", kind, place, namePlace, children }];
}

function variableEntry(index: FactIndex, { fact, place }: Placed<VariableFact>): OutlineEntry {
  const source = fact.source === undefined ? undefined : absolute(index.facts, fact.item, fact.source);
  const whole = source !== undefined && source.end > place.end ? { ...place, end: source.end } : place;
  return {
    name: fact.name,
    detail: oneLine(shortText(fact.value, index.facts.unit.language), 120),
    kind: entryKind(kindOf(fact.value)),
    place: whole,
    namePlace: place,
    children: [],
  };
}

function entryKind(kind: string): OutlineEntry["kind"] {
  if (kind === "layout" || kind === "tensor") return kind;
  return /atom|tiled|thr/.test(kind) ? "atom" : "other";
}

function add<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [value]);
  else group.push(value);
}
