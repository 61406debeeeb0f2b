// Functions as values: lambdas, nested functions, methods, alias templates. They keep the scope in which they were made.

import type { Value } from "../algebra/value.ts";
import type { Expr, FunctionCore, FunctionItem, TypeParam } from "../program/ir.ts";
import type { FunctionValue } from "../program/values.ts";
import { closureScope } from "./closure.ts";
import { codePlace } from "./place.ts";
import type { Frame } from "./session.ts";

export function lambdaValue(
  frame: Frame,
  expr: Expr & { kind: "lambda" },
  evaluate: (init: Expr) => Value,
): FunctionValue {
  return {
    kind: "function",
    name: "lambda",
    code: expr.function,
    scope: closureScope(frame, expr, evaluate),
    targs: [],
    file: frame.file.file,
    item: frame.item,
    place: codePlace(frame, expr.span.start),
    ...(expr.mutable === true ? { mutable: true } : {}),
    ...defaultsOf(frame, expr.function, evaluate),
    ...(frame.owner === undefined ? {} : { owner: frame.owner }),
  };
}

/** A function inside a function: its spans count from the enclosing item. */
export function nestedFunction(frame: Frame, item: FunctionItem, evaluate: (init: Expr) => Value): FunctionValue {
  return {
    kind: "function",
    name: item.name,
    code: item,
    scope: frame.scope,
    targs: [],
    file: frame.file.file,
    item: frame.item,
    place: codePlace(frame, item.nameSpan.start),
    ...defaultsOf(frame, item, evaluate),
    ...(frame.owner === undefined ? {} : { owner: frame.owner }),
  };
}

/** `lambda x, i=i: …` keeps the i of its definition: what its names mean may be another thing when it is called. */
function defaultsOf(
  frame: Frame,
  { params }: FunctionCore,
  evaluate: (init: Expr) => Value,
): Pick<FunctionValue, "defaults"> {
  const names = params.some(({ fallback }) => fallback !== undefined && !isLiteral(fallback));
  if (!names || frame.dialect.semantics.typed) return {};
  return { defaults: params.map(({ fallback }) => fallback && evaluate(fallback)) };
}

const isLiteral = ({ kind }: Expr): boolean => kind === "int" || kind === "none" || kind === "bool" || kind === "text";

/** `template <class T> using X = …` as a function from its arguments to the type. */
export function aliasTemplate(frame: Frame, name: string, typeParams: readonly TypeParam[], type: Expr): FunctionValue {
  return {
    kind: "function",
    name,
    code: { typeParams, params: [], body: [{ kind: "return", value: type, span: type.span }] },
    scope: frame.scope,
    targs: [],
    file: frame.file.file,
    item: frame.item,
    place: codePlace(frame, type.span.start),
    isAlias: true,
    ...(frame.owner === undefined ? {} : { owner: frame.owner }),
  };
}

export const bindSelf = (method: FunctionValue, self: Value): FunctionValue => ({
  ...method,
  self,
  ...(method.overloads === undefined ? {} : { overloads: method.overloads.map((one) => ({ ...one, self })) }),
});
