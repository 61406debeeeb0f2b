// What lowering items needs beside a cursor: ids, places, scope, and the items of the version before.
import type { Node } from "web-tree-sitter";
import type { FunctionItem, Item, ItemId, Place, Span } from "../../../../../src-engine/program/ir.ts";
import { editedStatements, keepStatements, statementsOf } from "../../edited-statements.ts";
import { type Cursor, type EditedFunction, type FileContext, nameSpanOf, type Origin, placeOf } from "./cursor.ts";
import { presetsAbove } from "./notes.ts";

export interface ItemSource {
  readonly file: FileContext;
  /** The file with its macros expanded, as written and as the grammar read it. */
  readonly text: string;
  readonly read: string;
  /** Leads offsets of the text back to the file; absent where they are the same. */
  readonly origin: Origin | undefined;
  readonly ordinals: Map<string, number>;
  readonly places: Map<ItemId, Place>;
  /** Local items by the item whose code holds them: their places move with it. */
  readonly locals: Map<ItemId, ItemId[]>;
  /** The version before: items whose hash is the same are taken over. */
  readonly previous: ReadonlyMap<ItemId, Item>;
  readonly previousLocals: ReadonlyMap<ItemId, readonly ItemId[]>;
  /** Id of the class around, "" at file and namespace scope. */
  readonly path: string;
  readonly scope: readonly string[];
  /** How many namespaces and conditions are around. */
  readonly depth: number;
  readonly alternative?: string;
  readonly unusual?: true;
  /** Of fields: the anonymous structs and unions around. */
  readonly anonymous?: readonly string[];
  /** Of an item's text and the macros that it uses. */
  readonly hash: (text: string) => string;
  /** What the macros of the file and of its headers say, as text. */
  readonly macros: string;
}

export interface Head {
  readonly id: ItemId;
  readonly name: string;
  readonly nameSpan: Span;
  readonly scope: readonly string[];
  readonly hash: string;
  readonly presets: readonly string[];
  readonly alternative?: string;
  readonly spelledUnder?: string;
  readonly unusual?: true;
  readonly anonymous?: readonly string[];
}

export const cursorOf = (s: ItemSource, base: number): Cursor => ({
  file: s.file,
  text: s.text,
  read: s.read,
  base,
  origin: s.origin,
  depth: 0,
  expanding: [],
});

/** Where a node begins in the file. */
export const startOf = (s: ItemSource, node: Node): number => placeOf(cursorOf(s, 0), node).start;

/** Id, place, hash and presets of an item; `outer` is its node with template lists, `without` are members that hash for themselves. */
export function headOf(
  s: ItemSource,
  prefix: string,
  name: string,
  outer: Node,
  nameNode: Node | undefined,
  without: readonly Node[] = [],
): Head {
  const id = freshId(s, prefix, name);
  const place = placeOf(cursorOf(s, 0), outer);
  s.places.set(id, { fragment: 0, ...place });
  const c = cursorOf(s, place.start);
  const spelledUnder = isStatement(prefix) ? s.file.undecidedIn(place) : undefined;
  return {
    id,
    name,
    nameSpan: nameNode === undefined ? { start: 0, end: 0 } : nameSpanOf(c, nameNode),
    scope: s.scope,
    hash: hashOf(s, outer, without),
    presets: presetsAbove(s.file.source, place.start),
    ...(s.alternative === undefined ? {} : { alternative: s.alternative }),
    ...(spelledUnder === undefined ? {} : { spelledUnder }),
    ...(s.unusual === undefined ? {} : { unusual: s.unusual }),
    ...((s.anonymous ?? []).length === 0 ? {} : { anonymous: s.anonymous! }),
  };
}

/** Of functions and classes their own statements and members say what they rest on. */
const isStatement = (prefix: string): boolean => prefix === "var" || prefix === "alias" || prefix === "stmt";

