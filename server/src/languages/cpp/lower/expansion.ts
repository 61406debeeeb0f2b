// Macros that the file or its headers define, expanded where they are used: `BM` → 128, `BOOL_SWITCH(c, X, [&]{…})` → its lambda.
//
// The expansion is parsed on its own; offsets inside an argument lead back to the argument in the file, all others to the whole use.
// A block is read as a lambda that is called at once, unless it returns from the function around it; other bodies stay opaque.
import type { Node } from "web-tree-sitter";
import type { Expr, Span } from "../../../../../src-engine/program/ir.ts";
import type { Macro } from "../prepare/macros.ts";
import { type Cursor, codeChildren, deeper, field, opaque, placeOf, textOf } from "./cursor.ts";
import { lowerExpression } from "./expressions.ts";

/** A name that is an object-like macro: what its body lowers to. */
export function expandName(c: Cursor, node: Node): Expr | undefined {
  const name = textOf(c, node);
  const macro = macroOf(c, name, node);
  if (macro === undefined || macro.params !== undefined || macro.body === "" || macro.body === name) return undefined;
  return expand(c, node, macro, [plain(macro.body)]);
}

/** A call that is a function-like macro. */
export function expandCall(c: Cursor, node: Node, callee: Node, list: Node): Expr | undefined {
  const macro = functionMacro(c, textOf(c, callee), callee);
  if (macro?.params === undefined) return undefined;
  const args = codeChildren(list);
  const reads = () => args.filter((arg) => !/identifier$/.test(arg.type)).map((arg) => lowerExpression(c, arg));
  // A body that ends in `;` is a call written as a statement.
  const body = macro.body.replace(/\s*;\s*$/, "");
  const block = isExpression(body) ? undefined : blockOf(body);
  if (block === undefined && !isExpression(body)) return opaque(c, node, `the macro ${macro.name}`, reads());
  const pieces = substitute(c, block ?? body, macro.params, args, list);
  return expand(c, node, macro, pieces, block !== undefined) ?? opaque(c, node, `the macro ${macro.name}`, reads());
}

/** `{ … }` and `do { … } while (0)` as `[&]{ … }()`: names declared in a block are gone behind it, as in a lambda. */
function blockOf(body: string): string | undefined {
  const once = /^\s*do\s*(\{[\s\S]*\})\s*while\s*\(\s*(?:0|false)\s*\)\s*$/.exec(body)?.[1] ?? body.trim();
  if (!once.startsWith("{") || !once.endsWith("}")) return undefined;
  return `[&]${once}()`;
}

/** Does a statement leave the block for the function or loop around it? Lambdas inside keep their own returns. */
function leaves(node: Node, inLoop = false): boolean {
  switch (node.type) {
    case "lambda_expression":
      return false;
    case "return_statement":
    case "goto_statement":
    case "co_return_statement":
      return true;
    case "break_statement":
    case "continue_statement":
      return !inLoop;
    default: {
      const within = inLoop || /^(?:for|while|do|switch)_|^for_range_loop$/.test(node.type);
      return node.namedChildren.some((child) => child !== null && leaves(child, within));
    }
  }
}

interface Piece {
  /** As written, and as the grammar reads it. */
  readonly text: string;
  readonly read: string;
  /** Where the piece begins in the text of the use, for arguments. */
  readonly from?: number;
}

const plain = (text: string): Piece => ({ text, read: text });

const sliceOf = (c: Cursor, from: number, end: number): Piece => ({
  text: c.text.slice(from, end),
  read: c.read.slice(from, end),
  from,
});

function macroOf(c: Cursor, name: string, node: Node): Macro | undefined {
  if (c.expanding.length > 12 || isBeingExpanded(c, name, node)) return undefined;
  return c.file.macroAt(name, placeOf(c, node).start);
}

/** A macro's body does not see the macro again; its arguments do (`BOOL_SWITCH` inside `BOOL_SWITCH`). */
const isBeingExpanded = (c: Cursor, name: string, node: Node): boolean =>
  c.expanding.includes(name) && c.isArgument?.(node.startIndex, node.endIndex) !== true;

/** The function-like macro that a name is, also through `#define VARLEN_SWITCH BOOL_SWITCH`. */
function functionMacro(c: Cursor, name: string, node: Node, steps = 0): Macro | undefined {
  const macro = macroOf(c, name, node);
  if (macro === undefined || macro.params !== undefined || steps > 8) return macro;
  return /^\w+$/.test(macro.body) ? functionMacro(c, macro.body, node, steps + 1) : undefined;
}

/** A statement's body says so by its first word, or by a `;` outside of braces. */
function isExpression(body: string): boolean {
  if (/^\s*(?:do|if|for|while|switch|return|using|typedef|template|static_assert)\b|^\s*\{|^\s*$/.test(body))
    return false;
  let depth = 0;
  for (const char of body.replace(/"(?:\\.|[^"\\])*"/g, "")) {
    if ("({[".includes(char)) depth++;
    else if (")}]".includes(char)) depth--;
    else if (char === ";" && depth === 0) return false;
  }
  return true;
}

