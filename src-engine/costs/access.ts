// How a warp's accesses fall on shared-memory banks and on cache lines: mode 0 of the layout are the threads.
//
// Shared memory has 32 banks of 4 bytes unless one says otherwise. An access of 16 bytes a thread is served a quarter warp at a time, one of 8 bytes a
// half: threads of one such phase conflict when they want different words of one bank; the same word is a broadcast.
// Values of a thread that follow each other in memory are one access of up to 16 bytes; the others are accesses of their own.
// Global memory moves in sectors of 32 bytes, four to a line of 128.
import type { Threads } from "./offsets.ts";

/** Shared memory, and how many threads reach for it together. */
export interface Memory {
  readonly banks: number;
  readonly bankBytes: number;
  /** A warp, or a wavefront. */
  readonly warp: number;
}

export const nvidia: Memory = { banks: 32, bankBytes: 4, warp: 32 };

const sectorBytes = 32;
const lineBytes = 128;
const widest = 16;

export interface BankConflicts {
  /** How often the worst access is repeated: 1 without a conflict. */
  readonly ways: number;
  /** Bytes of one access of a thread, and threads served at a time. */
  readonly bytes: number;
  readonly phase: number;
  /** Bank and threads of the worst access. */
  readonly worst: { readonly bank: number; readonly threads: readonly number[] } | undefined;
}

/** Of the warp that begins at `first`. */
export function bankConflicts(threads: Threads, bits: number, first = 0, memory = nvidia): BankConflicts {
  const { banks, bankBytes, warp } = memory;
  const vector = vectorOf(threads, bits, warp);
  const bytes = Math.max(1, Math.ceil((vector * bits) / 8));
  const phase = Math.min(warp, Math.max(1, Math.floor((banks * bankBytes) / Math.max(bankBytes, bytes))));
  const end = Math.min(threads.count, first + warp);
  let found: BankConflicts = { ways: 1, bytes, phase, worst: undefined };
  for (let value = 0; value < threads.values; value += vector)
    for (let from = first; from < end; from += phase) {
      const here = phaseConflict(threads, { value, vector, bits, from, to: Math.min(end, from + phase), memory });
      if (here.ways > found.ways) found = { ...found, ...here };
    }
  return found;
}

interface Phase {
  readonly value: number;
  readonly vector: number;
  readonly bits: number;
  readonly from: number;
  readonly to: number;
  readonly memory: Memory;
}

function phaseConflict(
  threads: Threads,
  { value, vector, bits, from, to, memory: { banks, bankBytes } }: Phase,
): Pick<BankConflicts, "ways" | "worst"> {
  const words = new Map<number, Map<number, number>>();
  for (let thread = from; thread < to; thread++) {
    const begin = Math.floor((threads.offset(thread, value) * bits) / 8);
    const end = begin + Math.max(1, Math.ceil((vector * bits) / 8));
    for (let word = Math.floor(begin / bankBytes); word * bankBytes < end; word++) {
      const bank = ((word % banks) + banks) % banks;
      const inBank = words.get(bank) ?? new Map<number, number>();
      if (!inBank.has(word)) inBank.set(word, thread);
      words.set(bank, inBank);
    }
  }
  let ways = 1;
  let worst: BankConflicts["worst"];
  for (const [bank, inBank] of words)
    if (inBank.size > ways) {
      ways = inBank.size;
      worst = { bank, threads: [...inBank.values()] };
    }
  return { ways, worst };
}

/** Values that every thread has side by side, as many as 16 bytes hold. */
function vectorOf(threads: Threads, bits: number, warp: number): number {
  for (let n = Math.floor((widest * 8) / bits); n > 1; n--) {
    if (threads.values % n !== 0 || (n & (n - 1)) !== 0) continue;
    if (sideBySide(threads, n, warp)) return n;
  }
  return 1;
}

function sideBySide(threads: Threads, n: number, warp: number): boolean {
  for (let thread = 0; thread < Math.min(threads.count, warp); thread++)
    for (let value = 0; value < threads.values; value++) {
      const start = value - (value % n);
      const begin = threads.offset(thread, start);
      if (begin % n !== 0 || threads.offset(thread, value) !== begin + (value - start)) return false;
    }
  return true;
}

export interface Coalescing {
  readonly sectors: number;
  readonly lines: number;
  /** Different bytes that the warp wants, and what is moved for them. */
  readonly wanted: number;
  readonly moved: number;
}

/** Of the warp that begins at `first`, all values of its threads, from an aligned base. */
export function coalescing(threads: Threads, bits: number, first = 0, { warp } = nvidia): Coalescing {
  const end = Math.min(threads.count, first + warp);
  const used = new Set<number>();
  for (let thread = first; thread < end; thread++)
    for (let value = 0; value < threads.values; value++) used.add(threads.offset(thread, value));
  const lowest = Math.min(...used);
  const sectors = new Set<number>();
  const lines = new Set<number>();
  for (const offset of used) {
    const begin = ((offset - lowest) * bits) / 8;
    for (let byte = Math.floor(begin); byte < begin + Math.max(1, bits / 8); byte += sectorBytes) {
      sectors.add(Math.floor(byte / sectorBytes));
      lines.add(Math.floor(byte / lineBytes));
    }
  }
  return {
    sectors: sectors.size,
    lines: lines.size,
    wanted: Math.ceil((used.size * bits) / 8),
    moved: sectors.size * sectorBytes,
  };
}

/** Steps in offset from a thread to the next, over all values: one for a uniform layout. */
export function threadStrides(threads: Threads): readonly number[] {
  const steps = new Set<number>();
  for (let value = 0; value < threads.values; value++)
    for (let thread = 1; thread < threads.count; thread++)
      steps.add(threads.offset(thread, value) - threads.offset(thread - 1, value));
  return [...steps].sort((a, b) => a - b);
}
