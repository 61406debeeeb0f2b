// Lambdas of both languages, and what functions inside others take from around them.
import type { Expr, FunctionCore } from "./ir.ts";
import type { Span } from "./span.ts";

export interface Lambda {
  readonly kind: "lambda";
  readonly function: FunctionCore;
  /** C++; a function of Python sees what is around it. */
  readonly captures?: readonly Capture[];
  /** C++: it may change its copies of what it captures. */
  readonly mutable?: true;
  readonly span: Span;
}

/** Python's `nonlocal` and `global`: these names are those of a function around, or of the file. */
export interface Outer {
  readonly kind: "outer";
  readonly of: "function" | "file";
  readonly names: readonly string[];
  readonly span: Span;
}

/** `[x]`, `[&x]`, `[x = init]`; without a name `[=]` or `[&]`. */
export interface Capture {
  readonly name?: string;
  readonly how: "copy" | "reference";
  readonly init?: Expr;
}
