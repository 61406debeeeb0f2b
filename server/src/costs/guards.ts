// Which threads run a copy that stands below tests of the thread: `if (threadIdx.x < 32) copy(…)`, `if (warp_idx == 0)`.
//
// A test that is a number in each thread leaves out those for which it is none. Where nobody can say which threads pass, the copy is
// counted as if all did, and says so.

import { symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import type { SymbolAtom } from "../../../src-engine/algebra/int/poly.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import { type ThreadSymbol, threadTerms } from "../../../src-engine/costs/term.ts";
import type { Expr } from "../../../src-engine/program/ir.ts";
import { comparisons } from "./decided.ts";
import { integerOf } from "./loop-range.ts";
import type { Side } from "./loops.ts";

type Passes = (thread: number) => boolean;
/** `run`: the same for all threads. `some`: what of the thread decides. */
type Test = "run" | { readonly passes: Passes; readonly by: string } | Some;

interface Some {
  readonly some: string;
  /** Only the thread's warp decides. */
  readonly ofWarp: boolean;
}

export type Guard =
  | { readonly kind: "all" }
  /** Those that pass. */
  | { readonly kind: "these"; readonly isActive: Passes }
  /** Whole warps pass or not, `by` decides which; or nobody can say which threads do. */
  | { readonly kind: "warps" | "some"; readonly by: string };

export interface Known {
  readonly found: (value: Expr) => Value | undefined;
  readonly isThread: ThreadSymbol;
  /** Is it the number of the thread's warp? */
  readonly isWarp: (atom: SymbolAtom) => boolean;
  /** The threads that are counted are consecutive threads of the block. */
  readonly isPlain: boolean;
}

const most = 1024;

/** Among the first `count` threads. */
export function guardOf(sides: readonly Side[], known: Known, count: number | undefined): Guard {
  const tests = sides.map(({ test, holds }) => turned(testOf(test, known), holds));
  const open = tests.flatMap((one) => (one !== "run" && "some" in one ? [one] : []));
  const [first] = open;
  if (first !== undefined) {
    const kind = open.every(({ ofWarp }) => ofWarp) ? ("warps" as const) : ("some" as const);
    return { kind, by: first.some };
  }
  const passes = tests.flatMap((one) => (one !== "run" && "passes" in one ? [one] : []));
  const by = passes[0]?.by;
  if (by === undefined) return { kind: "all" };
  const isActive: Passes = (thread) => passes.every((one) => one.passes(thread));
  const all = Array.from({ length: count ?? most }, (_, thread) => thread);
  const active = all.filter(isActive).length;
  if (known.isPlain && count !== undefined && active === count) return { kind: "all" };
  if (known.isPlain && count !== undefined && active > 0) return { kind: "these", isActive };
  const isByWarp = Array.from({ length: most }, (_, thread) => thread).every(
    (thread) => isActive(thread) === isActive(thread - (thread % 32)),
  );
  return { kind: isByWarp ? "warps" : "some", by };
}

/** The innermost side that a test of the thread leads to. */
export const ownSide = (sides: readonly Side[], known: Known): Side | undefined =>
  sides.filter(({ test }) => testOf(test, known) !== "run").at(-1);

function turned(test: Test, holds: boolean): Test {
  if (holds || test === "run" || "some" in test) return test;
  return { ...test, passes: (thread) => !test.passes(thread) };
}

function testOf(test: Expr, known: Known): Test {
  if (test.kind === "unary" && (test.op === "!" || test.op === "not")) return turned(testOf(test.value, known), false);
  if (test.kind === "binary" && (test.op === "&&" || test.op === "||"))
    return both(testOf(test.left, known), testOf(test.right, known), test.op);
  const compare = test.kind === "binary" ? comparisons.get(test.op) : undefined;
  if (compare !== undefined && test.kind === "binary") {
    const sides = [test.left, test.right].map((one) => integerOf(one, known.found));
    const [left, right] = sides.map((one) => numberOf(one, known));
    return joined(left, right, compare);
  }
  return joined(numberOf(integerOf(test, known.found), known), zero, (a, b) => a !== b);
}

/** One passes `a && b` where it passes both; what the run decides for all is taken to let them through. */
function both(a: Test, b: Test, op: "&&" | "||"): Test {
  if (a === "run") return b === "run" || op === "&&" ? b : "run";
  if (b === "run") return op === "&&" ? a : "run";
  if ("some" in a) return a;
  if ("some" in b) return b;
  const each = op === "&&" ? (t: number) => a.passes(t) && b.passes(t) : (t: number) => a.passes(t) || b.passes(t);
  return { passes: each, by: a.by };
}

/** A number in each thread; `by` is the symbol of the thread that it rests on. */
type InThread = { readonly at: (thread: number) => number; readonly by: string | undefined } | Some;

const zero: InThread = { at: () => 0, by: undefined };

/** What the run decides is the same for all: a number of it beside the thread's own leaves open which threads pass. */
function joined(
  left: InThread | undefined,
  right: InThread | undefined,
  compare: (a: number, b: number) => boolean,
): Test {
  if (left !== undefined && "some" in left) return left;
  if (right !== undefined && "some" in right) return right;
  const by = left?.by ?? right?.by;
  if (by === undefined) return "run";
  if (left === undefined || right === undefined) return { some: by, ofWarp: false };
  return { passes: (thread) => compare(left.at(thread), right.at(thread)), by };
}

/** Undefined for what only the run knows. */
function numberOf(value: Int | undefined, { isThread, isWarp }: Known): InThread | undefined {
  if (value === undefined) return undefined;
  if (value.kind === "num") return { at: () => value.value, by: undefined };
  const symbols = symbolsOf(value);
  const isOwn = (one: (typeof symbols)[number]): boolean => {
    const meaning = isThread(one);
    return meaning === "unsure" || typeof meaning === "function" || (typeof meaning === "object" && "is" in meaning);
  };
  const warp = symbols.find(isWarp);
  const own = symbols.find(isOwn);
  if (own === undefined) return warp === undefined ? undefined : { some: warp.name, ofWarp: true };
  const terms = threadTerms(value, isThread);
  if ("why" in terms || terms.some(({ uniform, bounded }) => uniform !== undefined || bounded.length > 0))
    return { some: own.name, ofWarp: false };
  const at = (thread: number): number => terms.reduce((sum, { number }) => sum + number(thread, new Map()), 0);
  return { at, by: own.name };
}
