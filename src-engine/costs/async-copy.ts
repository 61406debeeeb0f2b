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
  const { from, to } = wordsOf(access, 0, access.global.length);
  const sectors = new Set<number>();
  if (!access.isPastL1) {
    for (const at of from) sectors.add(sectorOf(at));
    return sectors.size;
  }
  const pairs = new Set<string>();
  for (const [i, at] of from.entries()) pairs.add(`${sectorOf(at)},${sectorOf(to[i] ?? 0)}`);
  return pairs.size;
}

/** Where each word comes from, and where it goes. Counted for every pattern of every case: plain arrays, no objects. */
interface Words {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Of so many threads, from the first. */
function wordsOf({ bytes, global, shared }: AsyncAccess, first: number, threads: number): Words {
  const each = Math.max(1, bytes / wordBytes);
  const [from, to]: [number[], number[]] = [[], []];
  for (let thread = first; thread < Math.min(first + threads, global.length); thread++)
    for (let word = 0; word < each; word++) {
      from.push((global[thread] ?? 0) + wordBytes * word);
      to.push((shared[thread] ?? 0) + wordBytes * word);
    }
  return { from, to };
}

const sectorOf = (at: number): number => Math.floor(at / sectorBytes);
const lineOf = (at: number): number => Math.floor(at / lineBytes);

/** Threads of at most 128 bytes together. */
function throughL1(access: AsyncAccess): number {
  const together = lineBytes / Math.max(access.bytes, wordBytes);
  let wavefronts = 0;
  for (let first = 0; first < access.global.length; first += together)
    wavefronts += 1 + mostInTheWay(distinct(wordsOf(access, first, together)));
  return wavefronts;
}

function distinct({ from, to }: Words): Words {
  const [a, b]: [number[], number[]] = [[], []];
  for (let i = 0; i < from.length; i++) {
    let isNew = true;
    for (let k = 0; k < a.length && isNew; k++) isNew = a[k] !== from[i] || b[k] !== to[i];
    if (!isNew) continue;
    a.push(from[i] ?? 0);
    b.push(to[i] ?? 0);
  }
  return { from: a, to: b };
}

/** Of the word that has the most others in its way: different words of one bank, in the cache or in shared memory. */
function mostInTheWay({ from, to }: Words): number {
  const [cache, shared] = [from.map(bankOf), to.map(bankOf)];
  let most = 0;
  for (let i = 0; i < from.length; i++) {
    let others = 0;
    for (let k = 0; k < from.length; k++)
      if ((cache[i] === cache[k] && from[i] !== from[k]) || (shared[i] === shared[k] && to[i] !== to[k])) others++;
    most = Math.max(most, others);
  }
  return most;
}

/** What differs by whole rows of banks lies in one. */
const bankOf = (at: number): number => at - banks * wordBytes * Math.floor(at / (banks * wordBytes));

/** A global and a shared sector, and which words of the one go where in the other. */
interface Pair {
  readonly from: number;
  readonly to: number;
  readonly moves: readonly string[];
}

function pastL1(access: AsyncAccess): number {
  const pairs = new Map<string, Pair & { readonly moves: string[] }>();
  const words = wordsOf(access, 0, access.global.length);
  for (const [i, from] of words.from.entries()) {
    const to = words.to[i] ?? 0;
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
