// The last part of a name: `copy` of `cute::copy`, `cute.copy`, `copy<Policy>` and `self.copy`.
import type { Expr } from "./ir.ts";

/** Empty for what has no name. */
export function lastName(expr: Expr | undefined): string {
  switch (expr?.kind) {
    case "name":
      return expr.path.at(-1) ?? "";
    case "member":
    case "scope":
      return expr.name;
    case "template":
      return lastName(expr.callee);
    default:
      return "";
  }
}
