// The expressions that a statement or an expression is made of.
import { blocksOf } from "../../../src-engine/program/blocks.ts";
import type { Expr, Stmt } from "../../../src-engine/program/ir.ts";

/** The expressions of a statement itself, without those of the blocks inside. */
export function ownParts(stmt: Stmt): readonly Expr[] {
  const inner = new Set<unknown>(blocksOf(stmt));
  return Object.entries(stmt).flatMap(([key, part]) =>
    key === "span" || inner.has(part) ? [] : expressionsIn(part, inner),
  );
}

export const partsOf = (expr: Expr): readonly Expr[] =>
  Object.entries(expr).flatMap(([key, part]) => (key === "span" ? [] : expressionsIn(part, new Set())));

/** The outermost expressions inside a piece of the IR. */
function expressionsIn(part: unknown, without: ReadonlySet<unknown>): readonly Expr[] {
  if (typeof part !== "object" || part === null || without.has(part)) return [];
  if (Array.isArray(part)) return part.flatMap((one) => expressionsIn(one, without));
  if ("kind" in part && "span" in part && !patterns.has(String(part.kind))) return [part as Expr];
  return Object.entries(part).flatMap(([key, one]) => (key === "span" ? [] : expressionsIn(one, without)));
}

const patterns = new Set(["bind", "unpack", "place", "let", "alias", "item"]);
