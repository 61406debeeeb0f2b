// A call that waits sees its objects, and what its closures see, as they are when it is made, not as later code leaves them.
import { type Cell, tupleLike, type Value } from "../algebra/value.ts";
import { type FunctionValue, isClosure, type ObjectValue, type Scope } from "../program/values.ts";
import type { Matched } from "./bind.ts";

type Cells = ObjectValue["fields"];

interface Copies {
  readonly objects: Map<Cells, ObjectValue>;
  readonly scopes: Map<Scope, Scope>;
}

interface Snapshot {
  readonly fn: FunctionValue;
  readonly matched: Matched;
  /** Which objects it shows, by their copies. */
  readonly shows: ReadonlyMap<Cells, Cells>;
}

export function snapshot(fn: FunctionValue, matched: Matched): Snapshot {
  const copies: Copies = { objects: new Map(), scopes: new Map() };
  const byParam = matched.byParam.map((one) =>
    one === undefined ? one : { ...one, value: copyOf(one.value, copies) },
  );
  const self = fn.self === undefined ? undefined : copyOf(fn.self, copies);
  const shows = new Map([...copies.objects].map(([fields, copy]) => [copy.fields, fields]));
  return { fn: self === undefined ? fn : { ...fn, self }, matched: { ...matched, byParam }, shows };
}

function copyOf(value: Value, copies: Copies): Value {
  switch (value.kind) {
    case "object": {
      const known = copies.objects.get(value.fields);
      if (known !== undefined) return known;
      const copy: ObjectValue = { ...value, fields: new Map() };
      copies.objects.set(value.fields, copy);
      for (const [name, field] of value.fields) copy.fields.set(name, copyOf(field, copies));
      return copy;
    }
    case "tuple":
      return value.items.some(mayChange)
        ? tupleLike(
            value,
            value.items.map((one) => copyOf(one, copies)),
          )
        : value;
    case "alternatives":
      return { ...value, options: value.options.map((one) => ({ ...one, value: copyOf(one.value, copies) })) };
    case "pointer":
      return value.to === undefined ? value : { ...value, to: { ...value.to, cells: cellNow(value.to, copies) } };
    case "function": {
      const self = value.self === undefined ? {} : { self: copyOf(value.self, copies) };
      const scope = isClosure(value) ? { scope: copyOfScope(value.scope, copies) } : {};
      return { ...value, ...self, ...scope };
    }
    default:
      return value;
  }
}

function cellNow({ cells, name }: Cell, copies: Copies): Cell["cells"] {
  const now = cells.get(name);
  return new Map(now === undefined ? [] : [[name, copyOf(now, copies)]]);
}

/** Names of functions at work; classes and files find theirs on demand and are the same for all. */
function copyOfScope(scope: Scope, copies: Copies): Scope {
  if (scope.find !== undefined || scope.self !== undefined) return scope;
  const known = copies.scopes.get(scope);
  if (known !== undefined) return known;
  const copy: Scope = {
    names: new Map(),
    declared: new Map(scope.declared),
    aliases: new Map(),
    ...(scope.parent === undefined ? {} : { parent: copyOfScope(scope.parent, copies) }),
  };
  copies.scopes.set(scope, copy);
  for (const [name, value] of scope.names) copy.names.set(name, copyOf(value, copies));
  for (const [name, to] of scope.aliases ?? [])
    copy.aliases?.set(name, { ...to, scope: copyOfScope(to.scope, copies) });
  return copy;
}

const mayChange = (value: Value): boolean =>
  value.kind === "object" ||
  value.kind === "alternatives" ||
  (value.kind === "function" && (value.self !== undefined || isClosure(value))) ||
  (value.kind === "tuple" && value.items.some(mayChange));
