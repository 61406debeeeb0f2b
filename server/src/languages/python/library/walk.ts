// Walks the statements and expressions of a body, without entering nested functions' names: for questions about uses.
import { blocksOf } from "../../../../../src-engine/program/blocks.ts";
import type { Arg, Block, Expr, Item, Stmt } from "../../../../../src-engine/program/ir.ts";

export interface Visitor {
  readonly expr?: (expr: Expr) => void;
  /** After its parts. */
  readonly left?: (expr: Expr) => void;
  readonly stmt?: (stmt: Stmt) => void;
  readonly item?: (item: Item) => void;
}

export function visit(body: Block, visitor: Visitor): void {
  for (const stmt of body) visitStmt(stmt, visitor);
}

/** An expression and what is in it. */
export const eachExpr = (expr: Expr, see: (expr: Expr) => void): void => visitExpr(expr, { expr: see });

function visitStmt(stmt: Stmt, visitor: Visitor): void {
  visitor.stmt?.(stmt);
  for (const expr of expressionsOf(stmt)) visitExpr(expr, visitor);
  for (const block of blocksOf(stmt)) visit(block, visitor);
  if (stmt.kind === "item") {
    visitor.item?.(stmt.item);
    if (stmt.item.kind === "function") visit(stmt.item.body ?? [], visitor);
  }
}

function expressionsOf(stmt: Stmt): readonly Expr[] {
  switch (stmt.kind) {
    case "expr":
      return [stmt.value];
    case "return":
    case "raise":
      return stmt.value === undefined ? [] : [stmt.value];
    case "if":
    case "while":
    case "assert":
      return [stmt.test];
    case "for":
      return [stmt.iter];
    case "with":
      return stmt.items.map((item) => item.value);
    case "let":
      return stmt.init === undefined ? [] : [stmt.init];
    default:
      return [];
  }
}

function visitExpr(expr: Expr, visitor: Visitor): void {
  visitor.expr?.(expr);
  for (const part of partsOf(expr)) visitExpr(part, visitor);
  visitor.left?.(expr);
}

const values = (args: readonly Arg[]): Expr[] => args.map((arg) => arg.value);

function partsOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "call":
      return [expr.callee, ...values(expr.args)];
    case "index":
      return [expr.object, ...values(expr.args)];
    case "member":
      return [expr.object];
    case "unary":
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
      return [expr.element, ...expr.clauses.map((clause) => clause.iter)];
    case "dict":
      return expr.entries.flatMap((entry) => (entry.key ? [entry.key, entry.value] : [entry.value]));
    case "opaque":
      return expr.reads;
    default:
      return [];
  }
}
