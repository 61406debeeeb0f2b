// Which functions an edit changed, where it changed nothing else: the code of some function bodies in one file.
//
// Everything else that an item says (names, parameters, types, defaults, decorators, presets) may mean something to whoever
// names the item, and so does which names a body mentions: what nobody mentions is where the evaluation starts.
import { acceptedBy } from "../program/accepted.ts";
import type { FunctionItem, Item, ItemId, Unit } from "../program/ir.ts";
import { mentionsOf } from "../program/mentions.ts";
import { isSameData } from "../program/same-data.ts";

export interface Edited {
  /** Functions and methods with another body, as they are now. */
  readonly functions: ReadonlyMap<ItemId, FunctionItem>;
  /** Names that one of the bodies mentions now or did before, and not both. */
  readonly mentions: ReadonlySet<string>;
}

/** Undefined where more than bodies of functions differs. */
export function editedFunctions(before: Unit, after: Unit): Edited | undefined {
  const functions = new Map<ItemId, FunctionItem>();
  const mentions = new Set<string>();
  if (before.language !== after.language || !isSameData(before.directives, after.directives)) return undefined;
  if (!collect(before.items, after.items, functions, mentions)) return undefined;
  return { functions, mentions };
}

function collect(
  before: readonly Item[],
  after: readonly Item[],
  functions: Map<ItemId, FunctionItem>,
  mentions: Set<string>,
): boolean {
  if (before.length !== after.length) return false;
  return after.every((now, i) => {
    const old = before[i]!;
    if (old === now) return true;
    if (old.kind !== now.kind || old.id !== now.id) return false;
    if (old.kind === "class" && now.kind === "class")
      return isSameHead(old, now, "members") && collect(old.members, now.members, functions, mentions);
    if (old.kind !== "function" || now.kind !== "function")
      return isSameHead(old, now) && isSameData(bodyOf(old), bodyOf(now));
    if (!isSameHead(old, now, "body") || (old.body === undefined) !== (now.body === undefined)) return false;
    if (isSameData(old.body, now.body)) return true;
    // What a check takes is worth something to the constructor that it checks.
    if (!isSameData(acceptedBy(old), acceptedBy(now))) return false;
    functions.set(now.id, now);
    addDifference(mentionsOf(old), mentionsOf(now), mentions);
    return true;
  });
}

const bodyOf = (item: Item): unknown => (item.kind === "statement" ? item.statement : item);

/** Equal but for one part and for the hash of the text. */
function isSameHead(before: Item, after: Item, part?: "members" | "body"): boolean {
  const head = (one: Item): unknown => ({ ...one, hash: "", ...(part === undefined ? {} : { [part]: undefined }) });
  return isSameData(head(before), head(after));
}

function addDifference(a: ReadonlySet<string>, b: ReadonlySet<string>, to: Set<string>): void {
  for (const one of a) if (!b.has(one)) to.add(one);
  for (const one of b) if (!a.has(one)) to.add(one);
}
