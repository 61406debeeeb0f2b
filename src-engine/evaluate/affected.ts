// What an edit may change the meaning of: the items whose code changed, and those that mention a name that did, and so on.
//
// Names decide, not places: a function is affected when anything of a name that it mentions is. So the answer errs on the side
// of too much. Operators, constructors and Python's special methods are used without being named: a change there is a change of
// everything, as is one of what a file includes or imports.
import type { Item, ItemId, Unit } from "../ir.ts";
import { mentionsOf } from "./mentions.ts";
import { isSameData } from "./same-data.ts";

export interface Affected {
  /** Items by file and id; a class counts where its head or a field of it does. */
  readonly items: ReadonlySet<string>;
  /** Their ids alone. */
  readonly ids: ReadonlySet<string>;
}

/** An item that holds no other: a function, a statement, an import, or the head of a class. */
interface Leaf {
  readonly file: string;
  readonly item: Item;
  /** The class around it. */
  readonly cls: ItemId | undefined;
  readonly className: string | undefined;
}

/** Names that items use, kept from one edit to the next. */
export type Mentions = WeakMap<Item, ReadonlySet<string>>;

/** Undefined where everything may mean something else. */
export function affectedBy(
  before: ReadonlyMap<string, Unit>,
  after: ReadonlyMap<string, Unit>,
  mentions: Mentions,
): Affected | undefined {
  const changed: Leaf[] = [];
  for (const [file, unit] of after) {
    const old = before.get(file);
    if (old === undefined) return undefined;
    if (old === unit) continue;
    const found = changesIn(old, unit);
    if (found === undefined) return undefined;
    changed.push(...found);
  }
  if (changed.some(isUsedUnnamed)) return undefined;
  const names = new Set<string>();
  const items = new Set<string>();
  for (const leaf of changed) {
    for (const name of namesOf(leaf)) names.add(name);
    items.add(idOf(leaf));
    if (leaf.item.kind === "statement" && leaf.cls !== undefined) items.add(`${leaf.file}|${leaf.cls}`);
  }
  const open = [...after].flatMap(([file, unit]) => leavesOf(file, unit.items, undefined, undefined));
  spread(open, names, items, mentions);
  return { items, ids: new Set([...items].map((one) => one.slice(one.indexOf("|") + 1))) };
}

/** Whoever mentions a name of the set is affected, and so is what mentions it. */
function spread(leaves: readonly Leaf[], names: Set<string>, items: Set<string>, mentions: Mentions): void {
  let open = leaves;
  for (let isMore = true; isMore; ) {
    isMore = false;
    const rest: Leaf[] = [];
    for (const leaf of open) {
      if (!items.has(idOf(leaf)) && !mentionsAny(leaf, names, mentions)) {
        rest.push(leaf);
        continue;
      }
      isMore = true;
      items.add(idOf(leaf));
      if (leaf.item.kind === "statement" && leaf.cls !== undefined) items.add(`${leaf.file}|${leaf.cls}`);
      for (const name of namesOf(leaf)) names.add(name);
    }
    open = rest;
  }
}

function mentionsAny({ item }: Leaf, names: ReadonlySet<string>, mentions: Mentions): boolean {
  const own = mentions.get(item) ?? usedBy(item);
  mentions.set(item, own);
  for (const name of own) if (names.has(name)) return true;
  return false;
}

/** Names that an item's own code mentions, be it as a text: `getattr(self, "tile")`. */
function usedBy(item: Item): ReadonlySet<string> {
  const own = item.kind === "class" ? headOf(item) : item;
  const names = new Set(mentionsOf(own));
  const stack: unknown[] = [own];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== "object" || node === null) continue;
    if ("kind" in node && node.kind === "text" && "value" in node && typeof node.value === "string")
      names.add(node.value);
    for (const part of Object.values(node)) if (typeof part === "object" && part !== null) stack.push(part);
  }
  return names;
}

const headOf = (item: Item & { kind: "class" }): Item => ({ ...item, members: [] });

const idOf = ({ file, item }: Leaf): string => `${file}|${item.id}`;

