// Where lowering stands: the text that node offsets index, the item that spans count from, and the macros that apply.
//
// Nodes come from the tree of the file with its macros expanded, or from that of a snippet; `spanOf` leads both back to the file.
// Lowering is recursive, so every descent goes through `deeper` and stops at a depth that people's code never reaches.
import type { Node, Tree } from "web-tree-sitter";
import type { Block, Expr, Span } from "../../../../../src-engine/program/ir.ts";
import type { EditedStatements } from "../../edited-statements.ts";
import type { Macro } from "../prepare/macros.ts";
import type { ItemSource } from "./item-source.ts";

export interface FileContext {
  /** The file as it is. */
  readonly source: string;
  /** The definition of a macro as it stands at an offset of the file. */
  readonly macroAt: (name: string, offset: number) => Macro | undefined;
  /** How many values of macros were read so far: each of a chain of them may use the next one twice. */
  readonly macroValues: { read: number };
  /** The condition of a macro in this stretch of the file whose definition nobody can decide about. */
  readonly undecidedIn: (span: Span) => string | undefined;
  /** Chains in this stretch of the file of which only the usual side is read. */
  readonly oneSidedIn: (span: Span) => number;
  readonly snippet: (text: string) => Tree;
  /** A macro's argument that stands in the text by this name. */
  readonly shared: (name: string) => SharedText | undefined;
  /** Set in a function's code: how the types it declares become items. */
  readonly items?: ItemSource;
  /** Of a function that is being edited. */
  readonly edited?: EditedFunction | undefined;
}

/** Where a function that is being edited begins in the text, and what is left of its statements. */
export interface EditedFunction {
  readonly start: number;
  readonly statements: EditedStatements;
}

export interface Cursor {
  readonly file: FileContext;
  /** What node offsets index, as written: the file's text with macros expanded, or that of a snippet. */
  readonly text: string;
  /** The same as the grammar read it. */
  readonly read: string;
  /** Absolute start of the item in the file. */
  readonly base: number;
  /** Leads offsets back to the file; absent where they are the file's own. */
  readonly origin?: Origin | undefined;
  readonly depth: number;
  /** The declared type of what the function returns, which `return {…}` constructs. */
  readonly returns?: Expr | undefined;
  /** Names of macros whose values are being read, outermost first. */
  readonly expanding: readonly string[];
}

/** A text of its own: as written, as the grammar reads it, where it stands; and what lowering made of it. */
export interface SharedText {
  readonly text: string;
  readonly read: string;
  readonly origin: Origin;
  /** By the start of the item that holds it. */
  readonly values: Map<number, Expr | undefined>;
  readonly blocks: Map<number, Block>;
}

/** Where a text's offsets stand in the file. */
export interface Origin {
  readonly place: (start: number, end: number) => Span;
  /** Is this stretch the file's own text, and no macro's? */
  readonly isExact: (start: number, end: number) => boolean;
}

const deepest = 250;

export const tooDeep = (c: Cursor): boolean => c.depth > deepest;

export const deeper = (c: Cursor): Cursor => ({ ...c, depth: c.depth + 1 });

/** Absolute offsets of a node in the file. */
export function placeOf(c: Cursor, node: Node): Span {
  const { startIndex: start, endIndex: end } = node;
  return c.origin === undefined ? { start, end } : c.origin.place(start, end);
}

/** Does a node stand in the file as it is, not in a macro's replacement? */
export const isOwn = (c: Cursor, node: Node): boolean =>
  c.origin === undefined || c.origin.isExact(node.startIndex, node.endIndex);

/** The origin of a text that is cut out of another: its offsets are `shift` less. */
export const shiftedOrigin = (origin: Origin | undefined, shift: number): Origin => ({
  place: (start, end) => origin?.place(start + shift, end + shift) ?? { start: start + shift, end: end + shift },
  isExact: (start, end) => origin?.isExact(start + shift, end + shift) ?? true,
});

export function spanOf(c: Cursor, node: Node): Span {
  const { start, end } = placeOf(c, node);
  return { start: start - c.base, end: end - c.base };
}

/** The span of a declared name; empty where it is a macro's word, which stands nowhere in the file. */
export function nameSpanOf(c: Cursor, node: Node): Span {
  const span = spanOf(c, node);
  return isOwn(c, node) ? span : { start: span.start, end: span.start };
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
