// By which names the code of a program leads to something: its own name, the names of what mentions it, and so on.
//
// Told from the code alone: a name may stand for several things, so that some of what is found does not lead there; what is not found
// cannot, but by an operator or another function that is called by no name.
import type { Item } from "./ir.ts";
import { type Outline, type Part, partOf } from "./outline.ts";

/** The names, and those of what leads to them, in files with these outlines. */
export function namesLeadingTo(names: Iterable<string>, files: Iterable<Outline>): ReadonlySet<string> {
  const leading = new Set(names);
  const indices = [...files].map(indexOf);
  for (const one of leading) for (const index of indices) for (const by of index.get(one) ?? []) leading.add(by);
  return leading;
}

/** Does an item mention one of the names? */
export function mentionsOne(item: Item, names: ReadonlySet<string>): boolean {
  for (const name of partOf(item).mentions) if (names.has(name)) return true;
  return false;
}

/** By each name that the code of a file mentions: the names of what mentions it. */
type Index = ReadonlyMap<string, ReadonlySet<string>>;

const indices = new WeakMap<Outline, Index>();

function indexOf(outline: Outline): Index {
  const known = indices.get(outline);
  if (known !== undefined) return known;
  const index = new Map<string, Set<string>>();
  const put = (name: string, by: string): void => {
    const all = index.get(name);
    if (all === undefined) index.set(name, new Set([by]));
    else all.add(by);
  };
  const add = ({ names, mentions, members }: Part): void => {
    for (const name of mentions) for (const by of names) put(name, by);
    members.forEach(add);
  };
  for (const { name, alias } of outline.imports) put(name, alias);
  outline.parts.forEach(add);
  indices.set(outline, index);
  return index;
}
