// What a C++ lambda sees of the function around it: copies of what it captures by value, made when the lambda is.
import type { Value } from "../algebra/value.ts";
import type { Expr } from "../program/ir.ts";
import type { Capture, Lambda } from "../program/lambda.ts";
import type { FunctionValue, Scope } from "../program/values.ts";
import { mentionedIn } from "./captured.ts";
import { copyObject } from "./copy.ts";
import { declarationOf, find, holder, localScope, namesPointer } from "./scope.ts";
import type { Frame } from "./session.ts";

type Evaluate = (init: Expr) => Value;

export function closureScope(frame: Frame, { captures = [], function: code }: Lambda, evaluate: Evaluate): Scope {
  if (captures.every((one) => one.how === "reference" && one.init === undefined)) return frame.scope;
  const scope = localScope(frame.session, frame.scope);
  const named = captures.filter((one) => one.name !== undefined);
  const copiesAll = captures.some((one) => one.name === undefined && one.how === "copy");
  const rest = copiesAll ? mentionedIn(code).filter((name) => !named.some((one) => one.name === name)) : [];
  for (const name of rest) copyInto(frame, scope, name);
  for (const one of named) capture(frame, scope, one, evaluate);
  return scope;
}

/** A copy of a lambda, with what it has captured by value as it is now. */
export function copyOfLambda({ session }: Frame, fn: FunctionValue): FunctionValue {
  if (fn.mutable !== true || fn.scope.parent === undefined) return fn;
  const scope = localScope(session, fn.scope.parent);
  for (const [name, value] of fn.scope.names) scope.names.set(name, copied(value));
  for (const [name, declaration] of fn.scope.declared) scope.declared.set(name, declaration);
  for (const [name, held] of fn.scope.aliases ?? []) scope.aliases?.set(name, held);
  return { ...fn, scope };
}

function capture(frame: Frame, scope: Scope, { name = "", how, init }: Capture, evaluate: Evaluate): void {
  if (init === undefined) return how === "copy" ? copyInto(frame, scope, name) : undefined;
  const held = how === "reference" && init.kind === "name" ? holder(frame.scope, init.path[0] ?? "") : undefined;
  if (held !== undefined) scope.aliases?.set(name, held);
  else bind(scope, name, frame, copied(evaluate(init)), init);
}

/** A local name of the function around; what a class or file declares is no variable to capture. */
function copyInto(frame: Frame, scope: Scope, name: string): void {
  const held = holder(frame.scope, name);
  const found = held === undefined || held.scope.find !== undefined ? undefined : find(frame.scope, name);
  if (found === undefined) return;
  const declaration = declarationOf(frame.scope, name);
  if (declaration !== undefined) scope.declared.set(name, declaration);
  const isPointer = namesPointer(frame, { path: [name] });
  scope.names.set(name, isPointer ? found.value : copied(found.value));
}

function bind(scope: Scope, name: string, frame: Frame, value: Value, { span }: Expr): void {
  scope.declared.set(name, { item: frame.item, span });
  scope.names.set(name, value);
}

const copied = (value: Value): Value => (value.kind === "object" ? copyObject(value) : value);
