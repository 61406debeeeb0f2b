// The calls of a file by which a pipeline's sides arrive, wherever it goes.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, Item } from "../../../src-engine/program/ir.ts";
import { visit } from "../facts/code-nodes.ts";
import { remembered } from "../facts/remembered.ts";
import { nameOf } from "./barrier-events.ts";
import type { Side } from "./pipelines.ts";

/** What else may arrive at a side's barrier: code that takes the barrier itself. */
export const directly: Readonly<Record<Side, RegExp>> = {
  producer: /^(?:sync_object_(?!empty$)\w+|producer_get_barrier|barrier)$/,
  consumer: /^(?:sync_object_(?!full$)\w+|consumer_get_barrier)$/,
};

/** Calls of these names in the file and in those that it leads to; undefined where there is none, or another way to arrive. */
export function sitesOf(by: RegExp, otherwise: RegExp, facts: FileFacts): number | undefined {
  const all = mentionedBehind(facts);
  const count = all.flatMap(({ called }) => called.filter((name) => by.test(name))).length;
  return count === 0 || all.some(({ members }) => members.some((name) => otherwise.test(name))) ? undefined : count;
}

const mentionedBehind = remembered(({ unit, reached = [] }: FileFacts): readonly Mentioned[] => {
  const units = new Set([unit, ...reached.map((one) => one.unit)]);
  return [...units].flatMap(({ items }) => items).flatMap(mentionedIn);
});

interface Mentioned {
  /** Once for each call. */
  readonly called: readonly string[];
  readonly members: readonly string[];
}

/** By function: an edit leaves most of them as they were. */
const mentionedIn = (item: Item): readonly Mentioned[] =>
  item.kind === "class" ? [namesOf({ ...item, members: [] }), ...item.members.flatMap(mentionedIn)] : [namesOf(item)];

const namesOf = remembered((item: Item): Mentioned => {
  const called: string[] = [];
  const members = new Set<string>();
  visit(item, (node) => {
    if (node.kind === "call") called.push(nameOf(node as Extract<Expr, { kind: "call" }>));
    if (node.kind === "member") members.add((node as Extract<Expr, { kind: "member" }>).name);
  });
  return { called, members: [...members] };
});
