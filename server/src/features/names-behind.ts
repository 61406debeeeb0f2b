// Which names a value was made of, by reading: its declaration, the declarations of the names in it, and so on; from a
// parameter on to what callers pass for it.
//
// It says which what-if fields are worth seeing first, no more: a name is looked for in its function and among members of any class.
import type { FunctionItem, Item, ItemId, Place } from "../../../src-engine/program/ir.ts";
import { absolute, covers, type FactIndex } from "../facts/fact-index.ts";
import { type Declared, declaredIn, everywhere, passedIn, scopeOf } from "./literal-walk.ts";

/** Keys of the names, each with the place in its function before which it must have got its value. */
export function namesBehind(
  index: FactIndex,
  items: readonly Item[],
  functions: ReadonlyMap<string, FunctionItem>,
  shown: Place,
): ReadonlyMap<string, number> {
  const declared = items.flatMap((item) => [...declaredIn(item), ...passedIn(item, functions)]);
  const byKey = new Map<string, Declared[]>();
  for (const one of declared) {
    const key = nameKey(one.scope, one.name);
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  const found = new Map<string, number>();
  const reading = (scope: ItemId, names: readonly string[], until: number): Array<readonly [string, number]> =>
    names.flatMap((name) => {
      const outside = [nameKey("", name), everywhere.until] as const;
      return scope === "" ? [outside] : [[nameKey(scope, name), until] as const, outside];
    });
  const todo = reading(scopeAt(index, items, shown), namesAt(index, shown), everywhere.until);
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [key, until] = next;
    const before = found.get(key) ?? Number.NEGATIVE_INFINITY;
    if (before >= until) continue;
    found.set(key, until);
    const given = (byKey.get(key) ?? []).filter(({ at }) => at < until && at >= before);
    todo.push(...given.flatMap((one) => reading(one.from, one.reads, one.until)));
  }
  return found;
}

/** A name in a function, or of a member or the file, whose scope is "". */
export const nameKey = (scope: ItemId, name: string): string => `${scope} ${name}`;

/** The innermost of the items around a place. */
function scopeAt({ facts }: FactIndex, items: readonly Item[], { fragment, start }: Place): ItemId {
  const around = items.flatMap((item) => {
    const place = facts.unit.places.get(item.id);
    return place !== undefined && covers(place, { fragment, offset: start })
      ? [{ item, size: place.end - place.start }]
      : [];
  });
  const [inner] = around.sort((a, b) => a.size - b.size);
  return inner === undefined ? "" : scopeOf(inner.item);
}

/** The names in the text at a place, and in what initialises it; the names of named arguments are read nowhere. */
function namesAt(index: FactIndex, shown: Place): readonly string[] {
  const here = index.variables.filter(({ place }) => covers(place, { fragment: shown.fragment, offset: shown.start }));
  const places = here.flatMap(({ fact }) => {
    const source = fact.source === undefined ? undefined : absolute(index.facts, fact.item, fact.source);
    return source === undefined ? [] : [source];
  });
  const text = [shown, ...places].map(({ fragment, start, end }) => index.texts[fragment]?.slice(start, end) ?? "");
  return text.join(" ").match(/\b[A-Za-z_]\w*\b(?!\s*=(?!=))/g) ?? [];
}
