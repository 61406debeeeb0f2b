// A macro's arguments that stand in the text by a name, because the macro uses them more than once: read on their own, once.
import type { Node } from "web-tree-sitter";
import type { Block, Expr } from "../../../../../src-engine/program/ir.ts";
import { type Cursor, codeChildren, deeper, field, opaque, type SharedText, shiftedOrigin, textOf } from "./cursor.ts";
import { lowerExpression } from "./expressions.ts";
import { returned } from "./reread.ts";
import { lowerBlock } from "./statements.ts";

/** The name of an argument that is an expression. */
export function sharedExpression(c: Cursor, node: Node): Expr | undefined {
  const shared = c.file.shared(textOf(c, node));
  if (shared === undefined) return undefined;
  const known = shared.values.get(c.base);
  if (known !== undefined) return known;
  const value = reading(c, shared, "auto __m() { return ", (inner, root) => {
    const expression = returned(root);
    return expression === undefined ? undefined : lowerExpression(inner, expression);
  });
  const lowered = value ?? opaque(c, node, "code that does not parse");
  shared.values.set(c.base, lowered);
  return lowered;
}

/** `{name;}` of an argument that is a block: its statements. */
export function sharedBlock(c: Cursor, node: Node): Block | undefined {
  const [only, ...others] = codeChildren(node);
  const name = only?.type === "expression_statement" && others.length === 0 ? codeChildren(only)[0] : undefined;
  const shared = name?.type === "identifier" ? c.file.shared(textOf(c, name)) : undefined;
  if (shared === undefined) return undefined;
  const known = shared.blocks.get(c.base);
  if (known !== undefined) return known;
  const block = reading(c, shared, "void __m() { ", (inner, root) => {
    const body = root.namedChildren[0] === undefined ? undefined : field(root.namedChildren[0]!, "body");
    return body === undefined ? [] : codeChildren(body).flatMap((child) => lowerBlock(inner, child));
  });
  shared.blocks.set(c.base, block);
  return block;
}

/** Parses an argument behind a head that makes it a program, and lowers what it is. */
function reading<T>(c: Cursor, shared: SharedText, head: string, lower: (c: Cursor, root: Node) => T): T {
  const text = `${head}${shared.text}; }\n`;
  const read = `${head}${shared.read}; }\n`;
  const origin = shiftedOrigin(shared.origin, -head.length);
  const { items } = c.file;
  const file = items === undefined ? c.file : { ...c.file, items: { ...items, text, read, origin } };
  const tree = c.file.snippet(read);
  try {
    return lower({ ...deeper(c), text, read, origin, file }, tree.rootNode);
  } finally {
    tree.delete();
  }
}
