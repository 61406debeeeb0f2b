// What a call did, so that the same call need not run again: its value, and what it wrote to the objects it was given.
//
// A call is the same when its binding is (equal contents) and its objects hang together in the same way. Objects that it was
// given are named by their place among what the arguments reach, objects that it made are copied for each caller. What cannot
// be told that way (closures, dictionaries of objects, writes to globals) is not replayed: the call runs.
import type { Need } from "../algebra/context.ts";
import { isSameObject, tupleLike, type Value } from "../algebra/value.ts";
import type { CallFact, Fact } from "../program/facts.ts";
import type { ObjectValue } from "../program/values.ts";
import type { Call } from "./call-record.ts";
import { type Change, newFields, write } from "./journal.ts";
import { addedOrigins } from "./origins.ts";
import { isFunctionItem, type Session } from "./session.ts";

type Cells = ObjectValue["fields"];

/** What the arguments of a call reach: the cells of each object, in the order of a walk, and the shape of the walk. */
export interface Reach {
  readonly cells: readonly Cells[];
  readonly places: ReadonlyMap<Cells, number>;
  /** Places as they were met: two calls whose objects are shared alike have equal shapes. */
  readonly shape: string;
}

export interface Effects {
  readonly shape: string;
  readonly value: Value;
  readonly writes: readonly { readonly place: number; readonly name: string; readonly value: Value | undefined }[];
  /** What parameters taken by reference are at the end. */
  readonly parameters: ReadonlyMap<string, Value>;
  readonly needs: readonly Need[];
  /** Library helpers that it rests on. */
  readonly origins: readonly string[];
  /** The given objects' cells when this was remembered: what stands in the values for them. */
  readonly given: readonly Cells[];
}

const mostCells = 400;

/** Undefined where the arguments hold what cannot be named: closures, too many objects. */
export function reachOf({ fn, matched }: Call): Reach | undefined {
  const cells: Cells[] = [];
  const places = new Map<Cells, number>();
  const shape: string[] = [];
  const look = (value: Value): boolean => {
    switch (value.kind) {
      case "object": {
        const known = places.get(value.fields);
        shape.push(String(known ?? cells.length));
        if (known !== undefined) return true;
        if (cells.length >= mostCells) return false;
        places.set(value.fields, cells.length);
        cells.push(value.fields);
        for (const [name, field] of value.fields) {
          shape.push(name);
          if (!look(field)) return false;
        }
        return true;
      }
      default:
        return partsOf(value)?.every(look) ?? false;
    }
  };
  const values = matched.byParam.flatMap((one) => (one === undefined ? [] : [one.value]));
  const all = fn.self === undefined ? values : [fn.self, ...values];
  return all.every(look) ? { cells, places, shape: shape.join(" ") } : undefined;
}

/** The values inside a value that may hold objects; undefined where objects could hide. */
function partsOf(value: Value): readonly Value[] | undefined {
  switch (value.kind) {
    case "tuple":
      return value.items;
    case "alternatives":
      return value.options.map((one) => one.value);
    case "function":
      if (!isFunctionItem(value.code) || value.item !== value.code.id) return undefined;
      return value.self === undefined ? [] : [value.self];
    case "builtin":
      return value.self === undefined ? [] : [value.self];
    case "pointer":
      return value.to === undefined ? [] : undefined;
    case "dict":
      return value.entries.flatMap(([, one]) => one).some((one) => !isPlain(one)) ? undefined : [];
    default:
      return [];
  }
}

const isPlain = (value: Value): boolean => value.kind !== "object" && (partsOf(value)?.every(isPlain) ?? false);

/** What a call that has just ended did; undefined where it cannot be told. */
export function effectsOf(
  session: Session,
  reach: Reach,
  ended: {
    readonly value: Value;
    readonly changes: readonly Change[];
    readonly parameters: ReadonlyMap<string, Value>;
    readonly needs: readonly Need[];
    readonly origins: readonly string[];
  },
): Effects | undefined {
  const copies: Copies = {
    given: (fields) => (reach.places.has(fields) ? fields : undefined),
    made: new Map(),
    most: mostCells,
  };
  const writes: { place: number; name: string; value: Value | undefined }[] = [];
  const others = new Set<Cells>();
  for (const { map, name, before, after } of ended.changes) {
    const place = reach.places.get(map);
    if (place === undefined) {
      if (before !== undefined) others.add(map);
      continue;
    }
    const value = after === undefined ? undefined : copied(after, copies);
    if (value === hidden) return undefined;
    writes.push({ place, name, value });
  }
  if (others.size > 0 && isAnyGlobal(session, others)) return undefined;
  const value = copied(ended.value, copies);
  const parameters = new Map<string, Value>();
  for (const [name, one] of ended.parameters) {
    const kept = copied(one, copies);
    if (kept === hidden) return undefined;
    parameters.set(name, kept);
  }
  if (value === hidden) return undefined;
  const { needs, origins } = ended;
  return { shape: reach.shape, value, writes, parameters, needs, origins, given: reach.cells };
}

