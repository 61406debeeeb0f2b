// `[cute.size(t) for t in tensors if t is not None]`, and generators, which the evaluator treats alike.
import type { Node } from "web-tree-sitter";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import { lowerExpression } from "./expressions.ts";
import { lowerPattern } from "./patterns.ts";
import { codeChildren, opaque, type Source, spanOf } from "./source.ts";

type Clause = Extract<Expr, { kind: "comprehension" }>["clauses"][number];

export function lowerComprehension(source: Source, node: Node): Expr {
  const body = node.childForFieldName("body");
  const clauses = clausesOf(source, node);
  if (body === null || clauses === undefined) return opaque(source, node, "the code is incomplete here");
  const list = node.type === "list_comprehension";
  return { kind: "comprehension", element: lowerExpression(source, body), clauses, list, span: spanOf(source, node) };
}

/** `{x for …}` is `set(x for …)`. */
export function lowerSetComprehension(source: Source, node: Node): Expr {
  const span = spanOf(source, node);
  return {
    kind: "call",
    callee: { kind: "name", path: ["set"], span },
    args: [{ value: lowerComprehension(source, node) }],
    span,
  };
}

/** `{k: v for …}` is `dict((k, v) for …)`. */
export function lowerDictComprehension(source: Source, node: Node): Expr {
  const pair = node.childForFieldName("body");
  const key = pair?.childForFieldName("key") ?? null;
  const value = pair?.childForFieldName("value") ?? null;
  const clauses = clausesOf(source, node);
  if (pair === null || key === null || value === null || clauses === undefined)
    return opaque(source, node, "the code is incomplete here");
  const span = spanOf(source, node);
  const items = [key, value].map((each) => ({ value: lowerExpression(source, each) }));
  const element: Expr = { kind: "tuple", items, list: false, span: spanOf(source, pair) };
  const pairs: Expr = { kind: "comprehension", element, clauses, list: false, span };
  return { kind: "call", callee: { kind: "name", path: ["dict"], span }, args: [{ value: pairs }], span };
}

/** `for`s in order, each with the `if`s that follow it. */
function clausesOf(source: Source, node: Node): Clause[] | undefined {
  const clauses: Clause[] = [];
  for (const child of codeChildren(node)) {
    const last = clauses.at(-1);
    if (child.type === "for_in_clause") {
      const target = child.childForFieldName("left");
      const iter = child.childForFieldName("right");
      if (target === null || iter === null) return undefined;
      clauses.push({ target: lowerPattern(source, target), iter: lowerExpression(source, iter), tests: [] });
    } else if (child.type === "if_clause" && last !== undefined) {
      const tests = codeChildren(child).map((test) => lowerExpression(source, test));
      clauses[clauses.length - 1] = { ...last, tests: [...last.tests, ...tests] };
    }
  }
  return clauses;
}
