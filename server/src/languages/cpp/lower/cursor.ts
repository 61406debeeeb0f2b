// Where lowering stands: the text that node offsets index, the item that spans count from, and the macros that apply.
//
// Nodes come from the file's tree or from the tree of an expanded macro; `spanOf` leads both back to the file. Lowering is
// recursive, so every descent goes through `deeper` and stops at a depth that people's code never reaches.
import type { Node, Tree } from "web-tree-sitter";
import type { Expr, Span } from "../../../../../src-engine/program/ir.ts";
import type { Macro } from "../prepare/macros.ts";
import type { ItemSource } from "./item-source.ts";

export interface FileContext {
  /** The definition of a macro as it stands at an offset of the file. */
  readonly macroAt: (name: string, offset: number) => Macro | undefined;
  readonly snippet: (text: string) => Tree;
  /** Set in a function's code: how the types it declares become items. */
  readonly items?: ItemSource;
}

export interface Cursor {
  readonly file: FileContext;
  /** What node offsets index, as written: the file's own text, or that of an expansion. */
  readonly text: string;
  /** The same as the grammar read it, with macros blanked. */
  readonly read: string;
  /** Absolute start of the item. */
  readonly base: number;
  /** Leads offsets of an expansion back to the file; absent in the file's own tree. */
  readonly origin?: (start: number, end: number) => Span;
  readonly depth: number;
  /** The declared type of what the function returns, which `return {…}` constructs. */
  readonly returns?: Expr | undefined;
  /** Macros being expanded, outermost first. */
  readonly expanding: readonly string[];
  /** Whether a place of the expansion came in as an argument, where the macro's own name may stand again. */
  readonly isArgument?: (start: number, end: number) => boolean;
}

const deepest = 250;

export const tooDeep = (c: Cursor): boolean => c.depth > deepest;

export const deeper = (c: Cursor): Cursor => ({ ...c, depth: c.depth + 1 });

/** Absolute offsets of a node in the file. */
export function placeOf(c: Cursor, node: Node): Span {
  const { startIndex: start, endIndex: end } = node;
  return c.origin === undefined ? { start, end } : c.origin(start, end);
}

export function spanOf(c: Cursor, node: Node): Span {
  const { start, end } = placeOf(c, node);
  return { start: start - c.base, end: end - c.base };
}

export const textOf = (c: Cursor, node: Node): string => c.text.slice(node.startIndex, node.endIndex);

/** The named children that are code. */
export const codeChildren = (node: Node): Node[] =>
  node.namedChildren.filter((child): child is Node => child !== null && child.type !== "comment");

export const field = (node: Node, name: string): Node | undefined => node.childForFieldName(name) ?? undefined;

export const childOf = (node: Node, ...types: readonly string[]): Node | undefined =>
  node.children.find((child): child is Node => child !== null && types.includes(child.type));

export const has = (node: Node, type: string): boolean => childOf(node, type) !== undefined;

export const opaque = (c: Cursor, node: Node, why: string, reads: readonly Expr[] = []): Expr => ({
  kind: "opaque",
  why,
  reads,
  span: spanOf(c, node),
});