function substitute(c: Cursor, body: string, params: readonly string[], args: readonly Node[], list: Node): Piece[] {
  const named = params.filter((param) => !param.endsWith("..."));
  const rest = args.slice(named.length);
  const restStart = rest[0]?.startIndex ?? list.endIndex - 1;
  const restEnd = rest.at(-1)?.endIndex ?? restStart;
  const pieces: Piece[] = [];
  let last = 0;
  for (const match of body.replace(/\s*##\s*/g, (found) => " ".repeat(found.length)).matchAll(/[A-Za-z_]\w*/g)) {
    const index = named.indexOf(match[0]);
    const arg = args[index];
    const isRest = match[0] === "__VA_ARGS__";
    if (!isRest && (index < 0 || arg === undefined)) continue;
    pieces.push(plain(body.slice(last, match.index)));
    pieces.push(
      isRest || arg === undefined ? sliceOf(c, restStart, restEnd) : sliceOf(c, arg.startIndex, arg.endIndex),
    );
    last = match.index + match[0].length;
  }
  return [...pieces, plain(body.slice(last))];
}

const before = "auto __m() { return ";

function expand(c: Cursor, use: Node, macro: Macro, pieces: readonly Piece[], isBlock = false): Expr | undefined {
  const text = `${before}${pieces.map((piece) => piece.text).join("")}; }\n`;
  const read = `${before}${pieces.map((piece) => piece.read).join("")}; }\n`;
  if (text.length > 100_000) return undefined;
  const tree = c.file.snippet(read);
  try {
    const value = returned(tree.rootNode);
    if (value === undefined || value.hasError) return undefined;
    const lambda = isBlock ? value.childForFieldName("function") : null;
    if (isBlock && (lambda?.type !== "lambda_expression" || leaves(lambda.childForFieldName("body") ?? value)))
      return undefined;
    const segments = segmentsOf(pieces);
    const origin = originOf(c, use, segments);
    const isArgument = (start: number, end: number): boolean => segmentAt(segments, start, end) !== undefined;
    return lowerExpression(
      { ...deeper(c), text, read, origin, isArgument, expanding: [...c.expanding, macro.name] },
      value,
    );
  } finally {
    tree.delete();
  }
}

function returned(root: Node): Node | undefined {
  const body = root.namedChildren[0]?.childForFieldName("body");
  const statement = body === undefined || body === null ? undefined : codeChildren(body)[0];
  return statement?.type === "return_statement" && root.namedChildren.length === 1
    ? codeChildren(statement)[0]
    : undefined;
}

interface Segment {
  readonly start: number;
  readonly end: number;
  readonly from: number;
}

/** Where the arguments stand in the expansion. */
function segmentsOf(pieces: readonly Piece[]): readonly Segment[] {
  const segments: Segment[] = [];
  let at = before.length;
  for (const { text, from } of pieces) {
    if (from !== undefined) segments.push({ start: at, end: at + text.length, from });
    at += text.length;
  }
  return segments;
}

const segmentAt = (segments: readonly Segment[], start: number, end: number): Segment | undefined =>
  segments.find((segment) => start >= segment.start && end <= segment.end);

/** Offsets of the expansion to the file: through the arguments where both ends lie in one, else the whole use. */
function originOf(c: Cursor, use: Node, segments: readonly Segment[]): (start: number, end: number) => Span {
  const outer = c.origin ?? ((start: number, end: number): Span => ({ start, end }));
  return (start, end) => {
    const segment = segmentAt(segments, start, end);
    if (segment === undefined) return placeOf(c, use);
    return outer(start - segment.start + segment.from, end - segment.start + segment.from);
  };
}

/** A name that the grammar read in place of `get<0>(tile)` or `cute::C<M>`: what stands there. */
export function reread(c: Cursor, node: Node): Expr | undefined {
  const written = c.text.slice(node.startIndex, node.endIndex);
  if (!/^identifier|^type_identifier/.test(node.type) || !/[<(]/.test(written)) return undefined;
  const isType = written.endsWith(">");
  const head = isType ? "using __m = " : before;
  const text = `${head}${written}${isType ? ";" : "; }"}\n`;
  const tree = c.file.snippet(text);
  try {
    const value = isType ? tree.rootNode.namedChildren[0]?.childForFieldName("type") : returned(tree.rootNode);
    if (value === undefined || value === null || value.hasError) return undefined;
    const shift = node.startIndex - head.length;
    const outer = c.origin ?? ((start: number, end: number): Span => ({ start, end }));
    const origin = (start: number, end: number): Span => outer(start + shift, end + shift);
    return lowerExpression({ ...deeper(c), text, read: text, origin }, value);
  } finally {
    tree.delete();
  }
}

/** The argument nodes of a declaration that is really a construction: `dim3 grid(size(x));`. */
export function reparse(c: Cursor, list: Node, lower: (c: Cursor, args: Node) => Expr): Expr | undefined {
  const piece = sliceOf(c, list.startIndex, list.endIndex);
  const text = `${before}__c${piece.text}; }\n`;
  const read = `${before}__c${piece.read}; }\n`;
  const tree = c.file.snippet(read);
  try {
    const value = returned(tree.rootNode);
    const args = value?.type === "call_expression" && !value.hasError ? field(value, "arguments") : undefined;
    if (args === undefined) return undefined;
    const shift = list.startIndex - before.length - "__c".length;
    const outer = c.origin ?? ((start: number, end: number): Span => ({ start, end }));
    return lower({ ...deeper(c), text, read, origin: (start, end) => outer(start + shift, end + shift) }, args);
  } finally {
    tree.delete();
  }
}
