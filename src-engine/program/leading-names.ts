// By which names the code of a program leads to something: its own name, the names of what mentions it, and so on.
//
// Told from the code alone: a name may stand for several things, so that some of what is found does not lead there; what is not found
// cannot, but by an operator or another function that is called by no name.
import { rootsOf } from "./given-names.ts";
import type { Item } from "./ir.ts";
import { mentionsOf } from "./mentions.ts";

/** The names, and those of what leads to them, in files with these items. */
export function namesLeadingTo(names: Iterable<string>, files: Iterable<readonly Item[]>): ReadonlySet<string> {
  const leading = new Set(names);
  const indices = [...files].map(indexOf);
  for (const one of leading) for (const index of indices) for (const by of index.get(one) ?? []) leading.add(by);
  return leading;
}

/** Does an item mention one of the names? */
export function mentionsOne(item: Item, names: ReadonlySet<string>): boolean {
  for (const name of mentionsIn(item)) if (names.has(name)) return true;
  return false;
}

/** The names by which other code comes to an item: of `table["x"] = f` the table's. What stands below an `if` or in a loop has none. */
export const namesOf = (item: Item): readonly string[] => {
  if (item.kind !== "statement" || item.statement.kind !== "expr") return item.name === "" ? [] : [item.name];
  const { value } = item.statement;
  return value.kind === "assign" ? rootsOf(value.target) : [];
};

/** By each name that the items of a file mention: the names of these. */
type Index = ReadonlyMap<string, ReadonlySet<string>>;

const indices = new WeakMap<readonly Item[], Index>();

function indexOf(items: readonly Item[]): Index {
  const known = indices.get(items);
  if (known !== undefined) return known;
  const index = new Map<string, Set<string>>();
  const put = (name: string, by: string): void => {
    const all = index.get(name);
    if (all === undefined) index.set(name, new Set([by]));
    else all.add(by);
  };
  const add = (item: Item): void => {
    if (item.kind === "import") for (const { name, alias } of item.names) put(name, alias);
    else for (const name of mentionsIn(item)) for (const by of namesOf(item)) put(name, by);
    if (item.kind === "class") item.members.forEach(add);
  };
  items.forEach(add);
  indices.set(items, index);
  return index;
}

/** An edit leaves most items as they were. */
const mentions = new WeakMap<Item, ReadonlySet<string>>();

function mentionsIn(item: Item): ReadonlySet<string> {
  const known = mentions.get(item) ?? mentionsOf(item);
  mentions.set(item, known);
  return known;
}
