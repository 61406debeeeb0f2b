// One instruction after another of all warps: how many wavefronts of shared memory and sectors of global memory they take.
//
// A pattern of a warp that has been counted is not counted again; patterns that differ by a shift of whole rows are one.
import type { Addresses } from "./address.ts";
import { type AsyncAccess, asyncSectors, asyncWavefronts } from "./async-copy.ts";
import type { Case } from "./term.ts";
import { globalLines, globalSectors, idealWavefronts, sharedWavefronts, type WarpAccess } from "./wavefronts.ts";

/** The instructions of a CTA, as the addresses of one side see them. */
export interface Stream {
  readonly addresses: Addresses;
  readonly direction: WarpAccess["direction"];
  readonly bytes: number;
  readonly matrices: number;
  /** Elements from one instruction of a thread to its next. */
  readonly step: number;
  /** Instructions of a thread that are counted out. */
  readonly count: number;
  readonly threads: number;
  /** Of a copy below a test of the thread: those that pass it. */
  readonly isActive?: (thread: number) => boolean;
  /** Warp instructions that are counted out, over all cases. */
  readonly most: number;
  /** Of cp.async: the other side, which counts together with this one. */
  readonly other?: { readonly stream: Stream; readonly isPastL1: boolean };
}

/** Of one instruction of a warp, or of all of them together. */
export interface Shared {
  readonly wavefronts: number;
  readonly ideal: number;
}

export interface Global {
  readonly sectors: number;
  readonly ideal: number;
  readonly lines: number;
  /** Different bytes that are wanted. */
  readonly wanted: number;
}

/** The least and the most over cases: equal where the answer is certain. */
export interface Range<T> {
  readonly best: Counted<T>;
  readonly worst: Counted<T>;
  /** Warp instructions that were gone through. */
  readonly of: number;
}

export interface Counted<T> {
  readonly total: T;
  /** The dearest instruction. */
  readonly dearest: T;
  readonly where: {
    readonly instruction: number;
    readonly warp: number;
    readonly access: WarpAccess;
    readonly of: Case;
  };
}

const lanes = 32;

export const sharedCost = (stream: Stream): Range<Shared> | undefined =>
  overCases(
    stream,
    ({ access, both }) => ({
      wavefronts: both === undefined ? sharedWavefronts(access) : asyncWavefronts(both),
      ideal: idealWavefronts(access),
    }),
    {
      key: ({ wavefronts }) => wavefronts,
      add: (a, b) => ({ wavefronts: a.wavefronts + b.wavefronts, ideal: a.ideal + b.ideal }),
    },
  );

export const globalCost = (stream: Stream): Range<Global> | undefined =>
  overCases(stream, globalOf, {
    key: ({ sectors }) => sectors,
    add: (a, b) => ({
      sectors: a.sectors + b.sectors,
      ideal: a.ideal + b.ideal,
      lines: a.lines + b.lines,
      wanted: a.wanted + b.wanted,
    }),
  });

function globalOf({ access, both }: Accesses): Global {
  // Accesses are aligned: two of them are the same or apart.
  const wanted = new Set(access.offsets).size * access.bytes;
  const sectors = both === undefined ? globalSectors(access) : asyncSectors(both);
  return { sectors, ideal: Math.ceil(wanted / 32), lines: globalLines(access), wanted };
}

interface Sum<T> {
  readonly key: (one: T) => number;
  readonly add: (a: T, b: T) => T;
}

/** An instruction of a warp; of cp.async with both its sides. */
interface Accesses {
  readonly access: WarpAccess;
  readonly both: AsyncAccess | undefined;
}

/** Numbers for what is uniform in the stream, and in its other side. */
interface Cases {
  readonly own: Case;
  readonly other: Case | undefined;
}

/** Beyond that only the stream's own cases are gone through, with the first of the other side. */
const mostPairs = 1024;

function casesOf({ addresses, other }: Stream): readonly Cases[] {
  if (other === undefined) return addresses.cases.map((own) => ({ own, other: undefined }));
  const others = other.stream.addresses.cases;
  const taken = addresses.cases.length * others.length > mostPairs ? others.slice(0, 1) : others;
  return addresses.cases.flatMap((own) => taken.map((one) => ({ own, other: one })));
}

function overCases<T>(stream: Stream, cost: (one: Accesses) => T, sum: Sum<T>): Range<T> | undefined {
  const cases = casesOf(stream);
  const warps = warpsOf(stream);
  const perCase = Math.max(1, Math.floor(stream.most / cases.length / Math.max(1, warps.length)));
  const count = Math.min(stream.count, perCase);
  const known = new Map<string, T>();
  const accesses = pairsOf({ ...stream, count });
  const each = cases.map((one) => oneCase({ warps, count, accesses, cost, sum, known }, one));
  const totals = each.flatMap((one) => (one === undefined ? [] : [one]));
  const [first] = totals;
  if (first === undefined) return undefined;
  const less = (a: Counted<T>, b: Counted<T>): Counted<T> => (sum.key(b.total) < sum.key(a.total) ? b : a);
  const more = (a: Counted<T>, b: Counted<T>): Counted<T> => (sum.key(b.total) > sum.key(a.total) ? b : a);
  return { best: totals.reduce(less, first), worst: totals.reduce(more, first), of: count * warps.length };
}

