// What a call has left, as text: for calls that are given closures, whose effects cannot be replayed but can be compared.
//
// Two runs of one call are told apart by their results, by what they wrote to the objects that they were given and to what their
// closures see, and by their parameters at the end.
import { isInt } from "../algebra/int/int.ts";
import { isSameObject, type Value } from "../algebra/value.ts";
import { type FunctionValue, isClosure } from "../program/values.ts";
import type { Matched } from "./bind.ts";
import type { Call } from "./call-record.ts";
import { capturedScopes } from "./captured.ts";
import type { Change } from "./journal.ts";
import { digest, valueKey } from "./key.ts";
import { renumbered } from "./lasting.ts";
import type { Returned, Session } from "./session.ts";

type Cells = Map<string, Value>;

/** What a call that has just ended tells. */
export interface Left extends Returned {
  readonly changes: readonly Change[];
  readonly scopeNames: ReadonlyMap<string, Value>;
}

export function footprintOf(session: Session, call: Call, left: Left): string {
  const places = placesOf(call);
  const writes: unknown[] = [];
  for (const { map, name, after } of left.changes) {
    const place = places.get(map);
    if (place !== undefined) writes.push([place, name, after === undefined ? "" : textOf(session, after)]);
  }
  const out = call.fn.code.params.map(({ name, passing }) => {
    const value = passing === "mutable" ? left.scopeNames.get(name) : undefined;
    return value === undefined ? "" : textOf(session, value);
  });
  return JSON.stringify([textOf(session, left.value), ...restsOn(left), writes, out]);
}

/** What a value needed and rests on, each once: a result that is told again does not repeat itself. */
export const restsOn = ({ needs, origins }: Pick<Returned, "needs" | "origins">): readonly (readonly string[])[] => [
  [...new Set(needs.map((one) => JSON.stringify(one)))].sort(),
  [...new Set(origins)].sort(),
];

/** A value by its contents and by the reasons of what is not known in it, as text to compare two runs by. */
export const textOf = ({ identities }: Session, value: Value): string =>
  renumbered(`${valueKey(identities, value, "content")} ${valueKey(identities, value, "reasons")}`);

/** Is the object that a function is called on one of its arguments, as in Python? */
export const isAmong = ({ byParam }: Matched, self: Value): boolean =>
  byParam.some((one) => isSameObject(one?.value, self));

/** A call by its key and by what its arguments tell of what is not known in them: the callee's facts tell it on, the key does not. */
export function handedOver({ identities }: Session, { fn, matched, key }: Call): string {
  const self = fn.self === undefined || isAmong(matched, fn.self) ? [] : [fn.self];
  const given = [...self, ...fn.targs, ...matched.byParam.map((one) => one?.value)];
  const told = given.map((one) => (one === undefined || isInt(one) ? "" : valueKey(identities, one, "reasons"))).join();
  return `${key} ${digest(told)}`;
}

/** The objects that the arguments hold and the names that closures among them see, in the order of a walk. */
function placesOf({ fn, matched }: Call): ReadonlyMap<Cells, number> {
  const places = new Map<Cells, number>();
  const isNew = (cells: Cells): boolean => {
    if (places.has(cells)) return false;
    places.set(cells, places.size);
    return true;
  };
  const look = (value: Value): void => {
    if (value.kind === "object") {
      if (isNew(value.fields)) for (const field of value.fields.values()) look(field);
      return;
    }
    if (value.kind === "function" && isClosure(value)) enter(value);
    for (const one of insideOf(value)) look(one);
  };
  const enter = (closure: FunctionValue): void => {
    for (const { names } of capturedScopes(closure)) if (isNew(names)) for (const one of names.values()) look(one);
  };
  if (fn.self !== undefined) look(fn.self);
  for (const one of matched.byParam) if (one !== undefined) look(one.value);
  return places;
}

function insideOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case "tuple":
      return value.items;
    case "alternatives":
      return value.options.map((one) => one.value);
    case "function":
    case "builtin":
      return value.self === undefined ? [] : [value.self];
    case "dict":
      return value.entries.flatMap(([, one]) => one);
    default:
      return [];
  }
}
