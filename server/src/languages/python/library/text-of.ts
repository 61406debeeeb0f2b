// `str(x)` while a kernel is traced: integers that the trace knows and layouts without an integer of the run.
import { print } from "../../../../../src-engine/algebra/notation/print.ts";
import type { Text, Value } from "../../../../../src-engine/algebra/value.ts";
import { isStaticValue } from "./rows-modes.ts";
import { isLayout, text } from "./values.ts";

export function textOf(x: Value): Text | undefined {
  if (x.kind === "num" && x.know === "static") return text(print(x, "dsl"));
  return isLayout(x) && isStaticValue(x) ? text(print(x, "dsl")) : undefined;
}

/** Python's own form of a text; undefined where it has characters that are escaped. */
export const quoted = (value: string): Text | undefined =>
  /[\\\p{C}]|'.*"|".*'/u.test(value) ? undefined : text(value.includes("'") ? `"${value}"` : `'${value}'`);
