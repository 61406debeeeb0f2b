// Which symbols of an instance are the threads' indices, how many threads there are, and what is only assumed to be uniform.
//
// A thread's index is what the language calls so, and whatever the code hands to get_slice or local_partition.

import type { TiledCopy } from "../../../src-engine/algebra/atoms/types.ts";
import { substitute, symbolsOf } from "../../../src-engine/algebra/int/ask.ts";
import { dynamicInt, isInt } from "../../../src-engine/algebra/int/int.ts";
import type { SymbolAtom } from "../../../src-engine/algebra/int/poly.ts";
import { print } from "../../../src-engine/algebra/notation/print.ts";
import { sameLayout } from "../../../src-engine/algebra/tiled/cotiled-copy.ts";
import type { Int, Value } from "../../../src-engine/algebra/value.ts";
import type { Threads } from "../../../src-engine/costs/copy-cost.ts";
import type { SymbolMeaning, ThreadNumber } from "../../../src-engine/costs/term.ts";
import type { Fact, FileFacts } from "../../../src-engine/program/facts.ts";
import type { Expr, Item, Span } from "../../../src-engine/program/ir.ts";
import type { FactIndex } from "../facts/fact-index.ts";
import { remembered } from "../facts/remembered.ts";
import { numberOf, sizeOf } from "../facts/sizes.ts";
import { spanKey } from "../facts/span-key.ts";
import { originOf, threadSymbols } from "../languages/thread-symbols.ts";
import { type Block, blockOf } from "./block.ts";
import { countingOf, mostRounds } from "./thread-loops.ts";
import { functionOf, loopValues, type Sameness, samenessOf } from "./uniform.ts";

export interface InstanceThreads extends Omit<Threads, "most"> {
  /** Names that were taken to be the same for all threads of a warp, though nothing says so. */
  readonly assumed: ReadonlySet<string>;
  /** The count is that of the launch: no partition says who takes part. */
  readonly isWholeBlock: boolean;
  /** The threads that are counted are consecutive threads of the block. */
  readonly isPlain: boolean;
  /** Whether a variable of the function is the same for all threads of a warp. */
  sameness(name: string): Sameness;
  /** Is it a pointer of the function, which leads each thread elsewhere? What a caller calls so is another. */
  isOwnPointer(name: string): boolean;
}

/** An index, and how many threads share the work that it is given for. */
interface Use {
  readonly index: Int;
  readonly count: number | undefined;
  /** The tiled copy that is sliced. */
  readonly copy?: TiledCopy;
  readonly span: Span;
}

/** What the evaluation found: a fact index is one. */
export type Evaluated = Pick<FactIndex, "facts" | "instances">;

/** Each rule asks for it, and of each instance. */
export const evaluated = remembered(
  (facts: FileFacts): Evaluated => ({ facts, instances: new Map(facts.instances.map((one) => [one.id, one])) }),
);

/**
 * For copies of one tiled copy, where its own slice says which threads take part; else for all of the instance. Where a side of a
 * branch cuts tensors up itself, that is what its copies are made of.
 */
export function threadsOf(
  index: Evaluated,
  instance: string,
  facts: readonly Fact[],
  copy: TiledCopy | undefined,
  within?: Span,
): InstanceThreads {
  const everywhere = usesOf(facts);
  const inside = within && everywhere.filter(({ span }) => within.start <= span.start && span.end <= within.end);
  const all = inside === undefined || inside.length === 0 ? everywhere : inside;
  const own = copy === undefined ? [] : all.filter((use) => use.copy !== undefined && isSameCopy(use.copy, copy));
  return threadsBy(index, instance, facts, own.length > 0 ? own : all);
}

/**
 * For accesses of single elements: nothing is partitioned for them, so that all threads of the block take part. Undefined where the
 * launch is not known, or the thread's own number is counted from elsewhere.
 */
export function blockThreads(index: Evaluated, instance: string, facts: readonly Fact[]): InstanceThreads | undefined {
  if (blockOf(index, instance) === undefined) return undefined;
  const uses = usesOf(facts).map(({ index: at, span }) => ({ index: at, span, count: undefined }));
  const isShifted = [...ownIndices(uses).values()].some((one) => one === "unsure" || one(0) !== 0);
  return isShifted ? undefined : threadsBy(index, instance, facts, uses);
}

export const isSameCopy = (a: TiledCopy, b: TiledCopy): boolean =>
  nameOf(a) === nameOf(b) && sameLayout(a.layoutTV, b.layoutTV);

const nameOf = ({ atom }: TiledCopy): string => (atom.kind === "copy-atom" ? atom.name : atom.op);

