// What a test function is called with: the values that `@pytest.mark.parametrize("M,N", [(1, 64), …])` lists.
//
// A few cases stand for all: first those in the middle of their lists, then the last ones, then the first ones with the flags turned
// over. A test that takes no listed values has none.

import type { Value } from "../algebra/value.ts";
import { evaluate } from "../interpret/expression.ts";
import { itemsOf } from "../interpret/sequence.ts";
import type { Frame } from "../interpret/session.ts";
import type { Expr, FunctionItem } from "../program/ir.ts";

export type Case = ReadonlyMap<string, Value>;

interface Listed {
  readonly names: readonly string[];
  readonly items: readonly Value[];
}

export function casesOf(frame: Frame, code: FunctionItem): readonly Case[] {
  const lists = (code.decorators ?? []).flatMap((one) => listedBy(frame, one) ?? []);
  const longest = Math.max(0, ...lists.map((one) => one.items.length));
  if (longest === 0) return [];
  return (["middle", "last", "first"] as const)
    .slice(0, Math.min(3, longest))
    .map((which) => new Map(lists.flatMap((one) => [...picked(one, which)])));
}

function listedBy(frame: Frame, decorator: Expr): Listed | undefined {
  if (decorator.kind !== "call" || decorator.callee.kind !== "member" || decorator.callee.name !== "parametrize")
    return undefined;
  const [first, second] = decorator.args.map((one) => evaluate(frame, one.value));
  const names = first === undefined ? [] : namesIn(first);
  const items = second === undefined ? undefined : itemsOf(second);
  return names.length === 0 || items === undefined || items.length === 0 ? undefined : { names, items };
}

function namesIn(value: Value): readonly string[] {
  if (value.kind === "text") return value.value.split(",").flatMap((one) => one.trim() || []);
  return value.kind === "tuple" ? value.items.flatMap((one) => (one.kind === "text" ? [one.value] : [])) : [];
}

function picked(list: Listed, which: "first" | "middle" | "last"): readonly (readonly [string, Value])[] {
  const item = list.items[placeIn(list, which)]!;
  if (list.names.length === 1) return [[list.names[0]!, item]];
  const parts = itemsOf(item);
  return parts?.length === list.names.length ? list.names.map((name, i) => [name, parts[i]!] as const) : [];
}

/** A pair is a flag: off, off, on. */
function placeIn({ items }: Listed, which: "first" | "middle" | "last"): number {
  if (items.length <= 2) return which === "first" ? items.length - 1 : 0;
  return which === "first" ? 0 : which === "last" ? items.length - 1 : items.length >> 1;
}
