// The way from an instance to a copy or an MMA: a place in each function on it, the last that of the copy itself.
import type { CallFact, Fact, Reached, ReachedStep } from "../../../src-engine/program/facts.ts";
import type { Item, Span } from "../../../src-engine/program/ir.ts";
import { remembered } from "../facts/remembered.ts";
import { closureAround, type Loops, loopsOf, timesInClosure, timesOfCall } from "./loops.ts";
import { parametersIn } from "./of-call.ts";
import { valuesIn } from "./threads.ts";
import { functionOf } from "./uniform.ts";

export interface Step {
  readonly instance: string;
  readonly item: string;
  readonly span: Span;
  /** Of its function: `mma`. */
  readonly name: string;
  loops(): Loops;
  /** How often the place happens in one call of the function, or of the closure that it stands in. */
  times(): number | undefined;
  /** What the function's loops count with was found. */
  readonly isKept: boolean;
}

export type Way = readonly Step[];

export function stepOf(step: ReachedStep): Step {
  const { facts, item, unit } = step;
  const loops = () => known(facts)(item, () => loopsOf(unit.items, item, valuesIn(facts), parametersIn(facts)));
  return { ...stepBy(step, step.instance, loops), isKept: facts.length > 0 && step.isClosure !== true };
}

/** The place that a way leads to. */
export const lastStep = (
  { instance, unit, isClosure }: Reached,
  { item, span }: Pick<CallFact, "item" | "span">,
  loops: () => Loops,
): Step => stepBy({ unit, item, span, ...(isClosure === true ? { isClosure } : {}) }, instance.id, loops);

/** The loops of the function around a closure are not around what it does. */
function stepBy(
  { unit, item, span, isClosure }: Pick<ReachedStep, "unit" | "item" | "span" | "isClosure">,
  instance: string,
  loops: () => Loops,
): Step {
  const fn = functionOf(unit.items, item);
  const around = isClosure === true && fn !== undefined ? closureAround(fn, span) : undefined;
  const times = () => (around === undefined ? timesOfCall(loops(), span) : timesInClosure(loops(), around, span));
  return { instance, item, span, name: fn?.name ?? "", loops, times, isKept: isClosure !== true };
}

export const nameIn = (items: readonly Item[], item: string): string => functionOf(items, item)?.name ?? "";

/** One list of facts is that of one instance, and of the closures that run in it. */
const known = remembered((_facts: readonly Fact[]) => {
  const byItem = new Map<string, Loops>();
  return (item: string, make: () => Loops): Loops => {
    const loops = byItem.get(item) ?? make();
    byItem.set(item, loops);
    return loops;
  };
});

/** The same code, whatever the functions on it were called with. */
export const pathOf = (way: Way): string => way.map(({ item, span }) => `${item} ${span.start}`).join(" ");

/** How often the end of the way happens each time that its first function is called; undefined where only the run knows. */
export const timesOf = (way: Way): number | undefined =>
  way.reduce<number | undefined>((times, step) => {
    const rounds = times === undefined ? undefined : step.times();
    return times === undefined || rounds === undefined ? undefined : times * rounds;
  }, 1);
