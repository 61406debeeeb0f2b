// Which functions of other files the calls of a function lead to, and those of the functions on the way.
import type { FileFacts, Instance, Reached } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem, Span, Unit } from "../../../src-engine/program/ir.ts";
import { grouped } from "../facts/grouped.ts";
import { remembered } from "../facts/remembered.ts";
import { itemOf } from "./cause.ts";

type Call = Extract<Expr, { kind: "call" }>;

/** A function, and the file that it stands in. */
export type Found = readonly [FunctionItem, Unit];

/** Those that the call of a function of this file leads to. */
export const madeElsewhere = (call: Call, fn: FunctionItem, facts: FileFacts): readonly Found[] =>
  (reachedFrom(facts).get(fn.id) ?? [])
    .filter(({ span }) => isSame(span, call.span))
    .flatMap((to) => to.via.flatMap((way) => functionAt(to, way, 0)));

/** The same in a function of another file that the file leads to. */
export const madeBehind = (call: Call, fn: FunctionItem, facts: FileFacts): readonly Found[] =>
  (reachedBehind(facts).get(fn.id) ?? [])
    .filter(({ span }) => isSame(span, call.span))
    .flatMap(({ to, way, next }) => functionAt(to, way, next));

/** Where its calls lead to one function in one instance and to another in the next, what this instance's calls lead to. */
export function reachedBy(fn: FunctionItem, { id }: Instance, facts: FileFacts): FileFacts | undefined {
  const places = grouped(reachedFrom(facts).get(fn.id) ?? [], ({ span }) => `${span.start}-${span.end}`);
  const isOpen = [...places.values()].some((all) => {
    const first = all.flatMap((to) => to.via.flatMap((way) => functionAt(to, way, 0)));
    return new Set(first.map(([item]) => item)).size > 1;
  });
  return isOpen ? { ...facts, reached: (facts.reached ?? []).filter(({ from }) => from === id) } : undefined;
}

/** By the functions that are on the way to what is reached, and what each call of theirs leads to. */
const reachedBehind = remembered(({ reached = [] }: FileFacts) =>
  grouped(
    reached.flatMap((to) =>
      to.via.flatMap((way) => way.map(({ item, span }, step) => ({ item, span, to, way, next: step + 1 }))),
    ),
    ({ item }) => item,
  ),
);

/** The function at a step of the way: behind the last one it is what is reached. */
function functionAt(to: Reached, way: Reached["via"][number], step: number): readonly Found[] {
  const at = way[step];
  return at === undefined ? functionOf(to.unit, to.instance.item) : functionOf(at.unit, at.item);
}

const reachedFrom = remembered(({ reached = [] }: FileFacts) => grouped(reached, ({ item }) => item));

export function functionOf(unit: Unit, id: string): readonly Found[] {
  const item = itemOf({ unit }, id);
  return item?.kind === "function" ? [[item, unit]] : [];
}

export const isSame = (a: Span, b: Span): boolean => a.start === b.start && a.end === b.end;
