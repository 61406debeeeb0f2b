// The cost of a call of copy or gemm: its arguments by role, its instance's threads. Undefined for calls of anything else.
import type { MmaAtom, TiledCopy, TiledMma } from "../../../src-engine/algebra/atoms/types.ts";
import type { Stop } from "../../../src-engine/algebra/context.ts";
import { equal, substitute, symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt } from "../../../src-engine/algebra/int/int.ts";
import type { SymbolAtom } from "../../../src-engine/algebra/int/poly.ts";
import { sameLayout } from "../../../src-engine/algebra/tiled/cotiled-copy.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import { attempt, makeContext } from "../../../src-engine/calculator/context.ts";
import type { Cost, Threads } from "../../../src-engine/costs/copy-cost.ts";
import type { GemmCost } from "../../../src-engine/costs/gemm-cost.ts";
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import type { Expr, Language, Span } from "../../../src-engine/program/ir.ts";
import type { Line } from "../facts/describe.ts";
import { dialectOf } from "../facts/notation.ts";
import { remembered } from "../facts/remembered.ts";
import { costlyOps } from "../languages/costly-ops.ts";
import { originOf, threadSymbols } from "../languages/thread-symbols.ts";
import { countedOnce } from "./counted.ts";
import { type Guard, guardOf, ownSide } from "./guards.ts";
import { type InLoop, inLoop, isGuarded, type Loops, loopsOf, sidesAround } from "./loops.ts";
import { argument, atomOf, copyOf, elementOp, gemmOf, mmaOf, unknown } from "./of-arguments.ts";
import {
  blockThreads,
  type Evaluated,
  type InstanceThreads,
  isSameCopy,
  launchedValues,
  threadsOf,
} from "./threads.ts";
import { type CostWords, costWords } from "./words.ts";

export interface CallCost {
  readonly call: CallFact;
  readonly cost: Cost | GemmCost;
  /** Names that were taken to be the same for all threads of a warp, though nothing says so. */
  readonly assumed: readonly string[];
  /** Counted for all threads of the launched block: no partition says who takes part. */
  readonly isWholeBlock: boolean;
  /** Single elements below a condition of the run, which may hold in some threads alone. */
  readonly isGuarded: boolean;
  /** Which threads run it. */
  readonly guard: Guard;
  /** The main loop around the call. */
  readonly loop: InLoop | undefined;
}

export const hasCost = (op: string): boolean => costlyOps.has(op) || op === elementOp;

/** What an answer about one instance reads, gathered once. */
export interface CostContext {
  readonly index: Evaluated;
  readonly threads: (copy: TiledCopy | undefined, within?: Span) => InstanceThreads;
  /** Those of the whole block, where the launch says how many. */
  readonly block: () => InstanceThreads | undefined;
  readonly found: (value: Expr) => Value | undefined;
  readonly loops: () => Loops;
  /** The instance's tiled MMA of an atom, where it has one alone. */
  readonly tiledOf: (atom: MmaAtom) => TiledMma | undefined;
}

export function costContext(
  index: Evaluated,
  instance: string,
  facts: readonly Fact[] = byInstance(index.facts.facts).get(instance) ?? [],
): CostContext {
  const known: { readonly copy: TiledCopy | undefined; readonly within: Span | undefined; threads: InstanceThreads }[] =
    [];
  const isKnown = (a: TiledCopy | undefined, b: TiledCopy | undefined): boolean =>
    a === undefined || b === undefined ? a === undefined && b === undefined : isSameCopy(a, b);
  const threads = (copy: TiledCopy | undefined, within?: Span): InstanceThreads => {
    const before = known.find((one) => one.within?.start === within?.start && isKnown(one.copy, copy));
    if (before !== undefined) return before.threads;
    const found = threadsOf(index, instance, facts, copy, within);
    known.push({ copy, within, threads: found });
    return found;
  };
  const found = launchedValues(index, instance, facts);
  let loops: Loops | undefined;
  let block: InstanceThreads | undefined | "open" = "open";
  return {
    index,
    threads,
    block: () => {
      if (block === "open") block = blockThreads(index, instance, facts);
      return block;
    },
    found,
    loops: () => {
      loops ??= loopsOf(index.facts.unit.items, index.instances.get(instance)?.item ?? "", found, parametersIn(facts));
      return loops;
    },
    tiledOf: (atom) => tiledMmaOf(facts, atom),
  };
}

