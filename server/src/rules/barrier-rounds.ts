// What comes to a barrier in one round of the loops that all of its arrivals and waits stand in.
//
// Loops are one where they have the same rounds: the same statement, the same head over names that are given one thing, the same
// range. In such loops each round ends as many phases as a thread waits for; more or fewer arrivals than that never come out even.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { isSameData } from "../../../src-engine/program/same-data.ts";
import { printExpr } from "../languages/print.ts";
import { calledBy, type ReachedEvent, type Within } from "./barrier-callees.ts";
import { nameOf, type Test } from "./barrier-events.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";
import { loopHead, loopsAround, loopTest } from "./barrier-loops.ts";
import type { Threads } from "./barrier-threads.ts";
import { type InstanceValues, instanceValues } from "./instance-values.ts";
import { isUniform } from "./uniform-tests.ts";

export interface Kernel {
  readonly one: BarrierFunction;
  readonly run: Run;
  readonly threads: Threads;
  readonly facts: FileFacts;
}

export interface Balance {
  /** What arrives in a round, or at all where nothing stands in a loop. */
  readonly arrivals: number;
  /** The most phases that one thread waits for meanwhile. */
  readonly waits: number;
  readonly inLoops: boolean;
  /** No more than these; else exactly these. */
  readonly isMost: boolean;
}

/** Undefined where the arrivals and waits of a barrier are not all in such loops. */
export function balanceOf(events: readonly ReachedEvent[], kernel: Kernel): Balance | undefined {
  const own = events.filter(({ kind }) => kind === "arrive" || kind === "arrive-expect" || kind === "wait");
  if (!own.every((event) => isOfAll(event, kernel)) || !isOneStage(own)) return undefined;
  const found = own.map((event) => placeOf(event, kernel));
  const places = found.flatMap((place) => (place === undefined || place === "never" ? [] : [place]));
  if (found.includes(undefined)) return undefined;
  const inside = places.filter(({ loops }) => loops.length > 0);
  const meant = inside.length > 0 ? inside : places;
  const [arrivals, waits] = [meant.filter(({ isWait }) => !isWait), meant.filter(({ isWait }) => isWait)];
  const [first] = meant;
  if (first === undefined || arrivals.length === 0 || waits.length === 0) return undefined;
  const isOne = meant.every(({ loops, open }) => loops.join("\n") === first.loops.join("\n") && open === first.open);
  if (!isOne) return undefined;
  const ofWarp = (warp: number): number => waits.filter(({ warps }) => (warps[warp] ?? 0) > 0).length;
  const isMost = meant.some((place) => !place.isUniform);
  const come = arrivals.reduce((all, { warps }) => all + warps.reduce((a, b) => a + b, 0), 0);
  const most = Math.max(...(waits[0]?.warps ?? []).map((_, warp) => ofWarp(warp)));
  return most === 0 ? undefined : { arrivals: come, waits: most, inLoops: inside.length > 0, isMost };
}

interface Place {
  readonly isWait: boolean;
  /** What the loops around run over, outermost first. */
  readonly loops: readonly string[];
  /** The conditions that nobody can decide. */
  readonly open: string;
  readonly isUniform: boolean;
  /** How many threads of each warp come. */
  readonly warps: readonly number[];
}

function placeOf(event: ReachedEvent, kernel: Kernel): Place | "never" | undefined {
  const { run, threads, one } = kernel;
  const { within } = event;
  const outer = loopsAround(event.around);
  const isOpen = (test: Test): boolean => threads.reach({ ...event, tests: [test] })?.warps === undefined;
  const asked = event.tests.filter(({ test }) => !outer.some((loop) => loopTest(loop)?.span.start === test.span.start));
  const open = asked.filter(isOpen);
  const decided = asked.filter((test) => !open.includes(test));
  const reached = threads.reach({ ...event, tests: decided });
  const calls = nameOf(within?.event.call ?? event.call);
  if (reached?.block === undefined || reached.warps === undefined) return undefined;
  const inside = within === undefined ? noneInside : insideOf(event, kernel);
  if (inside === "never" || reached.threads === 0) return "never";
  // Of one statement each round is the same round, whatever it counts.
  const heads = outer.map((loop) => loopHead(loop, one.fn, run.values) ?? `loop ${loop.id}`);
  const loops = [...heads, ...(inside?.loops ?? [])];
  if (inside === undefined || loops.includes(undefined)) return undefined;
  const each = threads.most({ ...event, tests: decided }).ofWarps;
  return {
    isWait: event.kind === "wait",
    loops: loops.flatMap((loop) => loop ?? []),
    open: [...open.map(({ test, holds }) => `${holds}:${printExpr(test)}`), ...inside.open].join("\n"),
    isUniform: inside.open.length === 0 && isUniform({ ...event, tests: open }, one, run, threads),
    warps: one.calls.arrivesOnce.test(calls) ? each.map((count) => Math.min(1, count)) : each,
  };
}

interface Inside {
  readonly loops: readonly (string | undefined)[];
  readonly open: readonly string[];
}

const noneInside: Inside = { loops: [], open: [] };

/** The loops and conditions of the function that the barrier is handed to; "never" where this call leaves the place out. */
export function insideOf({ call, within }: ReachedEvent, { one, run, facts }: Kernel): Inside | "never" | undefined {
  if (within === undefined) return noneInside;
  const made = calledBy(call, one.fn, within, run, facts).map((each) => insideBy(within, instanceValues(each)));
  const [first, ...others] = made;
  return others.every((other) => isSameData(other, first)) ? first : undefined;
}

function insideBy({ event, fn }: Within, values: InstanceValues): Inside | "never" {
  const loops = loopsAround(event.around);
  const tests = event.tests.filter(({ test }) => !loops.some((loop) => loopTest(loop)?.span.start === test.span.start));
  const answers = tests.map(({ test, holds }) => {
    const number = values.number(test);
    return number === undefined ? undefined : (number !== 0) === holds;
  });
  if (answers.includes(false)) return "never";
  return {
    loops: loops.map((loop) => loopHead(loop, fn, values)),
    open: tests.filter((_, i) => answers[i] === undefined).map(({ test, holds }) => `${holds}:${printExpr(test)}`),
  };
}

/** The stage is the same in all threads: it is no thread's own barrier. */
export function isOfAll({ barrier, within }: ReachedEvent, { threads }: Kernel): boolean {
  const names = barrier?.stage.match(/[A-Za-z_]\w*/g) ?? [];
  const own = new Set(within?.fn.params.map(({ name }) => name));
  return names.every((name) => !own.has(name) && !threads.tellsApart(name));
}

/** Each of them names the same numbers of stages, or none. */
function isOneStage(events: readonly ReachedEvent[]): boolean {
  const numbers = events.map(({ barrier }) =>
    (barrier?.stage ?? "")
      .split(",")
      .map((one) => (/^\d+$/.test(one) ? one : "*"))
      .join(),
  );
  const isSame = new Set(numbers.map((one) => (one === "" ? "*" : one))).size <= 1;
  const isWhole = new Set(events.map(({ barrier }) => barrier?.stage === "")).size <= 1;
  return isSame && isWhole;
}
