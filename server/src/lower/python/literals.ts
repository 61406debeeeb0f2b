// Numbers and strings. A number that a double cannot hold and a string with holes are opaque.
import type { Node } from "web-tree-sitter";
import type { Expr } from "../../../../src-engine/ir.ts";
import { lowerExpression } from "./expressions.ts";
import { codeChildren, opaque, type Source, spanOf, textOf } from "./source.ts";

export function lowerNumber(source: Source, node: Node): Expr {
  const text = textOf(source, node).replaceAll("_", "");
  const value = Number(text);
  if (Number.isNaN(value)) return opaque(source, node, "a complex number");
  if (node.type === "float") return { kind: "float", value, span: spanOf(source, node) };
  if (!Number.isSafeInteger(value)) return opaque(source, node, "an integer of more than 53 bits");
  return { kind: "int", value, span: spanOf(source, node) };
}

export function lowerString(source: Source, node: Node): Expr {
  const parts = node.type === "concatenated_string" ? codeChildren(node) : [node];
  const holes = parts.flatMap((part) => codeChildren(part).filter((child) => child.type === "interpolation"));
  if (holes.length > 0)
    return opaque(
      source,
      node,
      "a formatted string",
      holes.flatMap((hole) => readsOf(source, hole)),
    );
  return { kind: "text", value: parts.map((part) => contentOf(source, part)).join(""), span: spanOf(source, node) };
}

function readsOf(source: Source, hole: Node): Expr[] {
  const expression = hole.childForFieldName("expression");
  return expression === null ? [] : [lowerExpression(source, expression)];
}

const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  "\\": "\\",
  "'": "'",
  '"': '"',
  "\n": "",
};

function contentOf(source: Source, node: Node): string {
  const text = codeChildren(node)
    .filter((child) => child.type === "string_content")
    .map((child) => textOf(source, child))
    .join("");
  const isRaw = /^[a-zA-Z]*[rR]/.test(textOf(source, node));
  return isRaw ? text : text.replace(/\\([\s\S])/g, (whole, c: string) => escapes[c] ?? whole);
}
