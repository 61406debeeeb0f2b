// Undecided `#if` chains inside code: alternatives whose condition nobody knows.
//
// Without an `#else` the branch is read as if it stood there. With one, the branches become the two sides of an `if` on an unknown
// condition; what the first declares stays visible after it, as it is after the `#endif`.
import type { Node } from "web-tree-sitter";
import type { Stmt } from "../../../../../src-engine/program/ir.ts";
import { decide } from "../prepare/condition.ts";
import { featureDefined } from "../prepare/macros.ts";
import { type Cursor, codeChildren, field, placeOf, spanOf, textOf } from "./cursor.ts";

/** The condition of a `preproc_if`, `preproc_ifdef` or `preproc_elif` as written. */
export function conditionText(c: Cursor, node: Node): string {
  const line = textOf(c, node).split(/\r?\n/)[0] ?? "";
  return line
    .replace(/^\s*#\s*/, "")
    .replace(/^(?:el)?if\b\s*/, "")
    .trim();
}

/** The nodes of a branch, without its condition and what follows it. */
export function branchNodes(node: Node): Node[] {
  const skip = new Set([field(node, "condition")?.id, field(node, "name")?.id, field(node, "alternative")?.id]);
  return codeChildren(node).filter((child) => !skip.has(child.id));
}

export function lowerAlternatives(c: Cursor, node: Node, lower: (child: Node) => Stmt[]): Stmt[] {
  const then = branchNodes(node).flatMap(lower);
  const next = field(node, "alternative");
  if (next === undefined) return then;
  const otherwise = next.type === "preproc_else" ? branchNodes(next).flatMap(lower) : lowerAlternatives(c, next, lower);
  if (isUnusual(c, node)) return sides(c, node, otherwise, then);
  return sides(c, node, then, otherwise);
}

/**
 * A name that nothing seen defines is most likely not defined: of `#ifdef … #else` and of `#if defined(FAST) && FAST > 1 … #else`
 * the second branch is the usual one. What begins with `__` is the compiler's, and no guess is made about it.
 */
export function isUnusual(c: Cursor, node: Node): boolean {
  if (node.type === "preproc_ifdef") return node.children[0]?.type === "#ifdef";
  const { start } = placeOf(c, node);
  const get = (name: string) => c.file.macroAt(name, start);
  const feature = (name: string) => featureDefined(name, undefined);
  const macros = { get, has: (name: string) => get(name) !== undefined };
  const isMissing = (name: string) => !macros.has(name) && feature(name) === undefined && !name.startsWith("__");
  return decide(conditionText(c, node), { macros, undefined: { has: isMissing }, feature }) === "no";
}

/** What the usual branch declares stays visible behind the `#endif`; the other one stands in a scope of its own. */
function sides(c: Cursor, node: Node, then: Stmt[], otherwise: Stmt[]): Stmt[] {
  const why = `${conditionText(c, node)} is not decided`;
  const span = spanOf(c, node);
  const test = { kind: "opaque", why, reads: [], span } as const;
  const declares = then.some((stmt) => stmt.kind === "let" || stmt.kind === "alias" || stmt.kind === "item");
  if (!declares) return [{ kind: "if", test, constexpr: true, then, else: otherwise, span }];
  return [{ kind: "if", test, constexpr: true, then: otherwise, else: [], span }, ...then];
}