/** Does again what the call did, to the objects of this call. */
export function replay(
  session: Session,
  effects: Effects,
  reach: Reach,
): { readonly value: Value; readonly parameters: ReadonlyMap<string, Value> } | undefined {
  if (effects.shape !== reach.shape) return undefined;
  const places = new Map(effects.given.map((fields, i) => [fields, reach.cells[i]] as const));
  const fresh = (): Cells => newFields(session.journal);
  const copies: Copies = { given: (fields) => places.get(fields), made: new Map(), most: mostCells, fresh };
  for (const { place, name, value } of effects.writes)
    write(session.journal, reach.cells[place]!, name, value === undefined ? undefined : orSelf(value, copies));
  session.needs.push(...effects.needs);
  session.origins = addedOrigins(session.origins, effects.origins);
  const parameters = new Map([...effects.parameters].map(([name, one]) => [name, orSelf(one, copies)] as const));
  return { value: orSelf(effects.value, copies), parameters };
}

export interface Copies {
  /** The cells that stand for given cells; undefined for an object that the call made. */
  readonly given: (fields: Cells) => Cells | undefined;
  readonly made: Map<Cells, Cells>;
  readonly most: number;
  /** The cells of a copy that the program goes on with. */
  readonly fresh?: () => Cells;
}

const hidden = Symbol("what cannot be copied");

const orSelf = (value: Value, copies: Copies): Value => {
  const copy = copied(value, copies);
  return copy === hidden ? value : copy;
};

/** A fact with its objects replaced or copied. */
export function sealed(fact: Fact, copies: Copies): Fact {
  switch (fact.kind) {
    case "variable":
    case "expression": {
      const value = orSelf(fact.value, copies);
      return isSameObject(value, fact.value) ? fact : { ...fact, value };
    }
    case "call":
      return sealedCall(fact, copies);
    case "assert":
    case "storage":
      return fact;
    default:
      return fact satisfies never;
  }
}

function sealedCall(fact: CallFact, copies: Copies): CallFact {
  const result = orSelf(fact.result, copies);
  const args = fact.args.map((one) => {
    const value = orSelf(one.value, copies);
    return isSameObject(value, one.value) ? one : { ...one, value };
  });
  const each = fact.cases?.each.map((one) => sealedCall(one, copies)) ?? [];
  const isUntouched =
    isSameObject(result, fact.result) &&
    args.every((one, i) => one === fact.args[i]) &&
    each.every((one, i) => one === fact.cases?.each[i]);
  if (isUntouched) return fact;
  return { ...fact, result, args, ...(fact.cases === undefined ? {} : { cases: { ...fact.cases, each } }) };
}

/** The value with given objects replaced and made objects copied; the value itself where it holds none. */
function copied(value: Value, copies: Copies): Value | typeof hidden {
  if (value.kind === "object") return copiedObject(value, copies);
  const parts = partsOf(value);
  if (parts === undefined) return hidden;
  if (parts.length === 0) return value;
  const made: Value[] = [];
  for (const part of parts) {
    const one = copied(part, copies);
    if (one === hidden) return hidden;
    made.push(one);
  }
  return made.every((one, i) => isSameObject(one, parts[i])) ? value : withParts(value, made);
}

function withParts(value: Value, parts: readonly Value[]): Value {
  switch (value.kind) {
    case "tuple":
      return tupleLike(value, parts);
    case "alternatives":
      return { ...value, options: value.options.map((one, i) => ({ ...one, value: parts[i]! })) };
    case "function":
    case "builtin":
      return { ...value, self: parts[0]! };
    default:
      return value;
  }
}

function copiedObject(value: ObjectValue, copies: Copies): Value | typeof hidden {
  const known = copies.given(value.fields) ?? copies.made.get(value.fields);
  if (known !== undefined) return known === value.fields ? value : { ...value, fields: known };
  if (copies.made.size >= copies.most) return hidden;
  const fields: Cells = copies.fresh?.() ?? new Map();
  copies.made.set(value.fields, fields);
  for (const [name, field] of value.fields) {
    const copy = copied(field, copies);
    if (copy === hidden) return hidden;
    fields.set(name, copy);
  }
  return { ...value, fields };
}

/** Cells of a file's scope, or of an object that a file's name holds: written there, the write is no call's own. */
function isAnyGlobal(session: Session, cells: ReadonlySet<Cells>): boolean {
  const seen = new Set<Cells>();
  const holds = (value: Value): boolean => {
    if (value.kind !== "object") return mayHold(value) && (partsOf(value)?.some(holds) ?? false);
    if (cells.has(value.fields)) return true;
    if (seen.has(value.fields) || seen.size > mostCells) return false;
    seen.add(value.fields);
    for (const field of value.fields.values()) if (holds(field)) return true;
    return false;
  };
  for (const { scope } of session.files.values()) {
    if (cells.has(scope.names)) return true;
    for (const value of scope.names.values()) if (holds(value)) return true;
  }
  return false;
}

/** Most globals are functions of their own and numbers. */
function mayHold(value: Value): boolean {
  switch (value.kind) {
    case "tuple":
    case "alternatives":
      return true;
    case "function":
    case "builtin":
      return value.self !== undefined;
    default:
      return false;
  }
}
