// Which threads of a block come to a place: the conditions above it, asked for each thread.
//
// What is the same for a whole warp holds for all of it or for none; a condition that nobody can decide leaves the answer open.
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr } from "../../../src-engine/program/ir.ts";
import { type Block, blockOf } from "../costs/block.ts";
import { evaluated, threadsOf } from "../costs/threads.ts";
import { remembered } from "../facts/remembered.ts";
import { headLength, launchBounds } from "../languages/launches.ts";
import { threadSymbols } from "../languages/thread-symbols.ts";
import { type Alike, alikeIn } from "./barrier-alike.ts";
import { type Answer, negated } from "./barrier-answer.ts";
import type { ReachedEvent } from "./barrier-callees.ts";
import type { Around } from "./barrier-events.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";
import { type Question as Asked, answer, asking } from "./thread-answers.ts";

export interface Reached {
  /** The most threads of one warp. */
  readonly inWarp: number;
  /** How many warps; undefined where that hangs on what is the same for each of them. */
  readonly warps: number | undefined;
  /** All of the block together; no more than these where `warps` is undefined. */
  readonly threads: number;
  readonly block: number | undefined;
}

/** Who comes to a function at all. */
export interface Entry {
  readonly extents: Block | undefined;
  readonly comes: (thread: number) => Answer;
  /** Something on the way asks which thread it is. */
  readonly asks: boolean;
  readonly isRepeated: boolean;
  /** The instances of kernels that it is called for. */
  readonly kernels: readonly string[];
}

export interface Threads extends Alike {
  /** Of the whole block, or of the largest one where the launch is not in sight. */
  readonly all: { readonly threads: number; readonly warps: number };
  reach(event: ReachedEvent): Reached | undefined;
  /** No thread comes there. */
  isLeftOut(event: ReachedEvent): boolean;
  /** No more threads and warps of a block than these come there, however large it is and whatever nobody knows of the way there. */
  most(event: ReachedEvent): Most;
  /** What the expression is in the threads that may come there; undefined where the block or one of them is not known. */
  numbersOf(expr: Expr, event: ReachedEvent): readonly number[] | undefined;
  /** Whether one of them comes there. */
  passes(event: Pick<ReachedEvent, "around" | "tests">, thread: number): Answer;
  readonly extents: Block | undefined;
}

export interface Most {
  readonly threads: number;
  readonly warps: number;
  /** Of each warp. */
  readonly ofWarps: readonly number[];
  readonly isExact: boolean;
}

const largestBlock = 1024;

/** What the kernel says that no block of it is larger than. */
const boundOf = ({ fn }: BarrierFunction, run: Run, { unit }: FileFacts): number | undefined =>
  fn.isKernel ? launchBounds[unit.language](run.text({ start: 0, end: headLength }))?.[0] : undefined;

/** Several rules ask of the same run. */
const ofRun = new WeakMap<Run, Threads>();

export function threadsIn(one: BarrierFunction, run: Run, facts: FileFacts, entry?: Entry): Threads {
  if (entry !== undefined) return threadsOfEntry(one, run, facts, entry);
  const threads = ofRun.get(run) ?? threadsOfEntry(one, run, facts, undefined);
  ofRun.set(run, threads);
  return threads;
}

function threadsOfEntry(one: BarrierFunction, run: Run, facts: FileFacts, entry: Entry | undefined): Threads {
  const index = evaluated(facts);
  const threads = threadsOf(index, run.instance.id, run.facts, undefined);
  const extents = entry?.extents ?? blockOf(index, run.instance.id);
  const block = extents?.reduce((a, b) => a * b, 1);
  const isPlane = extents !== undefined && extents[1] * extents[2] > 1;
  const symbols = threadSymbols[facts.unit.language];
  const { fn, calls } = one;
  const asked = asking({ fn, values: run.values, calls, threads, extents, isPlane, symbols });
  const ask: Question = { ...asked, comes: entry?.comes ?? (() => 1) };
  const passingIn = passingOnce(ask);
  const alike = alikeIn(one.fn, facts, symbols, run.values.value);
  const bound = block ?? boundOf(one, run, facts);
  const size = bound ?? largestBlock;
  return {
    all: { threads: size, warps: Math.ceil(size / 32) },
    reach: (event) => {
      const { warps, open } = passingIn(event, bound ?? 128);
      return open === "unknown" ? undefined : { ...counted(warps, open), block };
    },
    isLeftOut: (event) => !mayCome(event, bound ?? 128, ask),
    most: (event) => {
      const { warps, open } = ofOneValue(event, passingIn(event, size), size, ask, alike);
      const { threads } = counted(warps, open);
      const reached = warps.filter((count) => count > 0).length;
      return { threads, warps: reached, ofWarps: warps, isExact: open === undefined };
    },
    numbersOf: (expr, event) => numbersAmong(expr, event, block ?? 0, ask),
    passes: ({ around, tests }, thread) => (isElected(around) && thread % 32 !== 0 ? 0 : thatPass(tests, thread, ask)),
    extents,
    ...alike,
  };
}

function numbersAmong(
  expr: Expr,
  { tests }: ReachedEvent,
  length: number,
  ask: Question,
): readonly number[] | undefined {
  const threads = Array.from({ length }, (_, thread) => thread);
  const each = threads.filter((one) => thatPass(tests, one, ask) !== 0).map((one) => answer(expr, one, ask));
  const known = each.filter((number) => typeof number === "number");
  return known.length === 0 || known.length < each.length ? undefined : [...new Set(known)];
}

