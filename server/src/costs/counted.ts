// What was counted of equal tensors for equal threads is not counted again: an edit gives new facts, mostly of equal values, and hints,
// problems and hovers ask about the same copies.
import type { SymbolAtom } from "../../../src-engine/algebra/int/poly.ts";
import type { Threads } from "../../../src-engine/costs/copy-cost.ts";
import type { SymbolMeaning, ThreadNumber } from "../../../src-engine/costs/term.ts";

interface Kept {
  /** What the count asked about the threads, and was told. */
  readonly symbols: ReadonlyMap<string, Told>;
  readonly pointers: ReadonlyMap<string, boolean>;
  readonly value: unknown;
}

interface Told {
  readonly atom: SymbolAtom;
  readonly meaning: SymbolMeaning;
  readonly text: string;
}

/** By the text of what was counted, a few where the threads were others each time; the oldest goes first. */
const kept = new Map<string, readonly Kept[]>();
const mostTexts = 200;
/** Of a block. */
const mostThreads = 1024;

/** `count` is pure, and `of` says all that it reads besides the threads. */
export function countedOnce<T>(of: readonly unknown[], threads: Threads, count: (threads: Threads) => T): T {
  const isActive = threads.isActive && ofThreads(threads.isActive);
  const text = JSON.stringify([of, threads.count, threads.most, isActive]);
  const before = kept.get(text) ?? [];
  const same = before.find((one) => isTold(one, threads));
  if (same !== undefined) return same.value as T;
  const { plain, symbols, pointers, asked } = plainThreads(threads, isActive);
  const value = count(plain);
  delete asked.threads;
  kept.delete(text);
  kept.set(text, [...before.slice(-3), { symbols, pointers, value }]);
  for (const oldest of kept.keys()) if (kept.size > mostTexts) kept.delete(oldest);
  return value;
}

/**
 * The threads as tables of what is asked about them: what is counted keeps the question, and with it the facts of its edition would
 * stay for as long as the count does.
 */
function plainThreads(threads: Threads, isActive: readonly boolean[] | undefined) {
  const symbols = new Map<string, Told>();
  const pointers = new Map<string, boolean>();
  const asked: { threads?: Threads } = { threads };
  const isThread: Threads["isThread"] = (atom) => {
    const known = symbols.get(atom.id);
    if (known !== undefined) return known.meaning;
    const meaning = plainMeaning(asked.threads?.isThread(atom) ?? "unsure");
    symbols.set(atom.id, { atom, meaning, text: textOf(meaning) });
    return meaning;
  };
  const isOwnPointer = (base: string): boolean => {
    const isOwn = pointers.get(base) ?? asked.threads?.isOwnPointer?.(base) === true;
    pointers.set(base, isOwn);
    return isOwn;
  };
  const plain: Threads = {
    isThread,
    isOwnPointer,
    count: threads.count,
    most: threads.most,
    ...(isActive === undefined ? {} : { isActive: (thread) => isActive[thread] === true }),
  };
  return { plain, symbols, pointers, asked };
}

function isTold({ symbols, pointers }: Kept, { isThread, isOwnPointer }: Threads): boolean {
  const isSame = [...pointers].every(([base, isOwn]) => (isOwnPointer?.(base) === true) === isOwn);
  return isSame && [...symbols.values()].every(({ atom, text }) => textOf(isThread(atom)) === text);
}

const plainMeaning = (meaning: SymbolMeaning): SymbolMeaning =>
  typeof meaning === "function" ? tableOf(ofThreads(meaning)) : meaning;

const tableOf =
  (numbers: readonly number[]): ThreadNumber =>
  (thread) =>
    numbers[thread] ?? Number.NaN;

const textOf = (meaning: SymbolMeaning): string =>
  JSON.stringify(typeof meaning === "function" ? ofThreads(meaning) : meaning);

const ofThreads = <T>(of: (thread: number) => T): readonly T[] =>
  Array.from({ length: mostThreads }, (_, thread) => of(thread));
