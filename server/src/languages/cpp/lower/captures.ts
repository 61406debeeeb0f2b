// What a lambda takes of the function around it: `[=]`, `[&]`, `[x]`, `[&x]`, `[x = init]`.
import type { Node } from "web-tree-sitter";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import type { Capture } from "../../../../../src-engine/program/lambda.ts";
import { type Cursor, codeChildren, field, textOf } from "./cursor.ts";

type Lower = (c: Cursor, node: Node) => Expr;

export function lowerCaptures(c: Cursor, node: Node, lower: Lower): readonly Capture[] {
  const list = field(node, "captures");
  return list === undefined ? [] : codeChildren(list).flatMap((one) => captureOf(c, one, lower) ?? []);
}

function captureOf(c: Cursor, node: Node, lower: Lower): Capture | undefined {
  const how = /&\s*$/.test(c.text.slice(Math.max(0, node.startIndex - 8), node.startIndex)) ? "reference" : "copy";
  switch (node.type) {
    case "lambda_default_capture":
      return { how: textOf(c, node).includes("&") ? "reference" : "copy" };
    case "identifier":
      return { name: textOf(c, node), how };
    case "lambda_capture_initializer": {
      const [name, init] = [field(node, "left"), field(node, "right")];
      if (name === undefined || init === undefined) return undefined;
      const isReference = how === "reference" || textOf(c, node).startsWith("&");
      return { name: textOf(c, name), how: isReference ? "reference" : "copy", init: lower(c, init) };
    }
    default:
      return undefined;
  }
}