/** Whose threads issue an atom that a function makes of its tiled MMA: `make_mma_atom(tiled_mma.op)`. */
function tiledMmaOf(facts: readonly Fact[], atom: MmaAtom): TiledMma | undefined {
  const found = facts.flatMap((fact): readonly TiledMma[] => {
    const value = fact.kind === "variable" ? fact.value : undefined;
    const tiled = value?.kind === "thr-mma" ? value.tiled : value;
    return tiled?.kind === "tiled-mma" && tiled.atom.name === atom.name ? [tiled] : [];
  });
  const [first, ...others] = found;
  const isOne = others.every((one) => sameLayout(one.thrLayoutVMNK, first?.thrLayoutVMNK ?? one.thrLayoutVMNK));
  return isOne ? first : undefined;
}

/** What an instance's parameters are. */
export const parametersIn =
  (facts: readonly Fact[]) =>
  (name: string): Value | undefined => {
    const found = facts.find((fact) => fact.kind === "variable" && fact.role === "parameter" && fact.name === name);
    return found?.kind === "variable" ? found.value : undefined;
  };

/** The facts of each instance. */
export const byInstance = remembered((facts: readonly Fact[]): ReadonlyMap<string, readonly Fact[]> => {
  const found = new Map<string, Fact[]>();
  for (const fact of facts) {
    const own = found.get(fact.instance);
    if (own === undefined) found.set(fact.instance, [fact]);
    else own.push(fact);
  }
  return found;
});

/**
 * `quick` counts fewer of the instructions of many: for rules, which ask about every copy of a file. `title` counts none: what memory
 * pays is left open.
 */
export type Effort = "full" | "quick" | "title";

const most: Readonly<Record<Effort, number>> = { full: 2048, quick: 256, title: 0 };

export function costOf(context: CostContext, call: CallFact, effort: Effort = "full"): CallCost | undefined {
  const each = call.cases?.each ?? [];
  const [first] = each;
  if (first === undefined) return oneCost(context, call, effort);
  const alike = alikeCost(context, each, effort);
  if (alike !== undefined && !("differ" in alike)) return { ...alike, call };
  const cost = oneCost(context, call, effort);
  return cost === undefined || alike === undefined || isOpen(cost) ? cost : { ...cost, cost: unknown(alike.differ) };
}

/** What all of several cost, whatever their numbers are called; how they differ; undefined where one of them has no cost. */
function alikeCost(
  context: CostContext,
  each: readonly CallFact[],
  effort: Effort,
): CallCost | { readonly differ: string } | undefined {
  const all = each.flatMap((call) => oneCost(context, call, effort) ?? []);
  const differ = difference(all, context.index.facts.unit.language);
  if (differ !== undefined) return { differ };
  const [first] = all;
  if (first === undefined || all.length < each.length) return undefined;
  return { ...first, assumed: [...new Set(all.flatMap(({ assumed }) => assumed))] };
}

function difference(all: readonly CallCost[], language: Language): string | undefined {
  const open = all.find(({ cost }) => cost.kind === "unknown");
  const words = all.map((one) => costWords(one, language));
  const texts = (of: (one: CostWords) => string): readonly string[] => [...new Set(words.map(of))];
  const lines = (isTold: (one: Line) => boolean) =>
    texts(({ lines: said }) => said.flatMap((one) => (isTold(one) ? [`${one.label}: ${one.text}`] : [])).join("; "));
  const ways = [texts(({ title }) => title), lines(({ rank }) => rank === "first"), lines(() => true)];
  const different = ways.find((one) => one.length > 1);
  if (different === undefined) return undefined;
  if (open?.cost.kind === "unknown") return open.cost.why;
  return `what it is given is one of several, which cost differently: ${different.join(", or ")}`;
}

/** A copy whose sides are not all counted says why already. */
const isOpen = ({ cost }: CallCost): boolean => cost.kind === "copy" && cost.sides.some((side) => "why" in side);

