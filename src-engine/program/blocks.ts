// The blocks inside a statement, in the order of the source: what every walk over a body goes down into.
import type { Block, Stmt } from "./ir.ts";

/** Branches, bodies and handlers; not the body of a function that the statement declares. */
export function blocksOf(stmt: Stmt): readonly Block[] {
  switch (stmt.kind) {
    case "if":
      return [stmt.then, stmt.else];
    case "for":
    case "while":
      return [stmt.body, stmt.else];
    case "c-for":
      return [stmt.init, stmt.body];
    case "switch":
      return stmt.cases.map(({ body }) => body);
    case "block":
    case "with":
      return [stmt.body];
    case "try":
      return [stmt.body, ...stmt.handlers, stmt.finally];
    default:
      return [];
  }
}
