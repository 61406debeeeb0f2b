// What cp.async takes of shared memory and of L2: it goes from lines of one memory to lines of the other, so both sides count together.
//
// Through L1 (`.ca`) words are read from 32 banks of the cache and written to 32 banks of shared memory. Where one of the two sides has no
// conflict the other's passes are the wavefronts; where both have, they overlap in part: at least the greater, at most one less than
// their sum. Past L1 (`.cg`) sectors are written as they come from L2: each pair of a global and a shared sector is a sector moved, and
// pairs of one global and one shared line go together unless they want the same place of the line.
// Source: counters of an H200 over 619 patterns (test/costs/async-patterns.txt); no document says it.

/** The two offsets of each thread, in bytes. */
export interface AsyncAccess {
  readonly bytes: number;
  readonly global: readonly number[];
  readonly shared: readonly number[];
  readonly isPastL1: boolean;
}

/** Equal where the rule is certain. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

const banks = 32;
const wordBytes = 4;
const sectorBytes = 32;
const lineBytes = 128;

export const asyncWavefronts = (access: AsyncAccess): Bounds => (access.isPastL1 ? pastL1(access) : throughL1(access));

/** Sectors that a warp's instruction moves from L2. */
export function asyncSectors(access: AsyncAccess): number {
  if (access.isPastL1) return pairsOf(access).size;
  return new Set(wordsOf(access).map(({ from }) => sectorOf(from))).size;
}

interface Word {
  readonly from: number;
  readonly to: number;
}

function wordsOf({ bytes, global, shared }: AsyncAccess): readonly Word[] {
  return global.flatMap((from, thread) =>
    Array.from({ length: Math.max(1, bytes / wordBytes) }, (_, i) => ({
      from: from + wordBytes * i,
      to: (shared[thread] ?? 0) + wordBytes * i,
    })),
  );
}

const sectorOf = (at: number): number => Math.floor(at / sectorBytes);
const lineOf = (at: number): number => Math.floor(at / lineBytes);

/** Threads of at most 128 bytes together. */
function throughL1(access: AsyncAccess): Bounds {
  const { bytes, global } = access;
  const together = lineBytes / Math.max(bytes, wordBytes);
  let bounds: Bounds = { least: 0, most: 0 };
  for (let first = 0; first < global.length; first += together) {
    const words = wordsOf(slice(access, first, first + together));
    const read = busiest(words.map(({ from }) => from));
    const written = busiest(words.map(({ to }) => to));
    bounds = { least: bounds.least + Math.max(read, written), most: bounds.most + read + written - 1 };
  }
  return bounds;
}

const slice = (access: AsyncAccess, from: number, to: number): AsyncAccess => ({
  ...access,
  global: access.global.slice(from, to),
  shared: access.shared.slice(from, to),
});

/** Different words of the busiest bank. */
function busiest(offsets: readonly number[]): number {
  const words = new Set(offsets.map((at) => Math.floor(at / wordBytes)));
  return Math.max(0, ...counted([...words], (word) => word % banks).values());
}

/** A global and a shared sector with the words that go from one to the other. */
interface Pair {
  readonly from: number;
  readonly to: number;
  readonly words: ReadonlySet<number>;
}

function pairsOf(access: AsyncAccess): ReadonlyMap<string, Pair> {
  const pairs = new Map<string, { readonly from: number; readonly to: number; readonly words: Set<number> }>();
  for (const word of wordsOf(access)) {
    const [from, to] = [sectorOf(word.from), sectorOf(word.to)];
    const pair = pairs.get(`${from},${to}`) ?? { from, to, words: new Set() };
    pair.words.add(word.from);
    pairs.set(`${from},${to}`, pair);
  }
  return pairs;
}

function pastL1(access: AsyncAccess): Bounds {
  const pairs = [...pairsOf(access).values()];
  const lines = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const key = `${lineOf(pair.from * sectorBytes)},${lineOf(pair.to * sectorBytes)}`;
    lines.set(key, [...(lines.get(key) ?? []), pair]);
  }
  const perLine = lineBytes / sectorBytes;
  const least = [...lines.values()].reduce(
    (sum, group) => sum + Math.max(...counted(group, ({ to }) => to % perLine).values()),
    0,
  );
  return { least, most: areWholeLines(access) ? least : pairs.length };
}

/** Does each global line go to shared memory in one piece, or piece by piece inside one line? Then passes are certain. */
function areWholeLines(access: AsyncAccess): boolean {
  const byLine = new Map<number, Word[]>();
  for (const word of wordsOf(access)) byLine.set(lineOf(word.from), [...(byLine.get(lineOf(word.from)) ?? []), word]);
  const sectorWords = sectorBytes / wordBytes;
  return [...byLine.values()].every((words) => {
    const [first] = words;
    const isMoved = words.every(({ from, to }) => to - from === (first?.to ?? 0) - (first?.from ?? 0));
    const isWhole = new Set(words.map(({ from }) => from)).size === banks;
    const pairs = new Map<string, Set<number>>();
    for (const { from, to } of words) {
      const key = `${sectorOf(from)},${sectorOf(to)}`;
      pairs.set(key, (pairs.get(key) ?? new Set()).add(from));
    }
    const isFull = [...pairs.values()].every((one) => one.size === sectorWords);
    const isInside = new Set(words.map(({ to }) => lineOf(to))).size === 1;
    return isMoved ? isWhole || isFull : isWhole && isFull && isInside;
  });
}

function counted<T>(all: readonly T[], key: (one: T) => number): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const one of all) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return counts;
}
