// Which names a value was made of, by reading: its declaration, the declarations of the names in it, and so on; from a
// parameter on to what callers pass for it.
//
// It says which what-if fields are worth seeing first, no more: a name is looked for in its function and among members of any class.
import type { FunctionItem, Item, ItemId, Place } from "../../../src-engine/program/ir.ts";
import { absolute, covers, type FactIndex } from "../facts/fact-index.ts";
import { type Declared, declaredIn, passedIn, scopeOf } from "./literal-walk.ts";

/** Keys of the names. */
export function namesBehind(
  index: FactIndex,
  items: readonly Item[],
  functions: ReadonlyMap<string, FunctionItem>,
  shown: Place,
): ReadonlySet<string> {
  const declared = items.flatMap((item) => [...declaredIn(item), ...passedIn(item, functions)]);
  const byKey = new Map<string, Declared[]>();
  for (const one of declared) {
    const key = nameKey(one.scope, one.name);
    byKey.set(key, [...(byKey.get(key) ?? []), one]);
  }
  const found = new Set<string>();
  const reading = (scope: ItemId, names: readonly string[]) =>
    names.flatMap((name) => [...new Set([nameKey(scope, name), nameKey("", name)])]);
  const todo = reading(scopeAt(index, items, shown), namesAt(index, shown));
  for (let key = todo.pop(); key !== undefined; key = todo.pop()) {
    if (found.has(key)) continue;
    found.add(key);
    todo.push(...(byKey.get(key) ?? []).flatMap(({ from, reads }) => reading(from, reads)));
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
