// Numbers and strings. A number that a double cannot hold and a string with formatted holes are opaque.
import type { Node } from "web-tree-sitter";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import { textApart } from "../../../apart.ts";
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
  if (holes.length > 0 && parts.length === 1 && holes.every(isPlain)) return joinedText(source, node);
  if (holes.length > 0)
    return opaque(
      source,
      node,
      "a formatted string",
      holes.flatMap((hole) => readsOf(source, hole)),
    );
  return {
    kind: "text",
    value: textApart(parts.map((part) => contentOf(source, part)).join("")),
    span: spanOf(source, node),
  };
}

/** `{name}` without a format or a conversion. */
const isPlain = (hole: Node): boolean =>
  hole.childForFieldName("expression") !== null && codeChildren(hole).length === 1;

/** `f"tile_{name}"` is `"tile_" + str(name)`: names of attributes are made so. `f"{x = }"` is `"x = " + repr(x)`. */
function joinedText(source: Source, node: Node): Expr {
  const span = spanOf(source, node);
  const pieces = codeChildren(node).flatMap((child): Expr[] => {
    if (child.type === "string_content")
      return [{ kind: "text", value: textApart(unescaped(source, node, [child])), span }];
    const shown = /^\{([\s\S]*=\s*)\}$/.exec(textOf(source, child))?.[1];
    const isShown = shown !== undefined && child.children.some((part) => part?.type === "=");
    const label: Expr[] = isShown ? [{ kind: "text", value: shown, span }] : [];
    const asText = isShown ? "repr" : "str";
    return [...label, ...readsOf(source, child).map((value) => textually(asText, value, spanOf(source, child)))];
  });
  return pieces.reduce((left, right): Expr => ({ kind: "binary", op: "+", left, right, span }));
}

/** The hole with its braces has the text; what stands in it keeps its own value. */
const textually = (by: "str" | "repr", value: Expr, span: Expr["span"]): Expr => ({
  kind: "call",
  callee: { kind: "name", path: [by], span: { start: span.start, end: span.start + 1 } },
  args: [{ value }],
  span,
});

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

const contentOf = (source: Source, node: Node): string =>
  unescaped(
    source,
    node,
    codeChildren(node).filter((child) => child.type === "string_content"),
  );

function unescaped(source: Source, node: Node, contents: readonly Node[]): string {
  const text = contents.map((child) => textOf(source, child)).join("");
  const [prefix] = /^[a-zA-Z]*/.exec(textOf(source, node))!;
  if (/f/i.test(prefix)) return unescapedText(prefix, text.replaceAll("{{", "{").replaceAll("}}", "}"));
  return unescapedText(prefix, text);
}

function unescapedText(prefix: string, text: string): string {
  return /r/i.test(prefix) ? text : text.replace(/\\([\s\S])/g, (whole, c: string) => escapes[c] ?? whole);
}
