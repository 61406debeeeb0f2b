// How many passes one warp's access takes: wavefronts of shared memory, sectors of global memory.
//
// Shared memory has 32 banks of 4 bytes, and a pass serves one word of each. What a warp reads or writes in one instruction is
// served in parts of at most 128 bytes: b64 in two half warps, b128 in four quarters, a matrix in its eight rows. A part takes as
// many passes as its busiest bank has different words; equal words are one.
// A load whose threads pair up (each lane wants what its neighbour, or the neighbour's neighbour, wants) is served in parts
// of twice as many threads: half of the words are the same. Stores are not.
// Source: counters of an H100 (test/goldens/memory.public.jsonl); no document says the last rule.

export type Space = "shared" | "global";
export type Direction = "load" | "store";

/** One instruction of a warp. Offsets are bytes, one a thread; of a matrix one a row of 16 bytes, eight a matrix. */
export interface WarpAccess {
  readonly direction: Direction;
  /** Bytes that each offset leads to: 1, 2, 4, 8 or 16. */
  readonly bytes: number;
  /** `ldmatrix`, `stmatrix`: the offsets are rows. */
  readonly isMatrix: boolean;
  readonly offsets: readonly number[];
}

const banks = 32;
const bankBytes = 4;
const sectorBytes = 32;
const lineBytes = 128;
const rowsOfMatrix = 8;

/** Passes over shared memory. */
export function sharedWavefronts(access: WarpAccess): number {
  return partsOf(access).reduce((sum, part) => sum + passes(part, access.bytes), 0);
}

/** Passes that the access would take without a conflict: its different bytes, 128 at a time, and one a part that is served. */
export function idealWavefronts(access: WarpAccess): number {
  return partsOf(access).reduce((sum, part) => sum + Math.max(1, Math.ceil(wordsIn(part, access.bytes) / banks)), 0);
}

/** Different words of 4 bytes. */
function wordsIn(part: readonly number[], bytes: number): number {
  const words = new Set<number>();
  for (const at of part)
    for (let word = Math.floor(at / bankBytes); word * bankBytes < at + bytes; word++) words.add(word);
  return words.size;
}

/** Sectors of 32 bytes of global memory that the access touches. */
export function globalSectors({ offsets, bytes }: WarpAccess): number {
  const sectors = new Set<number>();
  for (const at of offsets)
    for (let sector = Math.floor(at / sectorBytes); sector * sectorBytes < at + bytes; sector++) sectors.add(sector);
  return sectors.size;
}

/** Lines of 128 bytes that the access touches: its requests to the cache. */
export function globalLines({ offsets, bytes }: WarpAccess): number {
  const lines = new Set<number>();
  for (const at of offsets)
    for (let line = Math.floor(at / lineBytes); line * lineBytes < at + bytes; line++) lines.add(line);
  return lines.size;
}

/** What is served together, lane after lane. */
export function partsOf({ direction, bytes, isMatrix, offsets }: WarpAccess): readonly (readonly number[])[] {
  if (isMatrix) return inParts(offsets, rowsOfMatrix);
  const threads = Math.min(offsets.length, Math.floor((banks * bankBytes) / Math.max(bytes, bankBytes)));
  if (direction === "store" || threads === offsets.length) return inParts(offsets, threads);
  return inParts(offsets, threads * 2).flatMap((pair) => (arePaired(pair) ? [pair] : inParts(pair, threads)));
}

/** Does each lane want what the lane beside it wants, or each what the one after that wants? */
const arePaired = (offsets: readonly number[]): boolean =>
  [1, 2].some((distance) => offsets.every((at, lane) => at === offsets[lane ^ distance]));

function inParts(offsets: readonly number[], size: number): readonly (readonly number[])[] {
  const parts: (readonly number[])[] = [];
  for (let at = 0; at < offsets.length; at += size) parts.push(offsets.slice(at, at + size));
  return parts;
}

/** Different words of the busiest bank. */
function passes(offsets: readonly number[], bytes: number): number {
  const wanted = new Map<number, Set<number>>();
  for (const at of offsets)
    for (const word of wordsAt(at, bytes)) {
      const inBank = wanted.get(word % banks) ?? new Set<number>();
      wanted.set(word % banks, inBank.add(word));
    }
  return Math.max(...[...wanted.values()].map((words) => words.size));
}

function wordsAt(offset: number, bytes: number): readonly number[] {
  const words: number[] = [];
  for (let word = Math.floor(offset / bankBytes); word * bankBytes < offset + bytes; word++) words.push(word);
  return words;
}
