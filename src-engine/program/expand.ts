// C++: a pattern once for each item of the packs that it names: `f(g(ts)...)`, and a fold of what that gives: `(Is + ... + 0)`.
import type { Expr } from "./ir.ts";
import type { Span } from "./span.ts";

export interface Expand {
  readonly kind: "expand";
  readonly pattern: Expr;
  readonly packs: readonly string[];
  readonly fold?: Fold;
  readonly span: Span;
}

interface Fold {
  readonly op: string;
  /** Where the dots are: `(... - xs)` begins with the first two items. */
  readonly from: "left" | "right";
  readonly init?: Expr;
}
