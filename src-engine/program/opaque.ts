// A statement that lowering does not understand, and inline assembly.
import type { Expr } from "./ir.ts";
import type { Span } from "./span.ts";

export interface Opaque {
  readonly kind: "opaque";
  readonly why: string;
  /** Names it may write. */
  readonly writes: readonly string[];
  readonly reads: readonly Expr[];
  /** Of inline assembly its instructions, whose operands are so many outputs and then what it reads. */
  readonly assembly?: { readonly text: string; readonly outputs: number };
  readonly span: Span;
}
