// Template argument deduction: a parameter's type as a pattern against the argument's value.
//
// `TA const*` against a pointer gives TA, `Layout<S,D>` against a layout its shape and stride (the dialect takes library values apart),
// `Foo<T>` against an object of the project's class Foo its template arguments. What does not match says nothing.
import { isInt } from "../algebra/int/int.ts";
import { tuple, type Value } from "../algebra/value.ts";
import type { Arg, Expr, TypeParam } from "../program/ir.ts";
import type { AlternativesValue, ClassValue } from "../program/values.ts";
import { evaluate } from "./expression.ts";
import { join } from "./join.ts";
import { newScope } from "./scope.ts";
import { type Frame, inner } from "./session.ts";
import { typeOf } from "./type-value.ts";

export type Deduced = Map<string, Value>;

export function deduce(
  frame: Frame,
  pattern: Expr,
  value: Value,
  params: ReadonlyMap<string, TypeParam>,
  found: Deduced,
): void {
  if (value.kind === "unknown") return;
  if (value.kind === "alternatives") return deduceEach(frame, pattern, value, params, found);
  switch (pattern.kind) {
    case "name": {
      const param = pattern.path.length === 1 ? params.get(pattern.path[0]!) : undefined;
      if (param !== undefined && !found.has(param.name)) found.set(param.name, asArgument(param, value));
      return;
    }
    case "pointer-type": {
      const pointee = value.kind === "pointer" ? value.dtype : value.kind === "object" ? value : undefined;
      if (pointee !== undefined) deduce(frame, pattern.of, pointee, params, found);
      return;
    }
    case "template":
      return deduceTemplate(frame, pattern, value, params, found);
    default:
      return;
  }
}

/** Of alternatives each gives its own argument; where one gives none, it is not known. */
function deduceEach(
  frame: Frame,
  pattern: Expr,
  { options }: AlternativesValue,
  params: ReadonlyMap<string, TypeParam>,
  found: Deduced,
): void {
  const each = options.map(({ under, value }) => {
    const own: Deduced = new Map(found);
    deduce(frame, pattern, value, params, own);
    return { under, own };
  });
  for (const name of params.keys()) {
    const branches = each.flatMap(({ under, own }) => {
      const value = own.get(name);
      return value === undefined ? [] : [{ under, value }];
    });
    if (!found.has(name) && branches.length === options.length) found.set(name, join(frame, branches, name));
  }
}

/** What a parameter is bound to: a number for a value parameter, a type for a type parameter. */
export function asArgument(param: TypeParam, value: Value): Value {
  if (param.form === "value") return value.kind === "type" && isInt(value.of) ? value.of : value;
  return typeOf(value);
}

function deduceTemplate(
  frame: Frame,
  pattern: Expr & { kind: "template" },
  value: Value,
  params: ReadonlyMap<string, TypeParam>,
  found: Deduced,
): void {
  const name = pattern.callee.kind === "name" && pattern.callee.path.length === 1 ? pattern.callee.path[0]! : "";
  if (params.get(name)?.form === "template") return deduceApplied(frame, pattern, name, value, params, found);
  const silent = inner(frame, newScope(frame.scope));
  const template = evaluate(silent, pattern.callee);
  const plain = value.kind === "type" ? value.of : value;
  const parts =
    template.kind === "builtin"
      ? frame.dialect.unapply?.(template, plain)
      : template.kind === "class"
        ? argumentsOf(template, plain)
        : undefined;
  if (parts !== undefined) deduceParts(frame, pattern.args, parts, params, found);
}

/** The arguments with which a class of the project was made. */
function argumentsOf(template: ClassValue, value: Value): readonly Value[] | undefined {
  const cls = value.kind === "object" ? value.type : value.kind === "class" ? value : undefined;
  return cls?.item.id === template.item.id ? cls.targs : undefined;
}

/** `template <template <…> class F, …> f(F<a, b>)`: the argument's own template, and its arguments. */
function deduceApplied(
  frame: Frame,
  pattern: Expr & { kind: "template" },
  name: string,
  value: Value,
  params: ReadonlyMap<string, TypeParam>,
  found: Deduced,
): void {
  const plain = value.kind === "type" ? value.of : value;
  const cls = plain.kind === "object" ? plain.type : plain.kind === "class" ? plain : undefined;
  const applied =
    cls === undefined ? frame.dialect.applied?.(plain) : { template: { ...cls, targs: [] }, args: cls.targs };
  if (applied === undefined || found.has(name)) return;
  found.set(name, applied.template);
  deduceParts(frame, pattern.args, applied.args, params, found);
}

function deduceParts(
  frame: Frame,
  patterns: readonly Arg[],
  parts: readonly Value[],
  params: ReadonlyMap<string, TypeParam>,
  found: Deduced,
): void {
  patterns.forEach((arg, i) => {
    if (arg.star !== undefined && arg.value.kind === "name") {
      const name = arg.value.path[0]!;
      if (params.has(name) && !found.has(name)) found.set(name, tuple(parts.slice(i)));
      return;
    }
    const part = parts[i];
    if (part === undefined) return;
    // A type argument stands for its value: Layout<Shape<M,N>> against the type of a shape.
    const name = arg.value.kind === "name" && params.has(arg.value.path[0] ?? "");
    deduce(frame, arg.value, part.kind === "type" && !name ? part.of : part, params, found);
  });
}
