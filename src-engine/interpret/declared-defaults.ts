// C++: default arguments stand where a function is declared first; a body that stands elsewhere (`int C<3>::f(int n) { … }`) has them too.
import type { Expr, FunctionItem, Param } from "../program/ir.ts";

/** By the body; an edit gives its declaration anew. */
const made = new WeakMap<FunctionItem, { readonly declared: FunctionItem; readonly body: FunctionItem }>();

/** A member's body with the defaults of its declaration in the class. */
export function withDefaults(body: FunctionItem, declared: FunctionItem): FunctionItem {
  const before = made.get(body);
  if (before?.declared === declared) return before.body;
  const isSilent = declared.params.every(({ fallback }) => fallback === undefined);
  const whole = isSilent
    ? body
    : { ...body, params: body.params.map((one, i) => withDefault(one, declared.params[i])) };
  made.set(body, { declared, body: whole });
  return whole;
}

function withDefault(param: Param, declared: Param | undefined): Param {
  const fallback = param.fallback ?? declared?.fallback;
  return fallback === undefined ? param : { ...param, fallback: elsewhere(fallback) };
}

const literals: ReadonlySet<Expr["kind"]> = new Set(["int", "float", "bool", "none", "text"]);

/** What is computed there has no place in the body's own text. */
const elsewhere = (expr: Expr): Expr =>
  literals.has(expr.kind)
    ? expr
    : { kind: "opaque", span: expr.span, why: "its default stands in the class", reads: [] };
