// C++: `{a, {.b = c}}` where a parameter's or field's type says what the braces make.

import type { Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import { constructObject } from "./construct.ts";
import type { CallArgument } from "./dialect.ts";
import type { Frame } from "./session.ts";

/** The value of bare braces is a tuple until a class takes its items as its fields, nested braces too. */
export function fromBraces(frame: Frame, type: Value, value: Value, expr: Expr | undefined): Value {
  if (type.kind !== "class" || value.kind !== "tuple" || !isBraces(expr)) return value;
  if (expr.args.length !== value.items.length) return value;
  const args = expr.args.map(
    (one, i): CallArgument => ({
      value: value.items[i]!,
      expr: one.value,
      ...(one.name === undefined ? {} : { name: one.name }),
    }),
  );
  return constructObject(frame, type, args, { span: expr.span, nameSpan: expr.span, expr });
}

export const isBraces = (expr: Expr | undefined): expr is Expr & { kind: "construct" } =>
  expr?.kind === "construct" && expr.type === undefined && expr.args.every((one) => one.star === undefined);
