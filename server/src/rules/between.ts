// What a function does between two of its places, and what of that may be more than its name says.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Span } from "../../../src-engine/program/ir.ts";
import { lastName } from "../../../src-engine/program/last-name.ts";
import { isOfLibraries, quietModules } from "../languages/quiet-calls.ts";
import { calledFunction, isLeftOut } from "./barrier-callees.ts";
import type { BarrierEvent } from "./barrier-events.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";
import { rootOf } from "./fence-free.ts";
import { hasOpaque, leadsTo } from "./leads-to.ts";
import { closureAround, isForeign } from "./unfenced.ts";

export interface Surroundings {
  readonly one: BarrierFunction;
  readonly run: Run;
  readonly facts: FileFacts;
}

/** What happens between the two; undefined where the one does not come before the other on every way, or nobody knows what is between. */
export function eventsBetween(
  from: Span,
  to: Span,
  { one: { fn, events }, run }: Surroundings,
  /** Where more is meant than lies between: the whole of the loops that the places are in. */
  { start, end }: Span = { start: from.start, end: to.start },
): readonly BarrierEvent[] | undefined {
  const [first, last] = [
    { ...from, start },
    { ...to, start: end },
  ];
  if (!leadsTo(fn, from, to, run.values.number) || hasOpaque(fn, first, last, () => false)) return undefined;
  if (closureAround(from, fn) !== undefined || closureAround(to, fn) !== undefined) return undefined;
  return events.filter(({ at }) => at.start > start && at.start < end);
}

/** Its name says that it may, or nobody knows what it leads to. */
export function mayEnd(
  event: BarrierEvent,
  { one, run, facts }: Surroundings,
  may: (name: string) => boolean,
): boolean {
  if (isLeftOut(event, run.values) || event.kind === "copy" || event.kind === "fence") return false;
  const { callee } = event.call;
  const name = lastName(callee);
  if (event.kind !== "call" || may(name)) return true;
  if (calledFunction(event.call, { fn: one.fn, unit: facts.unit }, facts) !== undefined) return true;
  return !isOfLibraries(name) && !quietModules.has(rootOf(callee) ?? "") && isForeign(event, run);
}
