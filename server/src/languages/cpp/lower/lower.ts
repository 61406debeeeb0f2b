// A C++ or CUDA file's tree to its Unit. Lowering never fails: what it does not understand is `opaque` with the reason.
//
// With the result of the version before, items whose text did not change are taken over as they are (same object).
import type { Directive, Item, ItemId, Place, Unit } from "../../../../../src-engine/program/ir.ts";
import type { Parsed } from "../../parse/parse.ts";
import type { Macro } from "../prepare/macros.ts";
import type { Prepared } from "../prepare/prepare.ts";
import { codeChildren, type FileContext } from "./cursor.ts";
import type { ItemSource } from "./item-source.ts";
import { lowerItems } from "./items.ts";
import { knownMacros } from "./known-macros.ts";
import { macroItems } from "./macro-items.ts";
import { directivesOf } from "./notes.ts";

export interface Lowered {
  readonly unit: Unit;
  /** Items inside an item's code: their places move with it. */
  readonly locals: ReadonlyMap<ItemId, readonly ItemId[]>;
}

export function lowerCpp(file: string, parsed: Parsed, previous?: Lowered): Lowered {
  const places = new Map<ItemId, Place>();
  const locals = new Map<ItemId, ItemId[]>();
  const context: FileContext = { macroAt: macroLookup(parsed.prepared), snippet: parsed.snippet };
  const source: ItemSource = {
    file: context,
    text: parsed.source,
    read: parsed.text,
    ordinals: new Map(),
    places,
    locals,
    previous: itemsById(previous?.unit.items ?? []),
    previousLocals: previous?.locals ?? new Map(),
    path: "",
    scope: [],
    macroWords: macroWords(parsed.prepared),
  };
  const items = lowerItems(source, codeChildren(parsed.tree.rootNode));
  const constants = macroItems(source, parsed.prepared?.definitions ?? []);
  const directives: Directive[] = directivesOf(parsed.source);
  const all = byPlace([...items, ...constants], places);
  return { unit: { language: "cpp", file, items: all, places, directives }, locals };
}

function byPlace(items: readonly Item[], places: ReadonlyMap<ItemId, Place>): Item[] {
  const startOf = (item: Item): number => places.get(item.id)?.start ?? 0;
  return [...items].sort((a, b) => startOf(a) - startOf(b));
}

function itemsById(items: readonly Item[]): Map<ItemId, Item> {
  const found = new Map<ItemId, Item>();
  const add = (item: Item): void => {
    found.set(item.id, item);
    if (item.kind === "class") item.members.forEach(add);
  };
  items.forEach(add);
  return found;
}

/** The macro a name is at an offset: the last definition before it in the file, else what its headers or everybody defines. */
function macroLookup(prepared: Prepared | undefined): FileContext["macroAt"] {
  const events = new Map<string, { start: number; macro?: Macro }[]>();
  const add = (name: string, event: { start: number; macro?: Macro }): void => {
    events.set(
      name,
      [...(events.get(name) ?? []), event].sort((a, b) => a.start - b.start),
    );
  };
  for (const { macro, start } of prepared?.definitions ?? []) add(macro.name, { start, macro });
  for (const { name, start } of prepared?.undefinitions ?? []) add(name, { start });
  return (name, offset) => {
    const last = events
      .get(name)
      ?.filter((event) => event.start < offset)
      .at(-1);
    return last !== undefined ? last.macro : (prepared?.initial.get(name) ?? knownMacros.get(name));
  };
}

/** What the macros of the file and of its headers say that a text uses: part of an item's hash. */
function macroWords(prepared: Prepared | undefined): (text: string) => string {
  const bodies = new Map<string, string>();
  const add = (macro: Macro): void => {
    bodies.set(macro.name, `${bodies.get(macro.name) ?? ""}${macro.params?.join() ?? ""} ${macro.body}\u0000`);
  };
  for (const macro of prepared?.initial.values() ?? []) add(macro);
  for (const { macro } of prepared?.definitions ?? []) add(macro);
  if (bodies.size === 0) return () => "";
  return (text) => [...new Set(text.match(/[A-Za-z_]\w*/g) ?? [])].map((word) => bodies.get(word) ?? "").join("");
}
