// A test as it is written: its text for display, what the DSL's `const_expr(…)` stands around, which operators compare.
import type { Expr } from "../program/ir.ts";
import type { Frame } from "./session.ts";

export const describeTest = (frame: Frame, expr: Expr): string =>
  frame.file.linked.text(frame.item, expr.span).replace(/\s+/g, " ").slice(0, 80);

/** Undefined where none stands there. */
export function insideConstExpr(expr: Expr): Expr | undefined {
  if (expr.kind !== "call" || expr.args.length !== 1 || nameOf(expr.callee) !== "const_expr") return undefined;
  const inner = expr.args[0]!.value;
  return insideConstExpr(inner) ?? inner;
}

/** The last name of `flag`, `self.flag`. */
export function nameOf(expr: Expr): string | undefined {
  if (expr.kind === "member") return expr.name;
  return expr.kind === "name" && expr.path.length === 1 ? expr.path[0] : undefined;
}

export const isEquality = (op: string): boolean => op === "==" || op === "!=" || op === "is" || op === "is not";

export const isOrder = (op: string): boolean => op === "<" || op === "<=" || op === ">" || op === ">=";