/** Of a call whose arguments have one value each. */
function oneCost(context: CostContext, call: CallFact, effort: Effort): CallCost | undefined {
  if (!hasCost(call.op) || !call.args.some(({ value }) => isCute(value))) return undefined;
  const { index, loops } = context;
  const { language } = index.facts.unit;
  const ctx = makeContext(dialectOf(language));
  const atom = atomOf(argument(call, "atom"));
  const copy = atom !== "unknown" && atom?.kind === "tiled-copy" ? atom : undefined;
  const { own, guard } = threadsAt(context, call, copy);
  const isActive = guard.kind === "these" ? guard.isActive : undefined;
  const assumed = new Set<string>();
  const isThread: InstanceThreads["isThread"] = (one) => {
    const found = own.isThread(one);
    if (own.assumed.has(one.name)) assumed.add(one.name);
    return found;
  };
  const outcome = attempt(() => {
    const all = { ...own, isThread, isActive, most: most[effort] };
    const given = call.args.flatMap(({ role, value }) => (counts.has(role) ? [[role, value] as const] : []));
    const mma = call.op === "gemm" ? mmaOf(call, context.tiledOf) : undefined;
    const count = (threads: Threads): Cost | GemmCost =>
      mma === undefined ? copyOf(ctx, call, threads) : gemmOf(ctx, call, mma, threads);
    // What is plain data alone has a text; a title is found as soon as its text.
    const isPlain = effort !== "title" && given.every(([, { kind }]) => plain.has(kind));
    return isPlain ? countedOnce([language, call.op, mma, given], all, count) : count(all);
  });
  const cost = "value" in outcome ? outcome.value : unknown(stopText(outcome.stop));
  const isWholeBlock = own.isWholeBlock && cost.kind === "copy" && cost.threads === own.count;
  const loop = effort === "full" ? roundsOfThread(inLoop(loops(), call.span), own) : undefined;
  const guarded = effort === "full" && call.op === elementOp && isGuarded(loops(), call.span);
  return { call, cost, assumed: [...assumed], isWholeBlock, isGuarded: guarded, guard, loop };
}

/** What ended the count, in the words of who reads a copy. */
const stopText = ({ code, message }: Stop): string =>
  code === "budget" ? "a stride or a size of its layouts is too large a number to count with" : message;

/** The threads of a call: below a test of the thread those of that side of the branch. */
function threadsAt(
  { index, threads, block, loops, found }: CostContext,
  call: CallFact,
  copy: TiledCopy | undefined,
): { readonly own: InstanceThreads; readonly guard: Guard } {
  const all = (call.op === elementOp ? block() : undefined) ?? threads(copy);
  const sides = sidesAround(loops(), call.span);
  if (sides.length === 0 || call.op === "gemm") return { own: all, guard: { kind: "all" } };
  const isWarp = (atom: SymbolAtom): boolean => threadSymbols[index.facts.unit.language].warp.test(originOf(atom));
  const known = (of: InstanceThreads) => ({ found, isThread: of.isThread, isWarp, isPlain: of.isPlain });
  const side = ownSide(sides, known(all));
  const own = side === undefined ? all : threads(copy, side.span);
  return { own, guard: guardOf(sides, known(own), own.count) };
}

/** A loop that begins at the thread's own number has the rounds of the first thread; others may have less. */
function roundsOfThread(loop: InLoop | undefined, { isThread, count }: InstanceThreads): InLoop | undefined {
  const rounds = loop?.rounds;
  if (loop === undefined || rounds?.kind !== "sym") return loop;
  const own = symbolsOf(rounds).flatMap((one) => {
    const meaning = isThread(one);
    return typeof meaning === "function" ? [{ id: one.id, at: meaning }] : [];
  });
  if (own.length === 0) return loop;
  const of = (thread: number): Int =>
    substitute(rounds, new Map(own.map(({ id, at }) => [id, dynamicInt(at(thread))])));
  const [first, last] = [of(0), of((count ?? 32) - 1)];
  return { ...loop, rounds: first, isMost: loop.isMost || equal(first, last) !== "yes" };
}

/** Arguments that say what is counted. */
const counts: ReadonlySet<string> = new Set([
  "atom",
  "mma",
  "source",
  "src",
  "destination",
  "dst",
  "index",
  "threads",
  "bits",
  "tma_multicast",
  "a",
  "b",
  "c",
]);

const plain: ReadonlySet<Value["kind"]> = new Set<Value["kind"]>([
  "tensor",
  "num",
  "sym",
  "text",
  "copy-atom",
  "tiled-copy",
  "thr-copy",
  "tma-atom",
  "mma-atom",
  "tiled-mma",
  "thr-mma",
]);

/** A call of the host's own `copy` has neither. */
const isCute = ({ kind }: Value): boolean =>
  kind === "tensor" || kind === "unknown" || kind === "copy-atom" || kind === "tiled-copy" || kind === "tiled-mma";
