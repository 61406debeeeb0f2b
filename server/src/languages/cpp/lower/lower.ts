// A C++ or CUDA file's tree to its Unit. Lowering never fails: what it does not understand is `opaque` with the reason.
//
// With the result of the version before, items whose text did not change are taken over as they are (same object).
import type { Directive, Item, ItemId, Place, Span, Unit } from "../../../../../src-engine/program/ir.ts";
import { textHash } from "../../../text-hash.ts";
import type { Parsed } from "../../parse/parse.ts";
import { isExact, type MappedText, placeIn } from "../prepare/mapped-text.ts";
import type { Prepared } from "../prepare/prepare.ts";
import { isSharedName } from "../prepare/shared-arguments.ts";
import { codeChildren, type FileContext, type Origin, type SharedText } from "./cursor.ts";
import type { ItemSource } from "./item-source.ts";
import { lowerItems } from "./items.ts";
import { macroItems } from "./macro-items.ts";
import { directivesOf } from "./notes.ts";

export interface Lowered {
  readonly unit: Unit;
  /** Items inside an item's code: their places move with it. */
  readonly locals: ReadonlyMap<ItemId, readonly ItemId[]>;
  readonly hashes: Hashes;
}

/** What items' texts hash to where words mean what this table of macros says. */
interface Hashes {
  readonly table: string;
  readonly known: ReadonlyMap<string, string>;
}

export function lowerCpp(file: string, parsed: Parsed, previous?: Lowered): Lowered {
  const places = new Map<ItemId, Place>();
  const locals = new Map<ItemId, ItemId[]>();
  const context = fileContext(parsed);
  const expanded = parsed.prepared?.expanded;
  const hashes = { table: parsed.prepared?.table ?? "", known: new Map<string, string>() };
  const source: ItemSource = {
    file: context,
    text: expanded?.text ?? parsed.source,
    read: parsed.text,
    origin: expanded === undefined || isPlain(expanded) ? undefined : originOf(expanded),
    ordinals: new Map(),
    places,
    locals,
    previous: itemsById(previous?.unit.items ?? []),
    previousLocals: previous?.locals ?? new Map(),
    path: "",
    scope: [],
    depth: 0,
    macros: hashes.table,
    hash: hashWith(macroWords(parsed.prepared), hashes, previous?.hashes),
  };
  const items = lowerItems(source, codeChildren(parsed.tree.rootNode));
  const constants = macroItems(source, parsed.prepared?.definitions ?? []);
  const directives: Directive[] = directivesOf(parsed.source);
  const all = byPlace([...items, ...constants], places);
  const inactive = (parsed.prepared?.inactive ?? []).map(({ directive, ...span }) => ({ directive, span }));
  return { unit: { language: "cpp", file, items: all, places, directives, inactive }, locals, hashes };
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

function fileContext({ source, snippet, prepared }: Parsed): FileContext {
  const known = new Map<string, SharedText>();
  const shared = (name: string): SharedText | undefined => {
    const found = isSharedName(name) ? (known.get(name) ?? sharedText(prepared?.shared(name))) : undefined;
    if (found !== undefined) known.set(name, found);
    return found;
  };
  const undecidedIn = ({ start, end }: Span): string | undefined =>
    prepared?.undecided.find((use) => use.start >= start && use.start < end)?.condition;
  const oneSidedIn = ({ start, end }: Span): number =>
    (prepared?.oneSided ?? []).filter((at) => at >= start && at < end).length;
  const macroAt: FileContext["macroAt"] = (name, offset) => prepared?.macroAt(name, offset);
  return { source, snippet, shared, undecidedIn, oneSidedIn, macroAt, macroValues: { read: 0 } };
}

const sharedText = (argument: ReturnType<Prepared["shared"]>): SharedText | undefined =>
  argument === undefined
    ? undefined
    : {
        text: argument.expanded.text,
        read: argument.text,
        origin: originOf(argument.expanded),
        values: new Map(),
        blocks: new Map(),
      };

/** Without an expansion the offsets of the tree are the file's own. */
const isPlain = (text: MappedText): boolean => text.parts.length <= 1;

const originOf = (text: MappedText): Origin => ({
  place: (start, end) => placeIn(text, start, end),
  isExact: (start, end) => isExact(text, start, end),
});

/** Texts that the version before had, under the same macros, have the same hash. */
function hashWith(
  macroWords: (text: string) => string,
  now: Hashes & { readonly known: Map<string, string> },
  before: Hashes | undefined,
): (text: string) => string {
  const same = before?.table === now.table ? before.known : undefined;
  return (text) => {
    const hash = same?.get(text) ?? textHash(text + macroWords(text));
    now.known.set(text, hash);
    return hash;
  };
}

/** What the macros of the file and of its headers say that a text uses: part of an item's hash. */
function macroWords(prepared: Prepared | undefined): (text: string) => string {
  if (prepared === undefined) return () => "";
  const known = new Map<string, string>();
  const said = (word: string): string => {
    const told = known.get(word);
    if (told !== undefined) return told;
    const meanings = prepared.meanings(word).map((macro) => `${JSON.stringify(macro)}\u0000`);
    known.set(word, meanings.join(""));
    return meanings.join("");
  };
  return (text) => [...new Set(text.match(/[A-Za-z_]\w*/g) ?? [])].map(said).join("");
}