/** How many threads of each warp pass, as far as that is known. */
interface Passing {
  readonly warps: readonly number[];
  /** What is counted to pass may not, with its warp or for all that is known. */
  readonly open: "warp" | "unknown" | undefined;
}

const counted = (warps: readonly number[], open: Passing["open"]): Omit<Reached, "block"> => ({
  inWarp: Math.max(...warps),
  warps: open === undefined ? warps.filter((count) => count > 0).length : undefined,
  threads: warps.reduce((a, b) => a + b, 0),
});

interface Question extends Asked {
  readonly comes: (thread: number) => Answer;
}

function passing(
  event: ReachedEvent,
  size: number,
  ask: Question,
  isMeant: (thread: number) => boolean = () => true,
): Passing {
  const { tests } = event;
  const elected = isElectedAt(event);
  const warps: number[] = [];
  let open: Passing["open"];
  for (let first = 0; first < size; first += 32) {
    let count = 0;
    for (let lane = 0; lane < Math.min(elected ? 1 : 32, size - first); lane++) {
      const passes = isMeant(first + lane) ? thatPass(tests, first + lane, ask) : 0;
      if (passes === 0) continue;
      if (passes === "unknown") open = "unknown";
      if (passes === "warp") open ??= "warp";
      count++;
    }
    warps.push(count);
  }
  return { warps, open };
}

interface KnownPassing {
  readonly size: number;
  readonly elects: boolean;
  readonly passing: Passing;
}

/** Rules ask of each place, and all in one block of statements are behind the same tests. */
function passingOnce(ask: Question): (event: ReachedEvent, size: number) => Passing {
  const ofTests = remembered((_tests: ReachedEvent["tests"]): KnownPassing[] => []);
  return (event, size) => {
    const elects = isElectedAt(event);
    const known = ofTests(event.tests);
    const before = known.find((one) => one.size === size && one.elects === elects);
    if (before !== undefined) return before.passing;
    const found = passing(event, size, ask);
    known.push({ size, elects, passing: found });
    return found;
  };
}

/** Of most places the first thread says it. */
function mayCome(event: ReachedEvent, size: number, ask: Question): boolean {
  const step = isElectedAt(event) ? 32 : 1;
  for (let thread = 0; thread < size; thread += step) if (thatPass(event.tests, thread, ask) !== 0) return true;
  return false;
}

/** Of `warp_idx == n` one warp passes at the most, whatever number all threads know n to be. */
function ofOneValue(event: ReachedEvent, all: Passing, size: number, ask: Question, { isAlike }: Alike): Passing {
  if (all.open === undefined) return all;
  const sides = event.tests.flatMap(({ test, holds }) => (holds ? equalities(test) : []));
  return sides.reduce((found, [own, other]) => {
    const isOpen = answer(other, 0, ask) === "warp" || answer(other, 0, ask) === "unknown";
    const numbers = isOpen && isAlike(other) ? numbersIn(own, size, ask) : undefined;
    const values = new Set(numbers);
    if (numbers === undefined || values.size < 2) return found;
    if (values.size > mostGroups) return values.size < size ? found : oneThread(found);
    const each = [...values].map((value) => passing(event, size, ask, (thread) => numbers[thread] === value));
    return each.reduce((a, b) => (sumOf(b.warps) > sumOf(a.warps) ? b : a));
  }, all);
}

const mostGroups = 64;

function oneThread({ warps, open }: Passing): Passing {
  const first = warps.findIndex((count) => count > 0);
  return { warps: warps.map((_, warp) => Number(warp === first)), open };
}

const sumOf = (counts: readonly number[]): number => counts.reduce((a, b) => a + b, 0);

function numbersIn(expr: Expr, size: number, ask: Question): readonly number[] | undefined {
  const each = Array.from({ length: size }, (_, thread) => answer(expr, thread, ask));
  const known = each.filter((number) => typeof number === "number");
  return known.length === size ? known : undefined;
}

/** The sides of what is asked to be equal, each as the first. */
function equalities(test: Expr): readonly (readonly [Expr, Expr])[] {
  if (test.kind === "cast") return equalities(test.value);
  if (test.kind !== "binary") return [];
  if (test.op === "&&") return [...equalities(test.left), ...equalities(test.right)];
  return test.op === "==" ? [[test.left, test.right] as const, [test.right, test.left] as const] : [];
}

/** Does the thread come to the function, and do all of them hold in it? */
function thatPass(tests: ReachedEvent["tests"], thread: number, ask: Question): Answer {
  const comes = ask.comes(thread);
  if (comes === 0) return 0;
  const all = ofAll(tests, thread, ask);
  return all === 0 || comes === 1 || all === "unknown" ? all : comes;
}

/** Do all of them hold in the thread? Asked a thousand times over: nothing is made on the way. */
function ofAll(tests: ReachedEvent["tests"], thread: number, ask: Question): Answer {
  let all: Answer = 1;
  for (const { test, holds } of tests) {
    const one = negated(answer(test, thread, ask), holds);
    if (one === 0) return 0;
    if (one === "unknown" || (one === "warp" && all !== "unknown")) all = one;
  }
  return all;
}

const isElectedAt = ({ around, within }: ReachedEvent): boolean =>
  isElected(around) || (within !== undefined && isElected(within.event.around));

const isElected = ({ via, outer }: Around): boolean => via === "elected" || (outer !== undefined && isElected(outer));