function threadsBy(index: Evaluated, instance: string, facts: readonly Fact[], uses: readonly Use[]): InstanceThreads {
  const names = threadSymbols[index.facts.unit.language];
  const counts = new Set(uses.flatMap(({ count }) => (count === undefined ? [] : [count])));
  const own = ownIndices(uses);
  const assumed = new Set<string>();
  const known = new Map<string, SymbolMeaning>();
  const item = index.instances.get(instance)?.item ?? "";
  const isKernel = isKernelItem(index.facts.unit.items, item);
  const block = blockOf(index, instance);
  const foundValue = launchedValues(index, instance, facts);
  const builtin = (name: string): Sameness | undefined =>
    names.uniform.test(name)
      ? "uniform"
      : [...names.thread, names.lane, names.differs].some((form) => form.test(name))
        ? "differs"
        : undefined;
  const query = { items: index.facts.unit.items, builtin, foundValue };
  const classify = (atom: SymbolAtom): SymbolMeaning => {
    const origin = originOf(atom);
    const axis = names.thread.findIndex((form) => form.test(origin));
    if (axis >= 0 && isPlane(block)) return alongAxis(block, axis);
    const number = own.get(atom.id);
    if (number !== undefined) return number;
    if (axis === 0) return (thread) => thread;
    if (axis > 0) return block === undefined ? "unsure" : () => 0;
    const extent = block?.[names.extent.findIndex((form) => form.test(origin))];
    if (extent !== undefined) return { values: [extent] };
    if (names.lane.test(origin)) return (thread) => thread % 32;
    if (names.uniform.test(origin)) return "uniform";
    if (names.differs.test(origin) || [...names.thread, names.lane].some((form) => isMadeOf(atom, form)))
      return "unsure";
    // What a kernel did not make itself came in through its parameters.
    if (isKernel && !atom.id.includes(`@${instance}`)) return isLeftByCallee(atom) ? "unsure" : "uniform";
    const isOwn = atom.id.includes(`@${instance}`);
    const values = isOwn ? loopValues(atom.name, item, query) : undefined;
    if (values !== undefined) return { values };
    const sameness = samenessOf(atom.name, item, query);
    const counted = isOwn && sameness !== "uniform" ? counting(atom) : undefined;
    if (counted !== undefined) return counted;
    if (sameness === "assumed") assumed.add(atom.name);
    return sameness === "differs" ? "unsure" : "uniform";
  };
  /**
   * Of a function that the kernel calls, what inline assembly or other code that is not read wrote: `elect()` around `elect.sync`. Of
   * another file's function nobody says here who calls whom.
   */
  const isLeftByCallee = ({ id }: SymbolAtom): boolean => {
    const made = /^free .*@(\w+):/.exec(id)?.[1];
    if (made === undefined) return false;
    const calls = index.instances.get(made)?.calls.length ?? Number.POSITIVE_INFINITY;
    return calls > (index.instances.get(instance)?.calls.length ?? 0);
  };
  const fn = functionOf(index.facts.unit.items, item);
  const counting = (atom: SymbolAtom): SymbolMeaning | undefined => {
    const found = fn && countingOf(atom, fn, foundValue);
    if (found === undefined) return undefined;
    if (found.values !== undefined) return { values: found.values };
    const { round, rounds } = found;
    known.set(round, rounds === undefined || rounds > mostRounds ? "uniform" : { values: numbersTo(rounds) });
    return { is: found.value };
  };
  const isThread = (atom: SymbolAtom): SymbolMeaning => {
    const found = known.get(atom.id) ?? classify(atom);
    known.set(atom.id, found);
    return found;
  };
  const isWholeBlock = counts.size === 0 && block !== undefined;
  const count = isWholeBlock ? block[0] * block[1] * block[2] : counts.size === 1 ? [...counts][0] : undefined;
  const isPlain = uses.every(({ index }) => isOneThread(index));
  const sameness = (name: string): Sameness => samenessOf(name, item, query);
  const isOwnPointer = (name: string): boolean => sameness(name) === "differs" && !isNumberHere(facts, name);
  return { isThread, count, assumed, isWholeBlock, isPlain, sameness, isOwnPointer };
}

const numbersTo = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

const isNumberHere = (facts: readonly Fact[], name: string): boolean =>
  facts.some((fact) => fact.kind === "variable" && fact.name === name && isInt(fact.value));

/** `threadIdx.x - 128`. */
const isOneThread = (index: Int): boolean =>
  index.kind === "num" ||
  index.poly.terms.every(
    ({ coef, factors }) =>
      factors.length === 0 || (coef === 1 && factors.length === 1 && factors[0]?.atom.op === "symbol"),
  );

/** A symbol of the thread's own, or what memory holds at a place that a thread's index leads to. */
const isMadeOf = ({ id }: SymbolAtom, form: RegExp): boolean =>
  form.test(originOf({ id })) || (id.startsWith("memory ") && new RegExp(form.source.replace(/^\^|\$$/g, "")).test(id));

/** A block of more than one dimension: consecutive threads go along x first. */
const isPlane = (block: Block | undefined): block is Block => block !== undefined && block[1] * block[2] > 1;

