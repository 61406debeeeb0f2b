// Words for places in an item that edits of other statements leave as they are: the number of the statement and of the node in it.
//
// What the evaluation calls by its place (a symbol, a call, a lambda) is thus the same after an edit that does not touch its statement.
import type { Item, ItemId, Span, Stmt, Unit } from "./ir.ts";
import { eachNode } from "./nodes.ts";

/** An opaque statement may be an expression as well: it counts to the statement before. */
const statementKinds: ReadonlySet<string> = new Set<Stmt["kind"]>([
  "let",
  "alias",
  "expr",
  "if",
  "for",
  "c-for",
  "while",
  "switch",
  "return",
  "raise",
  "break",
  "continue",
  "block",
  "item",
  "assert",
  "with",
  "try",
]);

/** Where the statements of an item begin, and where anything in them does, in the order of the text. */
interface Starts {
  readonly statements: Int32Array;
  readonly nodes: Int32Array;
}

const starts = new WeakMap<Item, Starts>();
const items = new WeakMap<Unit, ReadonlyMap<ItemId, Item>>();

/** The word for an offset in an item of a unit: where a node begins. */
export function placeWord(unit: Unit, id: ItemId, offset: number): string {
  const item = itemsOf(unit).get(id);
  if (item === undefined) return `${offset}`;
  const { statements, nodes } = startsOf(item);
  const nth = countUpTo(statements, offset);
  if (nth === 0) return `${offset}`;
  const first = countUpTo(nodes, statements[nth - 1]! - 1);
  return `${nth}.${countUpTo(nodes, offset) - first}`;
}

/** The item's text, as a word that is another after any edit in it. */
export const textWord = (unit: Unit, id: ItemId): string => itemsOf(unit).get(id)?.hash ?? "";

function itemsOf(unit: Unit): ReadonlyMap<ItemId, Item> {
  const known = items.get(unit);
  if (known !== undefined) return known;
  const found = new Map<ItemId, Item>();
  const collect = (all: readonly Item[]): void => {
    for (const one of all) {
      found.set(one.id, one);
      if (one.kind === "class") collect(one.members);
    }
  };
  collect(unit.items);
  items.set(unit, found);
  return found;
}

/** Those in lambdas and nested functions too. */
function startsOf(item: Item): Starts {
  const known = starts.get(item);
  if (known !== undefined) return known;
  const all: { readonly statements: number[]; readonly nodes: number[] } = { statements: [], nodes: [] };
  const body = item.kind === "function" ? item.body : item.kind === "statement" ? item.statement : undefined;
  if (body !== undefined)
    eachNode(body, (node) => {
      if (isStatement(node)) all.statements.push(node.span.start);
      if (hasSpan(node)) all.nodes.push(node.span.start);
      if (hasNameSpan(node)) all.nodes.push(node.nameSpan.start);
    });
  const found: Starts = { statements: sorted(all.statements), nodes: sorted(all.nodes) };
  starts.set(item, found);
  return found;
}

/** Each once. A letter in a long function sorts thousands of them. */
function sorted(numbers: readonly number[]): Int32Array {
  const all = Int32Array.from(numbers).sort();
  let count = 0;
  for (const one of all) if (count === 0 || all[count - 1] !== one) all[count++] = one;
  return all.subarray(0, count);
}

const hasSpan = (node: object): node is { readonly span: Span } => "span" in node && isSpan(node.span);
const hasNameSpan = (node: object): node is { readonly nameSpan: Span } => "nameSpan" in node && isSpan(node.nameSpan);
const isSpan = (data: unknown): data is Span => typeof data === "object" && data !== null && "start" in data;

const isStatement = (node: object): node is Stmt =>
  "kind" in node && typeof node.kind === "string" && statementKinds.has(node.kind);

/** How many of the sorted numbers are not above `limit`. */
function countUpTo(sorted: Int32Array, limit: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
