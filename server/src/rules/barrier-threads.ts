// Which threads of a block come to a place: the conditions above it, asked for each thread.
//
// What is the same for a whole warp holds for all of it or for none; a condition that nobody can decide leaves the answer open.
import { substitute, symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt, isInt } from "../../../src-engine/algebra/int/int.ts";
import type { SymbolMeaning } from "../../../src-engine/costs/term.ts";
import type { FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, FunctionItem } from "../../../src-engine/program/ir.ts";
import { type Block, blockOf } from "../costs/block.ts";
import { type InstanceThreads, threadsOf } from "../costs/threads.ts";
import { numberOf } from "../facts/sizes.ts";
import type { BarrierCalls } from "../languages/barrier-calls.ts";
import { headLength, launchBounds } from "../languages/launches.ts";
import { originOf, type ThreadSymbols, threadSymbols } from "../languages/thread-symbols.ts";
import { type Alike, alikeIn } from "./barrier-alike.ts";
import { type Answer, combined, negated } from "./barrier-answer.ts";
import type { ReachedEvent } from "./barrier-callees.ts";
import type { Around } from "./barrier-events.ts";
import type { BarrierFunction, Run } from "./barrier-functions.ts";
import { roleIn } from "./barrier-roles.ts";
import { ofBlock, ofExtents } from "./block-symbols.ts";

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
  /** No more threads and warps of a block than these come there, however large it is and whatever nobody knows of the way there. */
  most(event: ReachedEvent): Most;
  /** What the expression is in the threads that may come there; undefined where the block or one of them is not known. */
  numbersOf(expr: Expr, event: ReachedEvent): readonly number[] | undefined;
  /** Whether one of them comes there. */
  passes(event: ReachedEvent, thread: number): Answer;
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

