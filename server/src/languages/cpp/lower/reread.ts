// Pieces of the text that the file's tree does not show as what they are, parsed on their own.
import type { Node } from "web-tree-sitter";
import type { Arg, Expr, Span } from "../../../../../src-engine/program/ir.ts";
import { angleEnd, innerTemplates } from "../prepare/template-names.ts";
import { type Cursor, codeChildren, deeper, field, shiftedOrigin } from "./cursor.ts";
import { lowerExpression } from "./expressions.ts";
import { templateArguments } from "./names.ts";

const before = "auto __m() { return ";

/** An expression that stands for a place of the file without being written there. */
export function lowerReturned(c: Cursor, expression: string, place: Span): Expr | undefined {
  const text = `${before}${expression}; }\n`;
  const tree = c.file.snippet(text);
  try {
    const value = returned(tree.rootNode);
    if (value === undefined) return undefined;
    const origin = { place: () => place, isExact: () => false };
    return lowerExpression({ ...deeper(c), text, read: text, origin }, value);
  } finally {
    tree.delete();
  }
}

/** A name that the grammar read in place of `get<0>(tile)`, `cute::C<M>` or `true`: what stands there. */
export function reread(c: Cursor, node: Node): Expr | undefined {
  const written = c.text.slice(node.startIndex, node.endIndex);
  if (!/^identifier|^type_identifier/.test(node.type) || !isOther(written, c, node)) return undefined;
  const isType = written.endsWith(">");
  const head = isType ? "using __m = " : before;
  const text = `${head}${written}${isType ? ";" : "; }"}\n`;
  const origin = shiftedOrigin(c.origin, node.startIndex - head.length);
  return (
    valueIn(c, text, text, origin) ??
    valueIn(c, text, withoutInner(text, written.indexOf("<") + head.length + 1), origin)
  );
}

/** The type of the one alias of a text, or what its one function returns, as the grammar reads it. */
function valueIn(c: Cursor, text: string, read: string, origin: Cursor["origin"]): Expr | undefined {
  const tree = c.file.snippet(read);
  try {
    const root = tree.rootNode;
    if (root.hasError) return undefined;
    const first = root.namedChildren[0];
    const value = first?.type === "alias_declaration" ? field(first, "type") : returned(root);
    return value === undefined ? undefined : lowerExpression({ ...deeper(c), text, read, origin }, value);
  } finally {
    tree.delete();
  }
}

/** Did the grammar read a name where something else stands? */
const isOther = (written: string, c: Cursor, node: Node): boolean =>
  /[<(]/.test(written) || /^_+$/.test(c.read.slice(node.startIndex, node.endIndex)) !== /^_+$/.test(written);

/** A template whose name alone the grammar has read: its arguments; undefined where they cannot be read either. */
export function rereadArguments(c: Cursor, node: Node): Arg[] | undefined {
  const open = node.endIndex + (/^\s*/.exec(c.text.slice(node.endIndex, node.endIndex + 80))?.[0].length ?? 0);
  if (c.text[open] !== "<" || c.read[open] !== " ") return undefined;
  const end = angleEnd(c.text, open);
  if (end === undefined) return undefined;
  const head = "using __m = __t";
  const text = `${head}${c.text.slice(open, end)};\n`;
  const origin = shiftedOrigin(c.origin, open - head.length);
  return argumentsIn(c, text, text, origin) ?? argumentsIn(c, text, withoutInner(text, head.length + 1), origin);
}

/** The arguments of the one alias of a text, as the grammar reads it. */
function argumentsIn(c: Cursor, text: string, read: string, origin: Cursor["origin"]): Arg[] | undefined {
  const tree = c.file.snippet(read);
  try {
    const type = tree.rootNode.hasError ? undefined : tree.rootNode.namedChildren[0]?.childForFieldName("type");
    const template = type?.type === "type_descriptor" ? field(type, "type") : type;
    const list = template === undefined || template === null ? undefined : field(template, "arguments");
    return list === undefined ? undefined : templateArguments({ ...deeper(c), text, read, origin }, list);
  } finally {
    tree.delete();
  }
}

/** With templates among the arguments as their names alone: of many angles in a row the grammar keeps too few readings. */
const withoutInner = (text: string, from: number): string =>
  innerTemplates(text, from).reduce((read, edit) => read.slice(0, edit.start) + edit.text + read.slice(edit.end), text);

/** The argument nodes of a declaration that is really a construction: `dim3 grid(size(x));`. */
export function reparse(c: Cursor, list: Node, lower: (c: Cursor, args: Node) => Expr): Expr | undefined {
  const { startIndex: start, endIndex: end } = list;
  const text = `${before}__c${c.text.slice(start, end)}; }\n`;
  const read = `${before}__c${c.read.slice(start, end)}; }\n`;
  const tree = c.file.snippet(read);
  try {
    const value = returned(tree.rootNode);
    const args = value?.type === "call_expression" ? field(value, "arguments") : undefined;
    if (args === undefined) return undefined;
    return lower(
      { ...deeper(c), text, read, origin: shiftedOrigin(c.origin, start - before.length - "__c".length) },
      args,
    );
  } finally {
    tree.delete();
  }
}

/** What the program of one `return` statement returns. */
export function returned(root: Node): Node | undefined {
  if (root.hasError) return undefined;
  const body = root.namedChildren[0]?.childForFieldName("body");
  const statement = body === undefined || body === null ? undefined : codeChildren(body)[0];
  return statement?.type === "return_statement" && root.namedChildren.length === 1
    ? codeChildren(statement)[0]
    : undefined;
}