/** Those with a thread that takes part. */
function warpsOf({ threads, isActive }: Stream): readonly number[] {
  const all = Array.from({ length: Math.max(1, Math.ceil(threads / lanes)) }, (_, warp) => warp);
  if (isActive === undefined) return all;
  const isAny = (warp: number): boolean =>
    Array.from({ length: lanes }, (_, lane) => warp * lanes + lane).some(isActive);
  return all.filter(isAny);
}

/** What all cases of a stream are counted with. */
interface Counting<T> {
  readonly warps: readonly number[];
  readonly count: number;
  readonly accesses: (warp: number, instruction: number, one: Cases) => Accesses & { readonly key: string };
  readonly cost: (one: Accesses) => T;
  readonly sum: Sum<T>;
  readonly known: Map<string, T>;
}

function oneCase<T>({ warps, count, accesses, cost, sum, known }: Counting<T>, one: Cases): Counted<T> | undefined {
  let found: Counted<T> | undefined;
  for (const warp of warps)
    for (let instruction = 0; instruction < count; instruction++) {
      const { key, access, both } = accesses(warp, instruction, one);
      const here = known.get(key) ?? cost({ access, both });
      known.set(key, here);
      const isDearest = found === undefined || sum.key(here) > sum.key(found.dearest);
      const where = { instruction, warp, access, of: one.own };
      found = {
        total: found === undefined ? here : sum.add(found.total, here),
        dearest: isDearest || found === undefined ? here : found.dearest,
        where: isDearest || found === undefined ? where : found.where,
      };
    }
  return found;
}

/** The accesses of both sides in a case of each. */
function pairsOf(stream: Stream): Counting<unknown>["accesses"] {
  const { other, bytes, direction } = stream;
  const ownAt = patternsOf(stream);
  const otherAt = other === undefined ? undefined : patternsOf({ ...other.stream, count: stream.count });
  return (warp, instruction, one) => {
    const own = ownAt(warp, instruction, one.own);
    if (other === undefined || otherAt === undefined || one.other === undefined)
      return { key: own.key, access: own.access, both: undefined };
    const far = otherAt(warp, instruction, one.other);
    const [global, shared] = direction === "load" ? [own, far] : [far, own];
    const both = { bytes, global: global.access.offsets, shared: shared.access.offsets, isPastL1: other.isPastL1 };
    return { key: `${global.key}>${shared.key}`, access: own.access, both };
  };
}

interface Pattern {
  readonly access: WarpAccess;
  readonly key: string;
}

/** Each case's accesses, worked out once: it meets every case of the other side. */
function patternsOf(stream: Stream): (warp: number, instruction: number, one: Case) => Pattern {
  const known = new Map<Case, Pattern[]>();
  const lanesAt: ReturnType<typeof lanesOf>[] = [];
  return (warp, instruction, one) => {
    const ofCase = known.get(one) ?? [];
    known.set(one, ofCase);
    const at = warp * stream.count + instruction;
    const before = ofCase[at];
    if (before !== undefined) return before;
    const lanesHere = lanesAt[at] ?? lanesOf(stream, warp, instruction);
    lanesAt[at] = lanesHere;
    const access = accessIn(stream, lanesHere(one));
    const made = { access, key: access.offsets.join() };
    ofCase[at] = made;
    return made;
  };
}

const rowBytes = 128;

/** The addresses of a warp, shifted to begin in the first row. */
export const accessOf = (stream: Stream, warp: number, instruction: number, one: Case): WarpAccess =>
  accessIn(stream, lanesOf(stream, warp, instruction)(one));

function lanesOf(
  { addresses, matrices, step, threads, isActive }: Stream,
  warp: number,
  instruction: number,
): ReturnType<Addresses["of"]> {
  const first = warp * lanes;
  const count = matrices > 0 ? matrices * 8 : Math.min(lanes, Math.max(1, threads - first));
  const own = Array.from({ length: count }, (_, lane) => first + lane);
  const active = matrices > 0 || isActive === undefined ? own : own.filter(isActive);
  return addresses.of(active, instruction * step);
}

function accessIn({ direction, bytes, matrices }: Stream, absolute: readonly number[]): WarpAccess {
  const base = Math.floor(Math.min(...absolute) / rowBytes) * rowBytes;
  return { direction, bytes, isMatrix: matrices > 0, offsets: absolute.map((at) => at - base) };
}
