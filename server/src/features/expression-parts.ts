// An expression taken apart, for features that look at how something is written: with a stack of their own, as code may be nested as
// deeply as it likes.
import type { Arg, Expr } from "../../../src-engine/program/ir.ts";

/** An expression and those inside it, outer ones first. */
export function expressionsIn(expr: Expr): readonly Expr[] {
  const found: Expr[] = [];
  const todo: Expr[] = [expr];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    found.push(next);
    todo.push(...[...partsOf(next)].reverse());
  }
  return found;
}

const values = (args: readonly Arg[]): readonly Expr[] => args.map(({ value }) => value);

export function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "scope":
    case "member":
      return [expr.object];
    case "template":
      return [expr.callee, ...values(expr.args)];
    case "call":
      return [expr.callee, ...values(expr.args), ...(expr.launch ?? [])];
    case "construct":
      return [...(expr.type === undefined ? [] : [expr.type]), ...values(expr.args)];
    case "index":
      return [expr.object, ...values(expr.args)];
    case "unary":
    case "cast":
      return [expr.value];
    case "binary":
      return [expr.left, expr.right];
    case "cond":
      return [expr.test, expr.then, expr.else];
    case "tuple":
      return values(expr.items);
    case "assign":
      return [expr.value];
    case "comprehension":
      return [expr.element, ...expr.clauses.flatMap(({ iter, tests }) => [iter, ...tests])];
    case "typeof":
    case "pointer-type":
    case "sizeof":
      return [expr.of];
    default:
      return [];
  }
}
