// What lowering items needs beside a cursor: ids, places, scope, and the items of the version before.
import type { Node } from "web-tree-sitter";
import type { Item, ItemId, Place, Span } from "../../../../../src-engine/program/ir.ts";
import { textHash } from "../../python/lower/hash.ts";
import type { Cursor, FileContext } from "./cursor.ts";
import { presetsAbove } from "./notes.ts";

export interface ItemSource {
  readonly file: FileContext;
  readonly text: string;
  readonly read: string;
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
  readonly alternative?: string;
  /** A word for the macros that stand, so that an item that uses them changes when they do. */
  readonly macroWords: (text: string) => string;
}

export interface Head {
  readonly id: ItemId;
  readonly name: string;
  readonly nameSpan: Span;
  readonly scope: readonly string[];
  readonly hash: string;
  readonly presets: readonly string[];
  readonly alternative?: string;
}

export const cursorOf = (s: ItemSource, base: number): Cursor => ({
  file: s.file,
  text: s.text,
  read: s.read,
  base,
  depth: 0,
  expanding: [],
});

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
  const start = outer.startIndex;
  s.places.set(id, { fragment: 0, start, end: outer.endIndex });
  const named = nameNode ?? outer;
  const nameStart = named.startIndex - start;
  const nameEnd = nameNode === undefined ? nameStart : named.endIndex - start;
  return {
    id,
    name,
    nameSpan: { start: nameStart, end: nameEnd },
    scope: s.scope,
    hash: hashOf(s, outer, without),
    presets: presetsAbove(s.text, start),
    ...(s.alternative === undefined ? {} : { alternative: s.alternative }),
  };
}

export function freshId(s: ItemSource, prefix: string, name: string): ItemId {
  const around = s.path === "" ? s.scope.map((part) => `${part}::`).join("") : "";
  const stem = `${s.path === "" ? "" : `${s.path}/`}${prefix}:${around}${name}`;
  const ordinal = s.ordinals.get(stem) ?? 0;
  s.ordinals.set(stem, ordinal + 1);
  return `${stem}#${ordinal}`;
}

/** The comment behind the item's last line and the presets above it belong to its text. */
function hashOf(s: ItemSource, node: Node, without: readonly Node[]): string {
  const lineEnd = s.text.indexOf("\n", node.endIndex);
  const parts: string[] = [presetsAbove(s.text, node.startIndex).join("\n"), s.alternative ?? ""];
  let at = node.startIndex;
  for (const member of without) {
    parts.push(s.text.slice(at, member.startIndex));
    at = Math.max(at, member.endIndex);
  }
  parts.push(s.text.slice(at, lineEnd < 0 ? s.text.length : lineEnd));
  const own = parts.join("\u0000");
  return textHash(own + s.macroWords(own));
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
