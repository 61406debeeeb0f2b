// A golden case whose arguments are not all values (type names, copy operations) and whose result is an object of named parts:
// the families atoms, tiled, tma and blackwell. `eval --jsonl` looks an op up in the value ops first, then here.
import type { Context } from "../algebra/context.ts";

export interface Case {
  readonly op: string;
  /** As the JSON line has them: strings in CuTe's notation or type names, numbers for template parameters. */
  readonly args: readonly unknown[];
  /** Further inputs by name (`thread`, `block_coord`, `cta`). */
  readonly given: Readonly<Record<string, unknown>>;
  /** The keys that the result must have; empty when the result is a plain value. */
  readonly want: readonly string[];
}

/** Gives the JSON result in the golden's form, or stops. */
export type CaseOp = (ctx: Context, input: Case) => unknown;