function alongAxis([x, y]: Block, axis: number): ThreadNumber {
  const [step, extent] = axis === 0 ? [1, x] : axis === 1 ? [x, y] : [x * y, Number.POSITIVE_INFINITY];
  return (thread) => Math.floor(thread / step) % extent;
}

const isKernelItem = (items: readonly Item[], id: string): boolean =>
  items.some((one) =>
    one.kind === "class" ? isKernelItem(one.members, id) : one.kind === "function" && one.id === id && one.isKernel,
  );

/** What each expression of an instance was found to be, gathered for the first that asks. */
export const valuesIn =
  (facts: readonly Fact[]) =>
  ({ span }: Expr): Value | undefined =>
    gathered(facts).get(spanKey(span));

const gathered = remembered((facts: readonly Fact[]): ReadonlyMap<number, Value> => {
  const found = new Map<number, Value>();
  for (const fact of facts) if (fact.kind === "expression") found.set(spanKey(fact.span), fact.value);
  return found;
});

/** The same with the block's extents as the launch says them. */
export function launchedValues(
  index: Evaluated,
  instance: string,
  facts: readonly Fact[],
): (value: Expr) => Value | undefined {
  const block = blockOf(index, instance);
  const found = valuesIn(facts);
  if (block === undefined) return found;
  const { extent } = threadSymbols[index.facts.unit.language];
  return (value) => {
    const one = found(value);
    if (one?.kind !== "sym") return one;
    const sizes = symbolsOf(one).flatMap(({ id }): readonly (readonly [string, Int])[] => {
      const size = block[extent.findIndex((form) => form.test(originOf({ id })))];
      return size === undefined ? [] : [[id, dynamicInt(size)]];
    });
    return sizes.length === 0 ? one : substitute(one, new Map(sizes));
  };
}

const usesOf = remembered((facts: readonly Fact[]): readonly Use[] =>
  facts.flatMap((fact): readonly Use[] => {
    if (fact.kind === "call" && fact.op === "local_partition") {
      const at = fact.args.find(({ role }) => role === "index")?.value;
      const threads = fact.args.find(({ role }) => role === "threads" || role === "tiler")?.value;
      return at !== undefined && isInt(at) ? [{ index: at, count: numberOf(sizeOf(threads)), span: fact.span }] : [];
    }
    return fact.kind === "variable" || fact.kind === "expression" ? sliceUse(fact.value, fact.span) : [];
  }),
);

function sliceUse(value: Value, span: Span): readonly Use[] {
  if (value.kind === "thr-copy")
    return [
      { index: value.thr, count: numberOf(sizeOf(modeSize(value.tiled.layoutTV.shape))), copy: value.tiled, span },
    ];
  if (value.kind === "thr-mma") return [{ index: value.thr, count: numberOf(sizeOf(value.tiled.thrLayoutVMNK)), span }];
  return [];
}

const modeSize = (shape: Value): Value | undefined => (shape.kind === "tuple" ? shape.items[0] : shape);

/** Symbols by id whose number in thread t is that which makes the index t. */
function ownIndices(uses: readonly Use[]): ReadonlyMap<string, ThreadNumber | "unsure"> {
  const starts = new Map<string, Set<number>>();
  for (const { id, from } of distinct(uses).flatMap((use) => startOfUse(use) ?? []))
    starts.set(id, (starts.get(id) ?? new Set()).add(from));
  return new Map(
    [...starts].map(([id, from]): [string, ThreadNumber | "unsure"] => {
      const [first, ...more] = from;
      return [id, first === undefined || more.length > 0 ? "unsure" : (number) => number + first];
    }),
  );
}

/** Those with an index of one symbol, once each: a slice stands in many facts. */
const distinct = remembered((uses: readonly Use[]): readonly Single[] => {
  const found = new Map<string, Single>();
  for (const { index, count = 32 } of uses) {
    const [only, ...more] = symbolsOf(index);
    if (only === undefined || more.length > 0) continue;
    const key = `${only.id} ${print(index, "cpp")} ${count}`;
    if (!found.has(key)) found.set(key, { id: only.id, index, count });
  }
  return [...found.values()];
});

interface Single {
  readonly id: string;
  readonly index: Int;
  readonly count: number;
}

const startOfUse = remembered(({ id, index, count }: Single) => {
  const from = startOf(index, id, count);
  return from === undefined ? undefined : { id, from };
});

/** The first thread of those whose indices are 0, 1, …; undefined where the index is none of single threads. */
function startOf(index: Int, id: string, count: number): number | undefined {
  const at = (number: number): number | undefined => numberOf(substitute(index, new Map([[id, dynamicInt(number)]])));
  const isStart = (from: number): boolean =>
    [0, 1, 2, 31, 32, 63, 64, 127, 128, 255, count - 1].every((one) => one >= count || at(from + one) === one);
  return Array.from({ length: 32 }, (_, i) => 32 * i).find(isStart);
}
