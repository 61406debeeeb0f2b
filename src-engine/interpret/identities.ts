// Numbers that objects get as they are first seen, and what is remembered of values by them; they belong to one session.
import type { Unknown, Value } from "../algebra/value.ts";
import type { ObjectKeys } from "./object-key.ts";

/** Numbers given to objects as they are first seen; belongs to one session. */
export interface Identities {
  readonly of: WeakMap<object, number>;
  keys: Keys;
  /** Of alternatives that some path has left: all there were. */
  readonly wholes: WeakMap<object, Value>;
  /** Of a list or dictionary that was changed in its place: what its other names hold since. */
  readonly twins: WeakMap<object, Unknown>;
  next: number;
}

/** Keys of values as they were written last: they would come out the same again. */
export interface Keys {
  readonly cache: WeakMap<object, string>;
  /** Keys by content, of values that hold no objects: those never change. */
  readonly contents: WeakMap<object, string>;
  /** The same values' digests, and the reasons of what is not known in them. */
  readonly digests: WeakMap<object, string>;
  readonly reasons: WeakMap<object, string>;
  /** The same two of objects, as long as their fields stand. */
  readonly objects: { readonly content: ObjectKeys; readonly reasons: ObjectKeys };
}

export const newIdentities = (next = 1): Identities => ({
  of: new WeakMap(),
  keys: newKeys(),
  wholes: new WeakMap(),
  twins: new WeakMap(),
  next,
});

const newKeys = (): Keys => ({
  cache: new WeakMap(),
  contents: new WeakMap(),
  digests: new WeakMap(),
  reasons: new WeakMap(),
  objects: { content: new WeakMap(), reasons: new WeakMap() },
});

/** Keys are written anew when they are next asked for: of an evaluation that rests they are a quarter of all that it holds. */
export function forgetKeys(identities: Identities): void {
  identities.keys = newKeys();
}

export function identityOf(identities: Identities, object: object): number {
  const known = identities.of.get(object);
  if (known !== undefined) return known;
  const id = identities.next++;
  identities.of.set(object, id);
  return id;
}

/** Of a list or dictionary that was changed in its place: what its other names hold since. */
export const leftToTwins = (identities: Identities, value: Value): Unknown | undefined => identities.twins.get(value);

export function rememberTwins(identities: Identities, changed: Value, left: Unknown): void {
  identities.twins.set(changed, left);
  identities.twins.set(left, left);
}

/** Is it what the other names of a list hold since it was changed? */
export const isLeftToTwins = (identities: Identities, value: Value): boolean => identities.twins.get(value) === value;

/** Of alternatives that some path has left: all there were. Tests of the two are one test, whatever the paths. */
export const wholeOf = (identities: Identities, value: Value): Value => identities.wholes.get(value) ?? value;

/** `left` is what a path has left of `whole`. */
export function rememberWhole(identities: Identities, left: Value, whole: Value): void {
  identities.wholes.set(left, wholeOf(identities, whole));
}