/** The names by which others get at it; a field changes what its class is. */
function namesOf({ item, className }: Leaf): readonly string[] {
  switch (item.kind) {
    case "function":
    case "class":
      return [item.name];
    case "statement": {
      const around = className === undefined ? [] : [className];
      return [item.name, ...around, ...bound(item)];
    }
    case "import":
      return [];
    default:
      return item satisfies never;
  }
}

/** Names that a statement binds or writes, at any depth. */
function bound(item: Item): readonly string[] {
  const names: string[] = [];
  const stack: unknown[] = [item];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (typeof node !== "object" || node === null) continue;
    if ("kind" in node && "name" in node && typeof node.name === "string" && binds.has(String(node.kind)))
      names.push(node.name);
    if ("kind" in node && node.kind === "place" && "expr" in node) names.push(...writtenBy(node.expr));
    for (const part of Object.values(node)) if (typeof part === "object" && part !== null) stack.push(part);
  }
  return names;
}

const binds = new Set(["bind", "alias", "function", "class", "statement"]);

/** `config.tile = …` writes what whoever reads `.tile` or `config` may see. */
function writtenBy(expr: unknown): readonly string[] {
  const names: string[] = [];
  for (let at = expr; typeof at === "object" && at !== null; at = "object" in at ? at.object : undefined) {
    if ("name" in at && typeof at.name === "string") names.push(at.name);
    if ("path" in at && Array.isArray(at.path)) names.push(...at.path.filter((one) => typeof one === "string"));
  }
  return names;
}

function isUsedUnnamed({ item, className }: Leaf): boolean {
  if (item.kind === "import") return true;
  if (item.kind !== "function") return false;
  return (
    item.name === className ||
    item.owner !== undefined ||
    /^(~|operator\b|__\w+__$)/.test(item.name) ||
    item.attributes.some((one) => /^(overload|singledispatch|dsl_user_op)/.test(one))
  );
}

/** What differs between two versions of a unit; undefined where their items are not comparable. */
function changesIn(before: Unit, after: Unit): readonly Leaf[] | undefined {
  if (before.language !== after.language) return undefined;
  const { file } = after;
  const old = leafMap(leavesOf(file, before.items, undefined, undefined));
  const now = leafMap(leavesOf(file, after.items, undefined, undefined));
  if (old === undefined || now === undefined) return undefined;
  if (
    !isSameData(
      [...old.keys()].filter((id) => now.has(id)),
      [...now.keys()].filter((id) => old.has(id)),
    )
  )
    return undefined;
  const changed: Leaf[] = [];
  for (const [id, leaf] of now) {
    const was = old.get(id);
    if (was === undefined || !isSameLeaf(was, leaf)) changed.push(leaf, ...(was === undefined ? [] : [was]));
  }
  for (const [id, leaf] of old) if (!now.has(id)) changed.push(leaf);
  return changed;
}

function leafMap(leaves: readonly Leaf[]): ReadonlyMap<string, Leaf> | undefined {
  const map = new Map(leaves.map((leaf) => [leaf.item.id, leaf]));
  return map.size === leaves.length ? map : undefined;
}

function leavesOf(
  file: string,
  items: readonly Item[],
  cls: ItemId | undefined,
  className: string | undefined,
): readonly Leaf[] {
  return items.flatMap((item): readonly Leaf[] => [
    { file, item, cls, className },
    ...(item.kind === "class" ? leavesOf(file, item.members, item.id, item.name) : []),
  ]);
}

function isSameLeaf(before: Leaf, after: Leaf): boolean {
  if (before.item === after.item) return true;
  if (before.item.kind !== "class" || after.item.kind !== "class") return isSameData(before.item, after.item);
  const ids = ({ members }: typeof before.item) => members.map((one) => one.id);
  const { members: _a, hash: _b, ...old } = before.item;
  const { members: _c, hash: _d, ...now } = after.item;
  // Hashes tell of white space between members, where no meaning is.
  return isSameData(old, now) && isSameData(ids(before.item), ids(after.item));
}
