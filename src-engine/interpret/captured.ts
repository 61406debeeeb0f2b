// What a closure sees of the functions around it: the local names that its code mentions, with their values as they are now.
import type { Value } from "../algebra/value.ts";
import type { FunctionCore } from "../program/ir.ts";
import { mentionsOf } from "../program/mentions.ts";
import { type FunctionValue, isClosure, type Scope } from "../program/values.ts";

const mentions = new WeakMap<FunctionCore, readonly string[]>();

/** Up to the class or file around it. */
export function captured({ code, scope }: FunctionValue): readonly (readonly [name: string, value: Value])[] {
  const around = localScopes(scope);
  const objects = around.flatMap((one) => (one.self === undefined ? [] : [["this", one.self] as const]));
  if (around.every((one) => one.self !== undefined)) return objects;
  const names = mentionedIn(code).flatMap((name) => {
    const value = localValue(scope, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return [...objects, ...names];
}

/** The scopes of the functions around, innermost first: what a closure can write to. */
export const capturedScopes = ({ scope }: FunctionValue): readonly Scope[] => localScopes(scope);

/** The class or file around the outermost of those functions. */
export const surroundings = ({ scope }: FunctionValue): Scope | undefined => {
  const last = localScopes(scope).at(-1);
  return last === undefined ? scope : last.parent;
};

const isLocal = ({ find, self }: Scope): boolean => find === undefined || self !== undefined;

/** The scopes of functions from this one outward. */
export function localScopes(scope: Scope): readonly Scope[] {
  const scopes: Scope[] = [];
  for (let at: Scope | undefined = scope; at !== undefined && isLocal(at); at = at.parent) scopes.push(at);
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
  for (let at: Scope | undefined = scope; at !== undefined && isLocal(at); at = at.parent) {
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

/** A result with objects must not be shared: whoever gets it may write to them. */
export const makesObjects = (value: Value): boolean =>
  value.kind === "object" ||
  value.kind === "function" ||
  (value.kind === "pointer" && value.to !== undefined) ||
  (value.kind === "builtin" && value.self !== undefined && makesObjects(value.self)) ||
  (value.kind === "tuple" && value.items.some(makesObjects)) ||
  (value.kind === "alternatives" && value.options.some((one) => makesObjects(one.value)));
