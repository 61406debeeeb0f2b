// The way from an instance to a copy or an MMA: a place in each function on it, the last that of the copy itself.
import type { ReachedStep } from "../../../src-engine/program/facts.ts";
import type { Item, Span } from "../../../src-engine/program/ir.ts";
import { remembered } from "../facts/remembered.ts";
import { type Loops, loopsOf, timesOfCall } from "./loops.ts";
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
  /** What the function's loops count with was found. */
  readonly isKept: boolean;
}

export type Way = readonly Step[];

export const stepOf = ({ instance, item, span, unit, facts }: ReachedStep): Step => ({
  instance,
  item,
  span,
  name: nameIn(unit.items, item),
  loops: () => loopsIn({ unit, item, facts }),
  isKept: facts.length > 0,
});

export const nameIn = (items: readonly Item[], item: string): string => functionOf(items, item)?.name ?? "";

/** One list of facts is that of one instance. */
function loopsIn({ unit, item, facts }: Pick<ReachedStep, "unit" | "item" | "facts">): Loops {
  return known(facts)(() => loopsOf(unit.items, item, valuesIn(facts), parametersIn(facts)));
}

const known = remembered((_facts: object) => {
  let loops: Loops | undefined;
  return (make: () => Loops): Loops => {
    loops ??= make();
    return loops;
  };
});

/** The same code, whatever the functions on it were called with. */
export const pathOf = (way: Way): string => way.map(({ item, span }) => `${item} ${span.start}`).join(" ");

/** How often the end of the way happens each time that its first function is called; undefined where only the run knows. */
export const timesOf = (way: Way): number | undefined =>
  way.reduce<number | undefined>((times, { loops, span }) => {
    const rounds = times === undefined ? undefined : timesOfCall(loops(), span);
    return times === undefined || rounds === undefined ? undefined : times * rounds;
  }, 1);
