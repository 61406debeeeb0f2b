// How often a thread arrives at a barrier before it has to wait there itself.
import type { Expr, Stmt } from "../../../src-engine/program/ir.ts";
import { numberOf } from "../facts/sizes.ts";
import { printExpr } from "../languages/print.ts";
import type { Around, BarrierEvent, Test } from "./barrier-events.ts";
import type { Run } from "./barrier-functions.ts";
import { roundsOf } from "./barrier-phases.ts";

export interface Times {
  /** No more than these. */
  readonly times: number;
  readonly isExact: boolean;
}

/** Once in a loop in which it waits behind the arrival; undefined where nothing holds it. */
export function timesOf(
  event: BarrierEvent,
  waits: readonly BarrierEvent[],
  run: Run,
  all: readonly BarrierEvent[] = [],
): Times | undefined {
  let times = 1;
  let isExact = true;
  for (let at: Around | undefined = event.around; at !== undefined; at = at.outer) {
    if (at.via !== "loop") continue;
    const { id } = at;
    // Each round has a barrier of its own.
    if (event.barrier?.stage !== "" && event.barrier?.stage === counterIn(at)?.name) continue;
    const inside = waits.filter((wait) => isInside(wait.around, id));
    if (inside.some((wait) => isBehind(wait, event)) || isHeld(event, waits, id, all)) continue;
    if (isGuarded(event, waits, at, all)) return { times, isExact };
    const ahead = least(inside.map((wait) => roundsAhead(wait, event, at, run)));
    const rounds = ahead ?? roundsOf(at, run.values);
    if (rounds === undefined) return undefined;
    isExact &&= ahead === undefined || ahead === 1;
    times *= rounds;
  }
  return { times, isExact };
}

const least = (counts: readonly (number | undefined)[]): number | undefined => {
  const known = counts.filter((count) => count !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};

const isInside = (around: Around, id: number): boolean =>
  around.id === id || (around.outer !== undefined && isInside(around.outer, id));

/** Whoever arrives comes to the wait next. */
const isBehind = (wait: BarrierEvent, { order, tests }: BarrierEvent): boolean =>
  wait.order > order && wait.tests.every((test) => isAmong(test, tests));

/**
 * Whoever arrives has waited for another barrier of the same stage in this round, which is armed again only behind a wait for the
 * arrivals: what is full and what is free.
 */
function isHeld(
  event: BarrierEvent,
  waits: readonly BarrierEvent[],
  loop: number,
  all: readonly BarrierEvent[],
): boolean {
  const isIn = (one: BarrierEvent): boolean => isInside(one.around, loop);
  const stage = (one: BarrierEvent): string | undefined => one.barrier?.stage;
  const own = event.barrier?.root;
  return all.some((other) => {
    const root = other.barrier?.root;
    if (other.kind !== "wait" || root === undefined || root === own || !isIn(other)) return false;
    if (stage(other) !== stage(event) || other.order > event.order) return false;
    if (!other.tests.every((test) => isAmong(test, event.tests))) return false;
    const armed = all.filter((one) => arms.has(one.kind) && one.barrier?.root === root && isIn(one));
    const isBehindFree = (arm: BarrierEvent): boolean =>
      waits.some((wait) => wait.order < arm.order && wait.around.id === arm.around.id && stage(wait) === stage(arm));
    return armed.length > 0 && armed.every(isBehindFree);
  });
}

/**
 * Whoever arrives has waited for another barrier in this round, at which nobody arrives again before the phase has ended to which
 * it arrives: `free.wait(); full.arrive()` beside `full.wait(); free.arrive()`, whatever loops are around the two.
 */
function isGuarded(
  event: BarrierEvent,
  waits: readonly BarrierEvent[],
  loop: Around,
  all: readonly BarrierEvent[],
): boolean {
  const own = event.barrier?.root;
  const stage = (one: BarrierEvent): string | undefined => one.barrier?.stage;
  const precedes = (wait: BarrierEvent, one: BarrierEvent, of: Around | undefined): boolean =>
    of !== undefined &&
    wait.order < one.order &&
    loopAround(wait.around)?.id === of.id &&
    stage(wait) === stage(one) &&
    wait.tests.every((test) => isAmong(test, one.tests));
  return all.some((other) => {
    const root = other.barrier?.root;
    if (other.kind !== "wait" || root === undefined || root === own || !precedes(other, event, loop)) return false;
    const frees = all.filter((one) => arms.has(one.kind) && one.barrier?.root === root);
    const looped = frees.filter((one) => loopAround(one.around) !== undefined);
    return (
      looped.length > 0 &&
      looped.every((one) => waits.some((wait) => precedes(wait, one, loopAround(one.around)))) &&
      frees.every((one) => one.kind !== "expect")
    );
  });
}

const arms: ReadonlySet<string> = new Set(["arrive", "arrive-expect", "expect"]);

/** The same condition, also where it is written twice. */
const isAmong = (test: Test, tests: readonly Test[]): boolean =>
  tests.some(
    (one) =>
      one.holds === test.holds &&
      (one.test.span.start === test.test.span.start || printExpr(one.test) === printExpr(test.test)),
  );

/**
 * The rounds in which whoever arrives has not yet waited at the head of the next: one for the wait of a phase that has not begun,
 * which passes, and those that the wait leaves out, `if (k >= stages) wait(…)`.
 */
function roundsAhead(wait: BarrierEvent, event: BarrierEvent, loop: Around, run: Run): number | undefined {
  if (wait.order > event.order || loopAround(wait.around)?.id !== loop.id) return undefined;
  const further = wait.tests.filter((test) => !isAmong(test, event.tests));
  const skipped = further.map((test) => roundsWithout(test, loop, run));
  return skipped.includes(undefined) ? undefined : 1 + Math.max(0, ...skipped.flatMap((one) => one ?? []));
}

const loopAround = (at: Around | undefined): Around | undefined =>
  at === undefined || at.via === "loop" ? at : loopAround(at.outer);

/** Of a condition that holds from some round on: how many come before. */
function roundsWithout({ test, holds }: Test, loop: Around, run: Run): number | undefined {
  const counter = counterIn(loop);
  if (!holds || counter?.from === undefined || test.kind !== "binary" || test.left.kind !== "name") return undefined;
  const bound = run.values.number(test.right);
  const from = counter.from(run);
  if (test.left.path.join("::") !== counter.name || bound === undefined || from === undefined) return undefined;
  const first = test.op === ">=" ? bound : test.op === ">" ? bound + 1 : undefined;
  return first === undefined ? undefined : Math.max(0, first - from);
}

interface Counter {
  readonly name: string;
  /** Where it begins, and that it goes up by one; undefined where it does not. */
  readonly from: (run: Run) => number | undefined;
}

function counterIn({ stmt }: Around): Counter | undefined {
  const [first] = stmt?.kind === "c-for" ? stmt.init : [];
  const target = stmt?.kind === "for" ? stmt.target : first?.kind === "let" ? first.target : undefined;
  if (stmt === undefined || target?.kind !== "bind") return undefined;
  const init = first?.kind === "let" ? first.init : undefined;
  return { name: target.name, from: (run) => startOf(stmt, init, run) };
}

function startOf(stmt: Stmt, init: Expr | undefined, { values }: Run): number | undefined {
  if (stmt.kind === "c-for")
    return stmt.step?.kind === "assign" && stmt.step.op === "+" ? values.number(init) : undefined;
  const over = stmt.kind === "for" ? values.value(stmt.iter) : undefined;
  return over?.kind === "range" ? numberOf(over.start) : undefined;
}
