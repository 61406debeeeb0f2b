// Which threads come to a function that is no kernel: those that come to its calls, back to the kernels of the file.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import { classBound } from "../costs/kernel-threads.ts";
import { evaluated } from "../costs/threads.ts";
import { remembered } from "../facts/remembered.ts";
import type { Answer } from "./barrier-answer.ts";
import type { Around, BarrierEvent } from "./barrier-events.ts";
import { type BarrierFunction, functionIn, isMadeByDefaults, type Run } from "./barrier-functions.ts";
import { type Entry, type Threads, threadsIn } from "./barrier-threads.ts";
import type { RuleContext } from "./rule.ts";

/** With those alone that come to the function, where all of its calls are in sight. */
export interface Entering extends Threads {
  /** Undefined where some calls are out of sight: as if the whole block came. */
  readonly entry: Entry | undefined;
}

/** Who comes to the function in a kernel: no other of its instances is called for the same one. */
export const isAlone = (one: BarrierFunction, { entry }: Entering, facts: FileFacts, context: RuleContext): boolean =>
  entry !== undefined &&
  one.runs
    .map((run) => threadsEntering(one, run, facts, context).entry)
    .every(
      (other) => other === entry || (other !== undefined && !other.kernels.some((id) => entry.kernels.includes(id))),
    );

const mostCalls = 6;

/** Of each instance several rules ask. */
const known = remembered((_facts: FileFacts) => new Map<string, Entering>());

export function threadsEntering(
  one: BarrierFunction,
  run: Run,
  facts: FileFacts,
  context: RuleContext,
  depth = 0,
): Entering {
  const found = known(facts).get(run.instance.id);
  if (found !== undefined) return found;
  const isOpen = one.fn.isKernel || depth === mostCalls || isMadeByDefaults(run.instance, facts);
  const entry = isOpen ? undefined : (ofKernelClass(run, facts) ?? entryOf(run, facts, context, depth));
  const entering = { ...threadsIn(one, run, facts, entry), entry };
  known(facts).set(run.instance.id, entering);
  return entering;
}

/** CUTLASS's `device_kernel<Operator>` leaves everything to the class (cutlass/device_kernel.h:116). */
function ofKernelClass({ instance: { id } }: Run, facts: FileFacts): Entry | undefined {
  const index = evaluated(facts);
  const bound = classBound(index, id);
  if (bound === undefined) return undefined;
  const extents = bound.threads === undefined ? undefined : ([bound.threads, 1, 1] as const);
  return { extents, comes: () => 1, asks: false, isRepeated: false, kernels: [id] };
}

interface Way {
  readonly event: BarrierEvent;
  readonly threads: Entering;
  /** The instance that calls. */
  readonly kernel: string;
}

function entryOf({ instance }: Run, facts: FileFacts, context: RuleContext, depth: number): Entry | undefined {
  const calls = (facts.called ?? []).filter(({ to }) => to === instance.id);
  const ways = calls.flatMap(({ from, item, span, via }): readonly (Way | undefined)[] => {
    const caller = via.every((way) => way.length === 0) ? functionIn(item, from, facts, context) : undefined;
    if (caller === undefined) return [undefined];
    const { one, run } = caller;
    const threads = threadsEntering(one, run, facts, context, depth + 1);
    const events = one.events.filter(({ call }) => call.span.start === span.start && call.span.end === span.end);
    const isInSight = events.length > 0 && (one.fn.isKernel || threads.entry !== undefined);
    return isInSight ? events.map((event) => ({ event, threads, kernel: from })) : [undefined];
  });
  const seen = ways.filter((way) => way !== undefined);
  if (seen.length === 0 || seen.length < ways.length) return undefined;
  const shapes = new Set(seen.map(({ threads }) => threads.extents?.join()));
  const answers = new Map<number, Answer>();
  const comes = (thread: number): Answer => {
    const answer = answers.get(thread) ?? anyOf(seen, thread);
    answers.set(thread, answer);
    return answer;
  };
  return {
    extents: shapes.size === 1 ? seen[0]?.threads.extents : undefined,
    comes,
    kernels: seen.flatMap(({ kernel, threads }) => threads.entry?.kernels ?? kernel),
    asks: seen.every(({ event, threads }) => event.tests.length > 0 || threads.entry?.asks === true),
    isRepeated:
      seen.length > 1 ||
      seen.some(({ event, threads }) => isInLoop(event.around) || threads.entry?.isRepeated === true),
  };
}

function anyOf(ways: readonly Way[], thread: number): Answer {
  const answers = ways.map(({ event, threads }) => threads.passes(event, thread));
  const isIn = answers.some((answer) => typeof answer === "number" && answer !== 0);
  return isIn ? 1 : answers.includes("unknown") ? "unknown" : answers.includes("warp") ? "warp" : 0;
}

/** A thread may come there more than once. */
export const isRepeated = ({ around }: BarrierEvent, { entry }: Entering): boolean =>
  entry?.isRepeated === true || isInLoop(around);

const isInLoop = ({ via, outer }: Around): boolean => via === "loop" || (outer !== undefined && isInLoop(outer));
