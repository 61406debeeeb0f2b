// What cp.async takes of shared memory and of L2: it goes from lines of one memory to lines of the other, so both sides count together.
//
// Through L1 (`.ca`) words are read from 32 banks of the cache and written to 32 banks of shared memory. Where one of the two sides has no
// conflict the other's passes are the wavefronts; where both have, they overlap in part: at least the greater, at most one less than
// their sum. Past L1 (`.cg`) sectors are written as they come from L2: each pair of a global and a shared sector is a sector moved. Pairs
// of one global and one shared line go together if the same words of their sectors are moved by as much; a whole line that stays one is
// a pass however it is permuted. Where a line is permuted and cut as well (a swizzled tile of padded rows) some more go together.
// Source: counters of an H200 over 850 patterns (test/costs/async-patterns.txt); no document says it.

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
  if (access.isPastL1) return pairsOf(wordsOf(access)).length;
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

/** A global and a shared sector, the words of the global one that go to the shared one, and how far they are moved within a line. */
interface Pair {
  readonly from: number;
  readonly to: number;
  readonly words: ReadonlySet<number>;
  readonly shift: number;
}

function pairsOf(words: readonly Word[]): readonly Pair[] {
  const pairs = new Map<string, Pair & { readonly words: Set<number> }>();
  for (const word of words) {
    const [from, to] = [sectorOf(word.from), sectorOf(word.to)];
    const shift = (((word.to - word.from) % lineBytes) + lineBytes) % lineBytes;
    const pair = pairs.get(`${from},${to}`) ?? { from, to, words: new Set(), shift };
    pair.words.add((word.from % sectorBytes) / wordBytes);
    pairs.set(`${from},${to}`, pair);
  }
  return [...pairs.values()];
}

/** Line by line of global memory. */
function pastL1(access: AsyncAccess): Bounds {
  let bounds: Bounds = { least: 0, most: 0 };
  for (const words of groups(wordsOf(access), ({ from }) => `${lineOf(from)}`)) {
    const { least, most } = isInOneLine(words) ? { least: 1, most: 1 } : ofLine(pairsOf(words));
    bounds = { least: bounds.least + least, most: bounds.most + most };
  }
  return bounds;
}

/** A whole line that is permuted within one line of shared memory. */
const isInOneLine = (words: readonly Word[]): boolean =>
  new Set(words.map(({ to }) => lineOf(to))).size === 1 &&
  new Set(words.map(({ from }) => from)).size === banks &&
  new Set(words.map(({ to }) => to)).size === banks;

/** Pairs that lead to one line with the same words of their sectors: those that are moved alike go together, the others perhaps. */
function ofLine(pairs: readonly Pair[]): Bounds {
  const lineAndWords = ({ to, words }: Pair): string =>
    `${lineOf(to * sectorBytes)}:${[...words].sort((a, b) => a - b).join()}`;
  const perLine = lineBytes / sectorBytes;
  const least = groups(pairs, lineAndWords).reduce(
    (sum, group) => sum + Math.max(...counted(group, ({ to }) => to % perLine).values()),
    0,
  );
  return { least, most: groups(pairs, (pair) => `${lineAndWords(pair)}:${pair.shift}`).length };
}

function groups<T>(all: readonly T[], key: (one: T) => string): readonly (readonly T[])[] {
  const found = new Map<string, T[]>();
  for (const one of all) {
    const group = found.get(key(one)) ?? [];
    group.push(one);
    found.set(key(one), group);
  }
  return [...found.values()];
}

function counted<T>(all: readonly T[], key: (one: T) => number): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const one of all) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return counts;
}
