// Recursion that nothing known ends: `canonicalize(item)` for each item of an index that nobody knows.
//
// Each level asks the same again under one condition more, so that a loop around it doubles the work with every level. Recursion
// over what is known (a shape, a pack, a count) comes to a smaller argument each time and runs to its end; so does one that counts
// down in an object, or in what a closure sees, which is no argument: those are left to the depth of calls.
import type { Value } from "../algebra/value.ts";
import { isClosure } from "../program/values.ts";
import type { Call } from "./call-record.ts";
import type { Identities } from "./identities.ts";
import { sameValue } from "./key.ts";
import type { Session } from "./session.ts";

/** Is an open call of the same function as far from an end: each argument the same, or as little known? */
export function isEndless({ open, identities }: Session, { fn, matched }: Call): boolean {
  return open.some(
    (around) =>
      around.fn.code === fn.code &&
      fn.self === undefined &&
      !isClosure(fn) &&
      isNoFurther(identities, around.fn.targs, fn.targs) &&
      isNoFurther(
        identities,
        around.matched.byParam.map((one) => one?.value),
        matched.byParam.map((one) => one?.value),
      ),
  );
}

type Maybe = Value | undefined;

const isNoFurther = (identities: Identities, before: readonly Maybe[], now: readonly Maybe[]): boolean =>
  before.length === now.length && now.every((one, i) => isSameOrOpen(identities, before[i], one));

function isSameOrOpen(identities: Identities, before: Maybe, now: Maybe): boolean {
  if (isOpen(before) && isOpen(now)) return true;
  if (before?.kind === "tuple" && now?.kind === "tuple") return isNoFurther(identities, before.items, now.items);
  return now !== undefined && hasState.has(now.kind) ? false : sameValue(identities, before, now);
}

/** What the same value may lead to is another at each time. */
const hasState: ReadonlySet<Value["kind"]> = new Set(["object", "pointer", "function", "dict"]);

const isOpen = (value: Maybe): boolean =>
  value?.kind === "unknown" || value?.kind === "alternatives" || value?.kind === "sym";
