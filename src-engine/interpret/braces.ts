// C++: `{a, {.b = c}}` where a parameter's or field's type says what the braces make, and objects that a constructor converts.

import type { Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import type { ClassValue, ObjectValue } from "../program/values.ts";
import { matchArguments } from "./bind.ts";
import { basesOf, classInstance } from "./class.ts";
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

/** `base_(params)`: a field of a class that one of its constructors makes of an object of another. */
export function fromObject(frame: Frame, type: Value, value: ObjectValue): Value {
  if (type.kind !== "class" || value.type === undefined || isA(frame, value.type, type)) return value;
  const expr: Expr = { kind: "opaque", why: "a conversion", reads: [], span: { start: 0, end: 0 } };
  const args: readonly CallArgument[] = [{ value, expr }];
  const converts = type.item.members.some(
    (one) =>
      one.kind === "function" &&
      one.name === type.item.name &&
      one.params.length > 0 &&
      matchArguments(one.params, args).misfit === undefined,
  );
  return converts ? constructObject(frame, type, args, { span: expr.span, nameSpan: expr.span, expr }) : value;
}

function isA(frame: Frame, cls: ClassValue, other: ClassValue, depth = 0): boolean {
  if (cls.item.id === other.item.id) return true;
  const bases = depth > 8 ? [] : basesOf(frame.session, classInstance(frame, cls));
  return bases.some((one) => one.kind === "class" && isA(frame, one, other, depth + 1));
}

export const isBraces = (expr: Expr | undefined): expr is Expr & { kind: "construct" } =>
  expr?.kind === "construct" && expr.type === undefined && expr.args.every((one) => one.star === undefined);