export function threadsIn(one: BarrierFunction, run: Run, facts: FileFacts, entry?: Entry): Threads {
  const index = { facts, instances: new Map(facts.instances.map((instance) => [instance.id, instance])) };
  const threads = threadsOf(index, run.instance.id, run.facts, undefined);
  const extents = entry?.extents ?? blockOf(index, run.instance.id);
  const block = extents?.reduce((a, b) => a * b, 1);
  const isPlane = extents !== undefined && extents[1] * extents[2] > 1;
  const symbols = threadSymbols[facts.unit.language];
  const known = { leaves: new Map<Expr, OfThread>(), differing: new Map<Expr, boolean>(), roles: new Map() };
  const comes = entry?.comes ?? (() => 1);
  const about = { run, calls: one.calls, threads, isPlane, symbols, fn: one.fn, comes, extents };
  const ask: Question = { ...about, asked: new Set(), ...known };
  const passings = new Map<number, Map<ReachedEvent, Passing>>();
  const passingIn = (event: ReachedEvent, size: number): Passing => {
    const ofSize = remembered(passings, size, () => new Map<ReachedEvent, Passing>());
    return remembered(ofSize, event, () => passing(event, size, ask));
  };
  const alike = alikeIn(one.fn, facts, symbols);
  const size = block ?? boundOf(one, run, facts) ?? largestBlock;
  return {
    all: { threads: size, warps: Math.ceil(size / 32) },
    reach: (event) => {
      const { warps, open } = passingIn(event, block ?? 128);
      return open === "unknown" ? undefined : { ...counted(warps, open), block };
    },
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

interface Question {
  readonly run: Run;
  readonly calls: BarrierCalls;
  readonly threads: InstanceThreads;
  readonly extents: Block | undefined;
  /** Blocks have more than one dimension. */
  readonly isPlane: boolean;
  readonly symbols: ThreadSymbols;
  /** What was found out: a thousand threads ask the same conditions. */
  readonly leaves: Map<Expr, OfThread>;
  readonly differing: Map<Expr, boolean>;
  readonly fn: FunctionItem;
  /** By name and thread; and the names whose branches are being asked about. */
  readonly roles: Map<string, Map<number, number | undefined>>;
  readonly asked: Set<string>;
  readonly comes: (thread: number) => Answer;
}

type OfThread = (thread: number) => Answer;

function remembered<K, V>(known: Map<K, V>, key: K, find: () => V): V {
  if (!known.has(key)) known.set(key, find());
  return known.get(key)!;
}

function passing(
  { around, tests, within }: ReachedEvent,
  size: number,
  ask: Question,
  isMeant: (thread: number) => boolean = () => true,
): Passing {
  const elected = isElected(around) || (within !== undefined && isElected(within.event.around));
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

const isElected = ({ via, outer }: Around): boolean => via === "elected" || (outer !== undefined && isElected(outer));

function answer(test: Expr, thread: number, ask: Question): Answer {
  switch (test.kind) {
    case "int":
      return test.value;
    case "bool":
      return Number(test.value);
    case "cast":
      return answer(test.value, thread, ask);
    case "unary": {
      const value = answer(test.value, thread, ask);
      return test.op === "!" ? negated(value, false) : typeof value === "number" ? "unknown" : value;
    }
    case "binary": {
      const left = answer(test.left, thread, ask);
      const right = answer(test.right, thread, ask);
      // Whether a thread's own number meets one of its warp's nobody can say.
      const isMixed = test.op !== "&&" && test.op !== "||" && (left === "warp" || right === "warp");
      if (isMixed && (differs(test.left, ask) || differs(test.right, ask))) return "unknown";
      return combined(test.op, left, right);
    }
    default: {
      const found = remembered(ask.leaves, test, () => ofLeaf(test, ask))(thread);
      return typeof found === "number" || test.kind !== "name" ? found : (ofRole(test, thread, ask) ?? found);
    }
  }
}

/** A variable that branches give something else in other threads. */
function ofRole(leaf: Extract<Expr, { kind: "name" }>, thread: number, ask: Question): number | undefined {
  const name = leaf.path.join("::");
  if (ask.asked.has(name)) return undefined;
  const known = remembered(ask.roles, name, () => new Map<number, number | undefined>());
  const numberOf = (of: Expr): number | undefined => {
    const found = answer(of, thread, ask);
    return typeof found === "number" ? found : undefined;
  };
  ask.asked.add(name);
  const role = remembered(known, thread, () => roleIn(name, leaf.span, ask.fn, { number: numberOf, holds: numberOf }));
  ask.asked.delete(name);
  return role;
}

/** The side is not the same in all threads of a warp. */
const differs = (side: Expr, ask: Question): boolean =>
  remembered(ask.differing, side, () => {
    const first = answer(side, 0, ask);
    return Array.from({ length: 31 }, (_, lane) => answer(side, lane + 1, ask)).some((one) => one !== first);
  });

function ofLeaf(leaf: Expr, { run, calls, threads, extents, isPlane, symbols }: Question): OfThread {
  const value = run.values.value(leaf);
  if (value === undefined || !isInt(value)) {
    // A loop's counter has another value in each round, and may be the same for all threads.
    const isSame = leaf.kind === "name" && leaf.path.length === 1 && threads.sameness(leaf.path[0] ?? "") === "uniform";
    return () => (isSame ? "warp" : "unknown");
  }
  const own: { readonly id: string; readonly meaning: (thread: number) => number }[] = [];
  const always = ofExtents(value, extents, symbols);
  for (const atom of symbolsOf(value)) {
    if (always.has(atom.id)) continue;
    const meaning: SymbolMeaning = calls.elects.test(originOf(atom).replace("()", ""))
      ? (one) => Number(one % 32 === 0)
      : (ofBlock(originOf(atom), isPlane, symbols) ?? threads.isThread(atom));
    const isSum = typeof meaning === "object" && "is" in meaning;
    if (threads.assumed.has(atom.name) || meaning === "unsure" || isSum) return () => "unknown";
    if (typeof meaning === "function") own.push({ id: atom.id, meaning });
  }
  // What is left is the same for the warp, unless a thread's own number stands beside it.
  const left: Answer = own.length === 0 ? "warp" : "unknown";
  const numberAt = (thread: number): Answer => {
    const numbers = own.map(({ id, meaning }) => [id, dynamicInt(meaning(thread))] as const);
    return numberOf(substitute(value, new Map([...always, ...numbers]))) ?? left;
  };
  if (own.length === 0) {
    const same = numberAt(0);
    return () => same;
  }
  // By what the symbols are in the thread: a warp's number is one for all its threads.
  const known = new Map<string | number, Answer>();
  const [first] = own;
  return (thread) => {
    const isOne = own.length === 1 && first !== undefined;
    const key = isOne ? first.meaning(thread) : own.map(({ meaning }) => meaning(thread)).join();
    return remembered(known, key, () => numberAt(thread));
  };
}
