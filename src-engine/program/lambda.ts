// Lambdas of both languages, and how one of C++ takes what is around it.
import type { Expr, FunctionCore } from "./ir.ts";
import type { Span } from "./span.ts";

export interface Lambda {
  readonly kind: "lambda";
  readonly function: FunctionCore;
  /** C++; a function of Python sees what is around it. */
  readonly captures?: readonly Capture[];
  readonly span: Span;
}

/** `[x]`, `[&x]`, `[x = init]`; without a name `[=]` or `[&]`. */
export interface Capture {
  readonly name?: string;
  readonly how: "copy" | "reference";
  readonly init?: Expr;
}
