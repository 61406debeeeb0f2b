// Text → syntax tree, for both languages. C++ is prepared first (macros, conditions); an earlier result makes the parse incremental.
//
// A `Parsed` owns its tree: pass it on as `previous` (it is then used up) or call `dispose`. Offsets are UTF-16 units of the given text.
import { Edit, type Node, type Parser, type Tree } from "web-tree-sitter";
import type { Language, Span } from "../../../../src-engine/program/ir.ts";
import { type Prepared, type PrepareOptions, prepare } from "../cpp/prepare/prepare.ts";
import type { Edit as TextEdit } from "../cpp/prepare/rewrites.ts";
import { declarationEdits, templateEdits } from "../cpp/prepare/template-names.ts";
import type { GrammarName, Grammars } from "./grammars.ts";
import { isTangled } from "./tangled.ts";

export interface Parsed {
  readonly language: Language;
  /** The file's text as given, with a final newline. */
  readonly source: string;
  /** The text that the tree is of. */
  readonly text: string;
  readonly tree: Tree;
  /** C++ only: the file with its macros expanded (as long as `text`), definitions, dead code. */
  readonly prepared?: Prepared;
  /** Parses a piece of text with the same grammar, for macros that are expanded where they are used. */
  readonly snippet: (text: string) => Tree;
  readonly dispose: () => void;
}

export interface ParseOptions extends PrepareOptions {
  /** Another grammar for C++ than tree-sitter-cuda, which extends tree-sitter-cpp. */
  readonly grammar?: GrammarName;
}

export async function parse(
  grammars: Grammars,
  language: Language,
  text: string,
  previous?: Parsed,
  options: ParseOptions = {},
): Promise<Parsed> {
  const parser = await (options.grammar === undefined
    ? parserOf(grammars, language)
    : grammars.parser(options.grammar));
  return parseWith(parser, language, text, previous, options);
}

export const parserOf = (grammars: Grammars, language: Language): Promise<Parser> =>
  grammars.parser(language === "cpp" ? "cuda" : "python");

/** The same with a parser at hand; synchronous. */
export function parseWith(
  parser: Parser,
  language: Language,
  text: string,
  previous?: Parsed,
  options: ParseOptions = {},
): Parsed {
  const source = text.endsWith("\n") ? text : `${text}\n`;
  const prepared = language === "cpp" ? prepare(source, options) : undefined;
  const first = prepared === undefined ? source : isTangled(prepared.text) ? blank(prepared.text) : prepared.text;
  const old = previous?.language === language ? editTree(previous.tree, previous.text, first) : undefined;
  const { read, tree } = mended(parser, first, independent(parser, first, old), prepared);
  previous?.dispose();
  const common = { language, source, text: read, tree, snippet: (piece: string) => treeOf(parser, piece) };
  const dispose = once(() => tree.delete());
  return prepared === undefined ? { ...common, dispose } : { ...common, prepared, dispose };
}

/** Where the grammar is lost, how it finds back depends on the tree before; the text alone shall say it. */
function independent(parser: Parser, text: string, old: Tree | undefined): Tree {
  const tree = treeOf(parser, text, old);
  if (old === undefined || !tree.rootNode.hasError) return tree;
  tree.delete();
  return treeOf(parser, text);
}

interface Read {
  readonly read: string;
  readonly tree: Tree;
}

/** Where what is mended lets the grammar see further, it may get lost there once more. */
const mostTries = 3;

/** The text once more where the grammar got lost, with templates as their names alone; as it was where that is no better. */
function mended(parser: Parser, read: string, tree: Tree, prepared: Prepared | undefined, tries = mostTries): Read {
  if (prepared === undefined || tries === 0) return { read, tree };
  const { text } = prepared.expanded;
  const lost = errorsIn(tree.rootNode);
  const misread = declarationEdits(text).filter(({ start }) => isExpression(tree.rootNode, start));
  const edits = new Map(misread.map((edit): [number, TextEdit] => [edit.start, edit]));
  for (const span of lost) for (const edit of templateEdits(text, span)) edits.set(edit.start, edit);
  if (edits.size === 0) return { read, tree };
  const again = edited(
    read,
    [...edits.values()].sort((a, b) => a.start - b.start),
  );
  const better = treeOf(parser, again, editTree(tree.copy(), read, again));
  const isBetter = errorsIn(better.rootNode).length < lost.length + misread.length;
  (isBetter ? tree : better).delete();
  return isBetter ? mended(parser, again, better, prepared, tries - 1) : { read, tree };
}

