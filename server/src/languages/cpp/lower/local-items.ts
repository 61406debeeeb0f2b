// Items inside a function's body: structs, usings, template lambdas' helpers. Their spans count from the function like everything in it.
import type { Node } from "web-tree-sitter";
import type { Item, Stmt } from "../../../../../src-engine/program/ir.ts";
import { type Cursor, spanOf } from "./cursor.ts";
import type { ItemSource } from "./item-source.ts";
import { lowerItem } from "./items.ts";

/** The types and usings that a node in a body declares; variables are left to the statements. */
export function localItems(c: Cursor, node: Node): Stmt[] {
  const source = c.file.items;
  if (source === undefined || c.text !== source.text) return [];
  if (/^declaration$|^field_declaration$/.test(node.type) && !definesType(node)) return [];
  const lowered = lowerItem(source, { node, outer: node, templates: [] }).filter((item) => isLocal(item));
  return lowered.map((item) => ({ kind: "item", item: rebase(source, item, c.base), span: spanOf(c, node) }));
}

const definesType = (node: Node): boolean => {
  const type = node.childForFieldName("type");
  return type !== null && type.childForFieldName("body") !== null;
};

const isLocal = (item: Item): boolean => item.kind !== "statement" || item.statement.kind !== "let";

/** Moves an item's spans so that they count from the function, and gives it and its members the function's place. */
function rebase(source: ItemSource, item: Item, base: number): Item {
  const place = source.places.get(item.id);
  const owner = source.places.get(source.path);
  const shift = (place?.start ?? base) - base;
  if (owner !== undefined) source.places.set(item.id, owner);
  source.locals.set(source.path, [...(source.locals.get(source.path) ?? []), item.id]);
  const { members, ...own } = item.kind === "class" ? item : { ...item, members: undefined };
  const moved = shiftSpans(own, shift) as Item;
  if (moved.kind !== "class") return moved;
  return { ...moved, members: (members ?? []).map((member) => rebase(source, member, base)) };
}

/** A copy of plain data with every `{start, end}` pair moved. */
function shiftSpans(value: unknown, by: number): unknown {
  if (Array.isArray(value)) return value.map((part) => shiftSpans(part, by));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) => {
    const moves = (key === "start" || key === "end") && typeof part === "number";
    return [key, moves ? part + by : shiftSpans(part, by)] as const;
  });
  return Object.fromEntries(entries);
}
