// Which names a value was made of, by reading: its declaration, the declarations of the names in it, and so on; from a
// parameter on to what callers pass for it.
//
// It says which what-if fields are worth seeing first, no more: names are compared as text.
import type { FunctionItem, Item, Place } from "../../../src-engine/program/ir.ts";
import { absolute, covers, type FactIndex } from "../facts/fact-index.ts";
import { type Declared, declaredIn, passedIn } from "./literal-walk.ts";

export function namesBehind(
  index: FactIndex,
  items: readonly Item[],
  functions: ReadonlyMap<string, FunctionItem>,
  shown: Place,
): ReadonlySet<string> {
  const declared = items.flatMap((item) => [...declaredIn(item), ...passedIn(item, functions)]);
  const byName = new Map<string, Declared[]>();
  for (const one of declared) byName.set(one.name, [...(byName.get(one.name) ?? []), one]);
  const found = new Set<string>();
  const todo = [...namesAt(index, shown)];
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (found.has(name)) continue;
    found.add(name);
    todo.push(...(byName.get(name) ?? []).flatMap(({ reads }) => reads));
  }
  return found;
}

/** The names in the text at a place, and in what initialises it. */
function namesAt(index: FactIndex, shown: Place): readonly string[] {
  const here = index.variables.filter(({ place }) => covers(place, { fragment: shown.fragment, offset: shown.start }));
  const places = here.flatMap(({ fact }) => {
    const source = fact.source === undefined ? undefined : absolute(index.facts, fact.item, fact.source);
    return source === undefined ? [] : [source];
  });
  const text = [shown, ...places].map(({ fragment, start, end }) => index.texts[fragment]?.slice(start, end) ?? "");
  return text.join(" ").match(/[A-Za-z_]\w*/g) ?? [];
}