export function freshId(s: ItemSource, prefix: string, name: string): ItemId {
  const around = s.path === "" ? s.scope.map((part) => `${part}::`).join("") : "";
  const stem = `${s.path === "" ? "" : `${s.path}/`}${prefix}:${around}${name}`;
  const ordinal = s.ordinals.get(stem) ?? 0;
  s.ordinals.set(stem, ordinal + 1);
  return `${stem}#${ordinal}`;
}

/** The comment behind the item's last line and the presets above it belong to its text. */
function hashOf(s: ItemSource, node: Node, without: readonly Node[]): string {
  const { source } = s.file;
  const c = cursorOf(s, 0);
  const place = placeOf(c, node);
  const lineEnd = source.indexOf("\n", place.end);
  const written = [
    presetsAbove(source, place.start).join("\n"),
    s.alternative ?? "",
    s.unusual === true ? "unusual" : "",
    (s.anonymous ?? []).join(" "),
    ...around(
      source,
      { start: place.start, end: lineEnd < 0 ? source.length : lineEnd },
      without.map((one) => placeOf(c, one)),
    ),
  ].join("\u0000");
  const pieces = [written];
  const members = without.map(({ startIndex: start, endIndex: end }) => ({ start, end }));
  const piecesOf = (text: string): string =>
    around(text, { start: node.startIndex, end: node.endIndex }, members).join("\u0000");
  // What is compiled of it may be decided elsewhere.
  if (s.origin !== undefined || s.text !== source) pieces.push(piecesOf(s.text));
  // An error elsewhere may change what the grammar makes of the same text.
  if (s.read !== s.text) pieces.push(piecesOf(s.read));
  if (node.hasError) pieces.push(node.toString());
  const oneSided = s.file.oneSidedIn(place);
  if (oneSided > 0) pieces.push(`${oneSided} of one side`);
  return s.hash(pieces.join("\u0000"));
}

/** Lowers a function that the version before has with another text: statements before the edit are taken over. */
export function withStatementsBefore(
  s: ItemSource,
  { id }: Head,
  node: Node,
  lower: (edited: EditedFunction | undefined) => FunctionItem,
): FunctionItem {
  const before = s.previous.get(id);
  if (before?.kind !== "function") return lower(undefined);
  const edited = editedFunction(s, before, node);
  const lowered = lower(edited);
  keepStatements(lowered, edited?.statements ?? statementsOf(before));
  return lowered;
}

/** Undefined where the grammar may have read code before an error in the light of what is behind it, or a condition decides what is compiled. */
function editedFunction(s: ItemSource, before: FunctionItem, node: Node): EditedFunction | undefined {
  const place = s.places.get(before.id);
  if (place === undefined || node.hasError) return undefined;
  if (s.file.oneSidedIn(place) > 0 || s.file.undecidedIn(place) !== undefined) return undefined;
  const { startIndex: start, endIndex: end } = node;
  const { source } = s.file;
  const line = source.indexOf("\n", place.end);
  const written = source.slice(place.start, line < 0 ? source.length : line);
  const texts = [written, s.text.slice(start, end), s.read.slice(start, end)];
  return { start, statements: editedStatements(before, { texts, around: s.macros }) };
}

/** The pieces of a span of a text around others. */
function around(text: string, { start, end }: Span, without: readonly Span[]): string[] {
  let at = start;
  const pieces = without.map((one) => {
    const piece = text.slice(at, one.start);
    at = Math.max(at, one.end);
    return piece;
  });
  return [...pieces, text.slice(at, end)];
}

/** The item of the version before when nothing about it changed; its local items get their places again. */
export function reuse<T extends Item>(s: ItemSource, head: Head, kind: T["kind"]): T | undefined {
  const before = s.previous.get(head.id);
  if (before === undefined || before.hash !== head.hash || before.kind !== kind) return undefined;
  const locals = s.previousLocals.get(head.id) ?? [];
  const place = s.places.get(head.id);
  if (locals.length > 0 && place !== undefined) {
    s.locals.set(head.id, [...locals]);
    for (const id of locals) s.places.set(id, place);
  }
  return before as T;
}
