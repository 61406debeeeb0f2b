// `f(g(ts)...)` and `(Is + ... + 0)`: patterns over the parameter packs that the templates, functions and lambdas around declare.
import type { Node } from "web-tree-sitter";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import { type Cursor, codeChildren, field, opaque, spanOf, textOf } from "./cursor.ts";

type Lower = (c: Cursor, node: Node) => Expr;

/** The names of packs in a pattern, in the order in which they are met. */
function packsIn(c: Cursor, pattern: Node): readonly string[] {
  const declared = packsAround(c, pattern);
  if (declared.size === 0) return [];
  const names = [pattern, ...pattern.descendantsOfType(["identifier", "type_identifier"])]
    .filter((one) => one !== null && one.childCount === 0)
    .map((one) => textOf(c, one));
  return [...new Set(names)].filter((name) => declared.has(name));
}

function packsAround(c: Cursor, node: Node): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = node.parent; at !== null; at = at.parent) {
    const lists = at.children.flatMap((one) =>
      one?.type === "function_declarator" || one?.type === "abstract_function_declarator" ? one.children : [one],
    );
    for (const list of lists) {
      if (list?.type !== "template_parameter_list" && list?.type !== "parameter_list") continue;
      for (const one of codeChildren(list)) {
        if (!one.type.startsWith("variadic")) continue;
        const name = one.descendantsOfType(["identifier", "type_identifier"]).at(-1);
        if (name !== null && name !== undefined) names.add(textOf(c, name));
      }
    }
  }
  return names;
}

/** A pattern that is more than a pack's name; undefined for a plain name, and where no pack is seen. */
export function lowerPattern(c: Cursor, pattern: Node, lower: Lower): Expr | undefined {
  if (/^\w+$/.test(textOf(c, pattern))) return undefined;
  const packs = packsIn(c, pattern);
  if (packs.length === 0) return undefined;
  return { kind: "expand", pattern: lower(c, pattern), packs, span: spanOf(c, pattern) };
}

const operandOf = (node: Node, name: string): Node | undefined => {
  const operand = field(node, name);
  return operand?.type === "..." ? undefined : operand;
};

/** `(p op ...)`, `(... op p)`, `(init op ... op p)`, `(p op ... op init)`. */
export function lowerFold(c: Cursor, node: Node, lower: Lower): Expr {
  const [left, right] = ["left", "right"].map((name) => operandOf(node, name));
  const op = node.childForFieldName("operator")?.type ?? "";
  const packs = left === undefined ? [] : packsIn(c, left);
  const isLeft = packs.length > 0;
  const pattern = isLeft ? left : right;
  const init = isLeft ? right : left;
  const names = isLeft || right === undefined ? packs : packsIn(c, right);
  if (pattern === undefined || op === "" || names.length === 0)
    return opaque(
      c,
      node,
      "fold expression",
      [left, right].flatMap((one) => (one === undefined ? [] : [lower(c, one)])),
    );
  const from = isLeft ? "right" : "left";
  const fold = { op, from, ...(init === undefined ? {} : { init: lower(c, init) }) } as const;
  return { kind: "expand", pattern: lower(c, pattern), packs: names, fold, span: spanOf(c, node) };
}
