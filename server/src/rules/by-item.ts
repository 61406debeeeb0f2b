// A file's items with the calls in them, and what is found of each: an edit leaves most of both as they were.
import type { CallFact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { Item, ItemId, Span } from "../../../src-engine/program/ir.ts";
import { isSameList } from "../../../src-engine/program/same-data.ts";
import { remembered } from "../facts/remembered.ts";
import type { FileContext } from "./rule.ts";

export interface ItemWithCalls {
  readonly item: Item;
  readonly calls: readonly CallFact[];
}

/** The items that are evaluated, each with its calls; of those in several instances one that certainly happens, where there is one. */
export const itemsWithCalls = remembered((facts: FileFacts): readonly ItemWithCalls[] => {
  const calls = new Map<ItemId, Map<string, CallFact>>();
  for (const fact of facts.facts) {
    if (fact.kind !== "call") continue;
    const own = calls.get(fact.item) ?? new Map<string, CallFact>();
    if (fact.certain || !own.has(key(fact.span))) own.set(key(fact.span), fact);
    calls.set(fact.item, own);
  }
  return itemsOf(facts).flatMap((item) => {
    const own = calls.get(item.id);
    return own === undefined ? [] : [{ item, calls: [...own.values()] }];
  });
});

const key = ({ start, end }: Span): string => `${start}-${end}`;

function itemsOf({ unit }: FileFacts): readonly Item[] {
  const found: Item[] = [];
  const todo: Item[] = [...unit.items];
  for (let item = todo.pop(); item !== undefined; item = todo.pop()) {
    found.push(item);
    if (item.kind === "class") todo.push(...item.members);
  }
  return found;
}

/** What is found of each item from its code and its calls alone. */
export function ofEachItem<T>(
  find: (one: ItemWithCalls, context: FileContext) => readonly T[],
): (facts: FileFacts, context: FileContext) => readonly T[] {
  const known = new WeakMap<Item, { readonly calls: readonly CallFact[]; readonly found: readonly T[] }>();
  return (facts, context) =>
    itemsWithCalls(facts).flatMap((one) => {
      const before = known.get(one.item);
      if (before !== undefined && isSameList(before.calls, one.calls)) return before.found;
      const found = find(one, context);
      known.set(one.item, { calls: one.calls, found });
      return found;
    });
}
