// Undecided `#if` chains inside code: alternatives whose condition nobody knows.
//
// Without an `#else` the branch is read as if it stood there. With one, the branches become the two sides of an `if` on an unknown
// condition; what the usual one declares stays visible after it, as it is after the `#endif`, and says that it rests on it.
import type { Node } from "web-tree-sitter";
import { blocksOf } from "../../../../../src-engine/program/blocks.ts";
import type { Block, Pattern, Stmt } from "../../../../../src-engine/program/ir.ts";
import { decide } from "../prepare/condition.ts";
import { featureDefined, negated } from "../prepare/macros.ts";
import { type Cursor, codeChildren, deeper, field, placeOf, spanOf, textOf, tooDeep } from "./cursor.ts";

/** The condition of a `preproc_if`, `preproc_ifdef` or `preproc_elif` as people would say it: `FAST defined`. */
export function conditionText(c: Cursor, node: Node): string {
  const line = /^.*/.exec(textOf(c, node))?.[0] ?? "";
  const [, word = "", said = ""] = /^\s*#\s*(\w*)(.*)$/.exec(line) ?? [];
  const rest = said.split("//", 1)[0]!.trim();
  if (word.endsWith("ndef")) return `${rest} not defined`;
  return word.endsWith("def") ? `${rest} defined` : rest;
}

/** The nodes of a branch, without its condition and what follows it. */
export function branchNodes(node: Node): Node[] {
  const skip = new Set([field(node, "condition")?.id, field(node, "name")?.id, field(node, "alternative")?.id]);
  return codeChildren(node).filter((child) => !skip.has(child.id));
}

export function lowerAlternatives(c: Cursor, node: Node, lower: (child: Node) => Stmt[]): Stmt[] {
  const then = branchNodes(node).flatMap(lower);
  const next = tooDeep(c) ? undefined : field(node, "alternative");
  const condition = conditionText(c, node);
  if (next === undefined) return open(c, node, { usual: then, other: [], condition });
  const otherwise =
    next.type === "preproc_else" ? branchNodes(next).flatMap(lower) : lowerAlternatives(deeper(c), next, lower);
  return isUnusual(c, node)
    ? sides(c, node, { usual: otherwise, other: then, condition: negated(condition) })
    : sides(c, node, { usual: then, other: otherwise, condition });
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

interface Sides {
  readonly usual: Stmt[];
  readonly other: Stmt[];
  /** Under which the usual one is compiled. */
  readonly condition: string;
}

/**
 * What the usual branch declares stays visible behind the `#endif`; the other one stands in a scope of its own. It is left out where
 * another chain of its name is read the other way.
 */
function sides(c: Cursor, node: Node, { usual, other, condition }: Sides): Stmt[] {
  const why = `${condition} is not decided`;
  const span = spanOf(c, node);
  const { start } = placeOf(c, node);
  if (c.file.oneSidedIn({ start, end: start + 1 }) > 0) return open(c, node, { usual, other, condition });
  const test = { kind: "opaque", why, reads: [], span } as const;
  if (declaredIn(usual).length === 0) return [{ kind: "if", test, constexpr: true, then: usual, else: other, span }];
  const unusual: Stmt = { kind: "if", test, constexpr: true, then: other, else: [], span };
  return [unusual, ...open(c, node, { usual, other, condition })];
}

/** The usual branch as if it stood there; what both declare, and what it assigns to others, rests on its condition. */
function open(c: Cursor, node: Node, { usual, other, condition }: Sides): Stmt[] {
  const own = declaredIn(usual);
  const elsewhere = declaredIn(other);
  const names = [
    ...own.filter((one) => elsewhere.includes(one)),
    ...assignedIn(usual).filter((one) => !own.includes(one)),
  ];
  if (names.length === 0) return usual;
  return [{ kind: "block", body: usual, open: { condition, names: [...new Set(names)] }, span: spanOf(c, node) }];
}

/** Statements in which a macro stands that nobody can decide about: what they set rests on the condition. */
export function restingOnMacros(c: Cursor, node: Node, lowered: Stmt[]): Stmt[] {
  const condition = c.file.undecidedIn(placeOf(c, node));
  if (condition === undefined || lowered.length === 0) return lowered;
  return [{ kind: "block", body: lowered, open: { condition, names: [], within: true }, span: spanOf(c, node) }];
}

const declaredIn = (block: Block): readonly string[] =>
  block.flatMap((stmt): readonly string[] => {
    if (stmt.kind === "alias") return [stmt.name];
    if (stmt.kind === "item") return [stmt.item.name];
    if (stmt.kind === "block" && stmt.open !== undefined) return declaredIn(stmt.body);
    return stmt.kind === "let" ? namesIn(stmt.target) : [];
  });

const assignedIn = (block: Block): readonly string[] =>
  block.flatMap((stmt) => [
    ...(stmt.kind === "expr" && stmt.value.kind === "assign" ? namesIn(stmt.value.target) : []),
    ...blocksOf(stmt).flatMap(assignedIn),
  ]);

function namesIn(target: Pattern): readonly string[] {
  if (target.kind === "unpack") return target.items.flatMap(namesIn);
  if (target.kind === "bind") return [target.name];
  return target.expr.kind === "name" && target.expr.path.length === 1 ? target.expr.path : [];
}
