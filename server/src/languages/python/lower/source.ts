// What lowering one item needs beside the tree: the text, where the item starts, and the comments that speak about a line.
//
// Spans count from `base`, the start of the top-level item or method, so that they survive edits above it.
import type { Node } from "web-tree-sitter";
import type { Expr, Item, ItemId, Note, Place, Span } from "../../../../../src-engine/program/ir.ts";
import { textApart } from "../../../apart.ts";
import type { EditedStatements } from "../../edited-statements.ts";
import { sharedName } from "../../names.ts";
import type { WithTree } from "./later-body.ts";

/** What an earlier lowering of the same document made: items whose own text is the same are taken over. */
export interface Earlier {
  readonly items: ReadonlyMap<ItemId, Item>;
  readonly places: ReadonlyMap<ItemId, Place>;
  /** Ids of the items nested in a function. */
  readonly nested: ReadonlyMap<ItemId, readonly ItemId[]>;
}

/** Collects the items of a unit while it is lowered: ordinals make ids unique, places say where an id stands. */
export interface Registry {
  readonly ordinals: Map<string, number>;
  readonly places: Map<ItemId, Place>;
  readonly earlier?: Earlier;
  /** Bodies of functions are lowered when they are asked for. */
  readonly later?: WithTree | undefined;
}

export interface Source {
  readonly text: string;
  readonly fragment: number;
  /** Absolute offset from which spans count. */
  readonly base: number;
  /** How many expressions and blocks stand around; beyond a limit lowering stops descending. */
  readonly depth: number;
  readonly registry: Registry;
  /** The function around is a generator: what calling it gives is not what its `return` says. */
  readonly yields?: boolean;
  /** Of a function that is being edited: what is left of its statements. */
  readonly edited?: EditedStatements | undefined;
  /** Id path of the items around (`cls:Mainloop`), "" at file scope. */
  readonly path: string;
  /** Names of the classes (and functions) around. */
  readonly scope: readonly string[];
}

/** Where the node's last line ends. */
export function lineEnd({ text }: Source, node: Node): number {
  const end = text.indexOf("\n", node.endIndex);
  return end < 0 ? text.length : end;
}

/** Deeper nesting than people write; the parser's tree can be 10,000 deep when a file is broken or hostile. */
const deepest = 300;

export const tooDeep = (source: Source): boolean => source.depth > deepest;

export const deeper = (source: Source): Source => ({ ...source, depth: source.depth + 1 });

export const spanOf = (source: Source, node: Node): Span => ({
  start: node.startIndex - source.base,
  end: node.endIndex - source.base,
});

export const textOf = (source: Source, node: Node): string => source.text.slice(node.startIndex, node.endIndex);

export const nameIn = (source: Source, node: Node): string => sharedName(textOf(source, node));

export const opaque = (source: Source, node: Node, why: string, reads: readonly Expr[] = []): Expr => ({
  kind: "opaque",
  why,
  reads,
  span: spanOf(source, node),
});

/** The named children that are code. */
export const codeChildren = (node: Node): Node[] =>
  node.namedChildren.filter(
    (child): child is Node => child !== null && child.type !== "comment" && child.type !== "line_continuation",
  );

/** `gA = …  # (BLK_M, BLK_K, k)`: the comment behind the statement, else the one on the line above if it begins with a tuple. */
export function noteOf(source: Source, node: Node): Note | undefined {
  return noteBehind(source, node) ?? noteAbove(source, node);
}

export function noteBehind(source: Source, node: Node): Note | undefined {
  const pattern = /[ \t]*(?:,[ \t]*)?#[ \t]*([^\n\r]*)/y;
  pattern.lastIndex = node.endIndex;
  const match = pattern.exec(source.text);
  return match === null ? undefined : noteAt(source, match[1] ?? "", pattern.lastIndex);
}

function noteAbove(source: Source, node: Node): Note | undefined {
  const lineStart = source.text.lastIndexOf("\n", node.startIndex - 1);
  if (lineStart < 0) return undefined;
  const aboveStart = source.text.lastIndexOf("\n", lineStart - 1) + 1;
  const match = /^\s*#\s*(\(.*)$/.exec(source.text.slice(aboveStart, lineStart));
  return match === null ? undefined : noteAt(source, match[1] ?? "", lineStart);
}

function noteAt(source: Source, text: string, end: number): Note | undefined {
  const trimmed = text.trimEnd();
  if (trimmed === "") return undefined;
  const stop = end - (text.length - trimmed.length) - source.base;
  return { text: textApart(trimmed), span: { start: stop - trimmed.length, end: stop } };
}
