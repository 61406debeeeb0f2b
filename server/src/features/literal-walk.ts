// Walks over the IR for features that look at how something is written: every statement of a body, every expression inside one.
//
// With a stack of their own: code may be nested as deeply as it likes.
import type { Arg, Block, Expr, Stmt } from "../../../src-engine/ir.ts";

/** The statements of a body in source order, those of branches and loops after their head; not those of nested functions. */
export function statementsIn(body: Block): readonly Stmt[] {
  const found: Stmt[] = [];
  const todo: Stmt[] = [...body].reverse();
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    found.push(next);
    todo.push(...blocksOf(next).flat().reverse());
  }
  return found;
}

function blocksOf(statement: Stmt): readonly Block[] {
  switch (statement.kind) {
    case "if":
      return [statement.then, statement.else];
    case "for":
    case "while":
      return [statement.body, statement.else];
    case "c-for":
      return [statement.init, statement.body];
    case "switch":
      return statement.cases.map(({ body }) => body);
    case "block":
    case "with":
      return [statement.body];
    case "try":
      return [statement.body, ...statement.handlers, statement.finally];
    default:
      return [];
  }
}

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

function partsOf(expr: Expr): readonly Expr[] {
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
    default:
      return [];
  }
}
