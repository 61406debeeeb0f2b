// A Python document's trees to its Unit: one fragment for a file, one per cell for a notebook.
//
// Lowering never fails. Names flow from cell to cell, so all fragments share one list of items.
import type { Node } from "web-tree-sitter";
import type { Item, ItemId, Unit } from "../../../../../src-engine/program/ir.ts";
import { apart } from "../../../apart.ts";
import { codeOf, importsIn } from "../outline.ts";
import { commandLinesOf } from "./command-lines.ts";
import { lowerPlacedItem } from "./items.ts";
import type { WithTree } from "./later-body.ts";
import { directivesOf } from "./presets.ts";
import { codeChildren, type Earlier, type Registry, type Source } from "./source.ts";

export interface PythonFragment {
  readonly text: string;
  /** Root of the fragment's tree-sitter-python tree. */
  readonly root: Node;
}

/** Functions whose text is as in the `previous` unit of the document are the same objects again. With `later` bodies wait. */
export function lowerPython(
  file: string,
  fragments: readonly PythonFragment[],
  previous?: Unit,
  later?: WithTree,
): Unit {
  const registry: Registry = {
    ordinals: new Map(),
    places: new Map(),
    later,
    ...(previous === undefined ? {} : { earlier: earlierOf(previous) }),
  };
  const items = fragments.flatMap(({ text, root }, fragment) => {
    const source: Source = { text, fragment, base: 0, depth: 0, registry, path: "", scope: [] };
    return topLevel(root).flatMap((node) => lowerPlacedItem(source, node));
  });
  const directives = fragments.flatMap(({ text }, fragment) => directivesOf(text, fragment));
  const commandLines = fragments.flatMap(({ text, root }) => commandLinesOf(file, text, root));
  const imports = apart(fragments.flatMap(({ text }) => importsIn(codeOf(text))));
  const unit: Unit = { language: "python", file, items, places: registry.places, directives, imports };
  return commandLines.length === 0 ? unit : { ...unit, commandLines };
}

function earlierOf(unit: Unit): Earlier {
  const items = new Map<ItemId, Item>();
  const collect = (item: Item): void => {
    items.set(item.id, item);
    if (item.kind === "class") for (const member of item.members) collect(member);
  };
  for (const item of unit.items) collect(item);
  const nested = new Map<ItemId, ItemId[]>();
  for (const id of unit.places.keys()) {
    const owner = items.has(id) ? undefined : ownerOf(id, items);
    if (owner !== undefined) nested.set(owner, [...(nested.get(owner) ?? []), id]);
  }
  return { items, places: unit.places, nested };
}

/** `cls:A/fn:f/fn:inner#0` is nested in `cls:A/fn:f#0`. */
function ownerOf(id: ItemId, items: ReadonlyMap<ItemId, Item>): ItemId | undefined {
  for (let end = id.lastIndexOf("/"); end > 0; end = id.lastIndexOf("/", end - 1)) {
    const path = id.slice(0, end);
    const owner = /#\d+$/.test(path) ? path : `${path}#0`;
    if (items.has(owner)) return owner;
  }
  return undefined;
}

/** Statements of the module; where the parser gave up, those inside its error nodes. */
function topLevel(root: Node): Node[] {
  return codeChildren(root).flatMap((node) => (node.type === "ERROR" ? codeChildren(node) : [node]));
}
