// What CuTe DSL traces as a whole: an `if`, `for` or `while` of a rewritten function becomes one operation of the compiled program.
import type { Expr, FunctionItem, Stmt } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";

/** `@cute.jit(preprocess=False)` leaves the function as it is. */
export const isRewritten = ({ traced, attributes }: FunctionItem): boolean =>
  traced === true && !attributes.some((text) => text.includes("preprocess"));

export type Staged = "if" | "for" | "while";

/** Also where the condition is a number of Python; not with `cutlass.const_expr(…)` or `cutlass.range_constexpr`. */
export function stagedBy(stmt: Stmt): Staged | undefined {
  if (stmt.kind === "if") return stmt.constexpr ? undefined : "if";
  if (stmt.kind === "while") return stmt.constexpr === true ? undefined : "while";
  const { iter } = stmt as { readonly iter?: Expr };
  const isRange = iter?.kind === "call" && /^range(?:_dynamic)?$/.test(lastName(iter.callee));
  return stmt.kind === "for" && isRange ? "for" : undefined;
}
