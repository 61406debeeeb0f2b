// What the code of a file mentions, part by part: enough to tell by which names it leads to something, without reading it in full.
import { rootsOf } from "./given-names.ts";
import type { Item } from "./ir.ts";
import { mentionsOf } from "./mentions.ts";

export interface Outline {
  readonly parts: readonly Part[];
  readonly imports: readonly { readonly name: string; readonly alias: string }[];
}

/** A function, a class, a statement. */
export interface Part {
  /** The names by which other code comes to it: of `table["x"] = f` the table's; none where it stands below an `if` or in a loop. */
  readonly names: readonly string[];
  /** Names of its code that may mean something outside of it, those of its members among them. */
  readonly mentions: ReadonlySet<string>;
  readonly members: readonly Part[];
}

const outlines = new WeakMap<readonly Item[], Outline>();

/** Of code that has been read. */
export function outlineOf(items: readonly Item[]): Outline {
  const known = outlines.get(items);
  if (known !== undefined) return known;
  const outline = {
    parts: items.flatMap((item) => (item.kind === "import" ? [] : [partOf(item)])),
    imports: items.flatMap((item) => (item.kind === "import" ? item.names : [])),
  };
  outlines.set(items, outline);
  return outline;
}

/** An edit leaves most items as they were. */
const parts = new WeakMap<Item, Part>();

export function partOf(item: Item): Part {
  const known = parts.get(item);
  if (known !== undefined) return known;
  const members = item.kind === "class" ? item.members.map(partOf) : [];
  const part = { names: namesOf(item), mentions: mentionsOf(item), members };
  parts.set(item, part);
  return part;
}

export function namesOf(item: Item): readonly string[] {
  if (item.kind !== "statement" || item.statement.kind !== "expr") return item.name === "" ? [] : [item.name];
  const { value } = item.statement;
  return value.kind === "assign" ? rootsOf(value.target) : [];
}
