// What cp.async takes of shared memory and of L2: it goes from lines of one memory to lines of the other, so both sides count together.
//
// Through L1 (`.ca`) words are read from 32 banks of the cache and written to 32 banks of shared memory. Two words are in each other's way
// if they meet in a bank on either side; the word with the most others in its way says how many wavefronts there are. Past L1 (`.cg`)
// sectors are written as they come from L2: a wavefront fills one line of shared memory from one of global memory. Sectors go together
// if the same of their words go to the same places in a sector, and even ones all go to even ones, or all to odd ones.
// Source: counters of an H200 over 1,719 patterns, which these rules meet without exception (test/costs/async-patterns.txt holds 613
// of them); no document says it.

/** The two offsets of each thread, in bytes. */
export interface AsyncAccess {
  readonly bytes: number;
  readonly global: readonly number[];
  readonly shared: readonly number[];
  readonly isPastL1: boolean;
}

const banks = 32;
const wordBytes = 4;
const sectorBytes = 32;
const lineBytes = 128;

export const asyncWavefronts = (access: AsyncAccess): number => (access.isPastL1 ? pastL1(access) : throughL1(access));

/** Sectors that a warp's instruction moves from L2. */
export function asyncSectors(access: AsyncAccess): number {
  const words = wordsOf(access);
  if (access.isPastL1) return new Set(words.map(({ from, to }) => `${sectorOf(from)},${sectorOf(to)}`)).size;
  return new Set(words.map(({ from }) => sectorOf(from))).size;
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
function throughL1(access: AsyncAccess): number {
  const { bytes, global, shared } = access;
  const together = lineBytes / Math.max(bytes, wordBytes);
  let wavefronts = 0;
  for (let first = 0; first < global.length; first += together) {
    const of = (offsets: readonly number[]) => offsets.slice(first, first + together);
    const words = distinct(wordsOf({ ...access, global: of(global), shared: of(shared) }));
    const inTheWay = words.map((word) => words.filter((other) => meets(word, other)).length);
    wavefronts += 1 + Math.max(...inTheWay);
  }
  return wavefronts;
}

const distinct = (words: readonly Word[]): readonly Word[] => [
  ...new Map(words.map((word) => [`${word.from},${word.to}`, word])).values(),
];

/** Different words of one bank, in the cache or in shared memory. */
const meets = (a: Word, b: Word): boolean => isSameBank(a.from, b.from) || isSameBank(a.to, b.to);

const isSameBank = (a: number, b: number): boolean => a !== b && (a - b) % (banks * wordBytes) === 0;

/** A global and a shared sector, and which words of the one go where in the other. */
interface Pair {
  readonly from: number;
  readonly to: number;
  readonly moves: readonly string[];
}

function pastL1(access: AsyncAccess): number {
  const pairs = new Map<string, Pair & { readonly moves: string[] }>();
  for (const { from, to } of wordsOf(access)) {
    const [a, b] = [sectorOf(from), sectorOf(to)];
    const pair = pairs.get(`${a},${b}`) ?? { from: a, to: b, moves: [] };
    pair.moves.push(`${from % sectorBytes}>${to % sectorBytes}`);
    pairs.set(`${a},${b}`, pair);
  }
  return new Set([...pairs.values()].map(passOf)).size;
}

/** What goes together has the same. */
function passOf({ from, to, moves }: Pair): string {
  const [global, shared] = [lineOf(from * sectorBytes), lineOf(to * sectorBytes)];
  const isCrossed = (from + to) % 2 !== 0;
  return `${global},${shared},${isCrossed},${[...new Set(moves)].sort().join()}`;
}
