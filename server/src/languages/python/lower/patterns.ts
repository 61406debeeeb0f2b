// Targets of assignments, loops, `with … as` and comprehensions.
import type { Node } from "web-tree-sitter";
import type { Note, Pattern } from "../../../../../src-engine/program/ir.ts";
import { lowerExpression } from "./expressions.ts";
import { codeChildren, deeper, nameIn, type Source, spanOf, tooDeep } from "./source.ts";

const unpackings = new Set(["pattern_list", "tuple_pattern", "list_pattern", "tuple", "list", "expression_list"]);

export function lowerPattern(source: Source, node: Node, note?: Note): Pattern {
  const noted = note === undefined ? {} : { note };
  if (node.type === "identifier")
    return { kind: "bind", name: nameIn(source, node), span: spanOf(source, node), ...noted };
  if (unpackings.has(node.type) && !tooDeep(source)) return lowerUnpacking(deeper(source), node);
  if (node.type === "as_pattern_target" || node.type === "parenthesized_expression") {
    const only = codeChildren(node)[0];
    if (only !== undefined && !tooDeep(source)) return lowerPattern(deeper(source), only, note);
  }
  return { kind: "place", expr: lowerExpression(source, node), span: spanOf(source, node), ...noted };
}

function lowerUnpacking(source: Source, node: Node): Pattern {
  const children = codeChildren(node);
  const star = children.findIndex((child) => child.type === "list_splat_pattern" || child.type === "list_splat");
  return {
    kind: "unpack",
    items: children.map((child, i) => lowerPattern(source, i === star ? (codeChildren(child)[0] ?? child) : child)),
    ...(star < 0 ? {} : { star }),
    span: spanOf(source, node),
  };
}

/** Every plain name that the pattern binds. */
export function boundNames(pattern: Pattern): string[] {
  switch (pattern.kind) {
    case "bind":
      return [pattern.name];
    case "unpack":
      return pattern.items.flatMap(boundNames);
    case "place":
      return [];
    default:
      return pattern satisfies never;
  }
}