/** Does an expression, with nothing declared, begin the statement here? */
function isExpression(root: Node, at: number): boolean {
  for (let node = root.descendantForIndex(at); node !== null; node = node.parent)
    if (/statement$|declaration$|definition$/.test(node.type)) return node.type === "expression_statement";
  return false;
}

/** For each error of a tree the statement or declaration around it, as small as it is. */
function errorsIn(node: Node, item?: Span): readonly Span[] {
  if (!node.hasError) return [];
  const { children } = node;
  return children.flatMap((child, i): readonly Span[] => {
    if (child === null) return [];
    // A node's own nextSibling goes through its parent's children from the first.
    const own = { start: child.startIndex, end: (children[i + 1] ?? child).endIndex };
    if (child.isError || child.isMissing) return [isList(node) ? own : (item ?? own)];
    return errorsIn(child, isList(node) ? { start: child.startIndex, end: child.endIndex } : item);
  });
}

/** Does a node hold statements or declarations? */
const isList = (node: Node): boolean => /^translation_unit$|declaration_list$|^compound_statement$/.test(node.type);

/** Of edits that lie in one another the outermost. */
function edited(text: string, edits: readonly TextEdit[]): string {
  let at = 0;
  const pieces = edits.map((edit) => {
    if (edit.start < at) return "";
    const piece = text.slice(at, edit.start) + edit.text;
    at = edit.end;
    return piece;
  });
  return pieces.join("") + text.slice(at);
}

/** Of a text that the grammar takes all too long for, as for brackets by the ten thousand: as if nothing stood in it. */
function treeOf(parser: Parser, text: string, old?: Tree): Tree {
  const end = performance.now() + mostMilliseconds + text.length * mostMillisecondsACharacter;
  const tree = parser.parse(text, old ?? null, { progressCallback: () => performance.now() > end });
  if (tree !== null) return tree;
  parser.reset();
  const nothing = parser.parse(blank(text));
  if (nothing === null) throw new Error("the parser has no grammar");
  return nothing;
}

const blank = (text: string): string => text.replace(/[^\n]/g, " ");

/** Far more than kernels take on a slow machine. */
const mostMilliseconds = 10_000;
const mostMillisecondsACharacter = 0.01;

function once(run: () => void): () => void {
  let ran = false;
  return () => {
    if (!ran) run();
    ran = true;
  };
}

/** Tells the old tree what changed: the span between the longest common beginning and end. */
function editTree(tree: Tree, before: string, after: string): Tree {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let tail = 0;
  while (tail < shorter - start && sameFromEnd(before, after, tail)) tail++;
  const oldEnd = before.length - tail;
  const newEnd = after.length - tail;
  if (start === oldEnd && start === newEnd) return tree;
  tree.edit(
    new Edit({
      startIndex: start,
      oldEndIndex: oldEnd,
      newEndIndex: newEnd,
      startPosition: pointAt(before, start),
      oldEndPosition: pointAt(before, oldEnd),
      newEndPosition: pointAt(after, newEnd),
    }),
  );
  return tree;
}

const sameFromEnd = (a: string, b: string, back: number): boolean =>
  a.charCodeAt(a.length - 1 - back) === b.charCodeAt(b.length - 1 - back);

function pointAt(text: string, offset: number): { row: number; column: number } {
  let row = 0;
  let lineStart = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) {
    row++;
    lineStart = at + 1;
  }
  return { row, column: offset - lineStart };
}
