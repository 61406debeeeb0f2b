// `str(x)` while a kernel is traced: integers that the trace knows and layouts without an integer of the run.

import { print } from "../../../../../src-engine/algebra/notation/print.ts";
import type { Text, Value } from "../../../../../src-engine/algebra/value.ts";
import type { Expr } from "../../../../../src-engine/program/ir.ts";
import { isStaticValue } from "./rows-modes.ts";
import { isLayout, text } from "./values.ts";

/** Truths are 0 and 1 here; the expression says which they are. */
export function textOf(x: Value, expr: Expr | undefined): Text | undefined {
  if (x.kind === "num" && x.know === "static") {
    const isTruth = expr?.kind === "binary" && comparisons.has(expr.op) && (x.value === 0 || x.value === 1);
    return text(isTruth ? (x.value === 1 ? "True" : "False") : String(x.value));
  }
  return isLayout(x) && isStaticValue(x) ? text(print(x, "dsl")) : undefined;
}

const comparisons = new Set(["==", "!=", "<", ">", "<=", ">=", "in", "not in", "is", "is not"]);
