// What a closure sees of the functions around it: the local names that its code mentions, with their values as they are now.
import type { Value } from "../algebra/value.ts";
import type { FunctionCore } from "../program/ir.ts";
import { mentionsOf } from "../program/mentions.ts";
import { type FunctionValue, isClosure, type Scope } from "../program/values.ts";

const mentions = new WeakMap<FunctionCore, readonly string[]>();

/** Classes and files find their names on demand and are the same for all. */
export function captured({ code, scope }: FunctionValue): readonly (readonly [name: string, value: Value])[] {
  if (scope.find !== undefined) return [];
  return mentionedIn(code).flatMap((name) => {
    const value = localValue(scope, name);
    return value === undefined ? [] : [[name, value] as const];
  });
}

/** The scopes that it can write to. */
export function capturedScopes({ scope }: FunctionValue): readonly Scope[] {
  const scopes: Scope[] = [];
  for (let at: Scope | undefined = scope; at !== undefined && at.find === undefined; at = at.parent) scopes.push(at);
  return scopes;
}

/** Names in the code of a function, in a fixed order. */
export function mentionedIn(code: FunctionCore): readonly string[] {
  const known = mentions.get(code);
  if (known !== undefined) return known;
  const names = [...mentionsOf(code)].sort();
  mentions.set(code, names);
  return names;
}

function localValue(scope: Scope, name: string): Value | undefined {
  for (let at: Scope | undefined = scope; at !== undefined && at.find === undefined; at = at.parent) {
    const alias = at.aliases?.get(name);
    if (alias !== undefined) return localValue(alias.scope, alias.name);
    const value = at.names.get(name);
    if (value !== undefined) return value;
    if (at.declared.has(name)) return undefined;
  }
  return undefined;
}

/** May whoever is given the value write to names of the functions around? */
export const holdsClosure = (value: Value): boolean =>
  (value.kind === "function" && isClosure(value)) ||
  (value.kind === "tuple" && value.items.some(holdsClosure)) ||
  (value.kind === "alternatives" && value.options.some((one) => holdsClosure(one.value)));
