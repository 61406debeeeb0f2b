// One instruction after another of all warps: how many wavefronts of shared memory and sectors of global memory they take.
//
// A pattern of a warp that has been counted is not counted again; patterns that differ by a shift of whole rows are one.
import type { Addresses } from "./address.ts";
import { type AsyncAccess, asyncSectors, asyncWavefronts } from "./async-copy.ts";
import type { Lanes } from "./lanes.ts";
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
      add: (a, b, n) => ({ wavefronts: a.wavefronts + n * b.wavefronts, ideal: a.ideal + n * b.ideal }),
      none: { wavefronts: 0, ideal: 0 },
    },
  );

export const globalCost = (stream: Stream): Range<Global> | undefined =>
  overCases(stream, globalOf, {
    key: ({ sectors }) => sectors,
    add: (a, b, n) => ({
      sectors: a.sectors + n * b.sectors,
      ideal: a.ideal + n * b.ideal,
      lines: a.lines + n * b.lines,
      wanted: a.wanted + n * b.wanted,
    }),
    none: { sectors: 0, ideal: 0, lines: 0, wanted: 0 },
  });

function globalOf({ access, both }: Accesses): Global {
  // Accesses are aligned: two of them are the same or apart.
  const wanted = new Set(access.offsets).size * access.bytes;
  const sectors = both === undefined ? globalSectors(access) : asyncSectors(both);
  return { sectors, ideal: Math.ceil(wanted / 32), lines: globalLines(access), wanted };
}

interface Sum<T> {
  readonly key: (one: T) => number;
  /** The one, and so many times the other. */
  readonly add: (a: T, b: T, times: number) => T;
  readonly none: T;
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
  const counting = { stream, alike: alikesOf({ ...stream, count }, warps), cost, sum, known: new Map<string, T>() };
  const each = cases.map((one) => oneCase(counting, one));
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
  readonly stream: Stream;
  readonly alike: (own: Case, other: Case | undefined) => readonly Alike[];
  readonly cost: (one: Accesses) => T;
  readonly sum: Sum<T>;
  /** What is counted once for all that have the key. */
  readonly known: Map<string, T>;
}

/** What a warp wants before all of it is moved. */
interface Unmoved {
  readonly at: () => readonly number[];
  readonly least: number;
  /** One for all that differ by a move alone. */
  readonly form: number;
}

/** Instructions that cost the same however they are moved: the first of them. */
interface Alike {
  readonly warp: number;
  readonly instruction: number;
  readonly own: Unmoved;
  readonly far: Unmoved | undefined;
  times: number;
}

function oneCase<T>({ stream, alike, cost, sum, known }: Counting<T>, one: Cases): Counted<T> | undefined {
  const own = stream.addresses.apart(one.own);
  const far = one.other && stream.other?.stream.addresses.apart(one.other);
  let total = sum.none;
  let dearest: { readonly here: T; readonly of: Alike; readonly made: () => Accesses } | undefined;
  for (const of of alike(own.from, far?.from)) {
    const key = `${keyOf(of.own, own.by)}${of.far && keyOf(of.far, far?.by ?? 0)}`;
    const made = (): Accesses => accessesOf(stream, of, own.by, far?.by ?? 0);
    const here = known.get(key) ?? cost(made());
    known.set(key, here);
    total = sum.add(total, here, of.times);
    if (dearest === undefined || sum.key(here) > sum.key(dearest.here)) dearest = { here, of, made };
  }
  if (dearest === undefined) return undefined;
  const { warp, instruction } = dearest.of;
  const where = { instruction, warp, access: dearest.made().access, of: one.own };
  return { total, dearest: dearest.here, where };
}

const keyOf = ({ form, least }: Unmoved, by: number): string => `${form}:${least + by - rowBefore(least + by)} `;

/** An instruction of a warp once it is moved, of cp.async on both sides. */
function accessesOf(stream: Stream, { own, far }: Alike, ownBy: number, farBy: number): Accesses {
  const { other, bytes, direction } = stream;
  const access = accessIn(stream, own, ownBy);
  if (other === undefined || far === undefined) return { access, both: undefined };
  const beyond = accessIn(other.stream, far, farBy);
  const [global, shared] = direction === "load" ? [access, beyond] : [beyond, access];
  return { access, both: { bytes, global: global.offsets, shared: shared.offsets, isPastL1: other.isPastL1 } };
}

/** All instructions in a case of each side, gathered once for all moves of them. */
function alikesOf(stream: Stream, warps: readonly number[]): Counting<unknown>["alike"] {
  const { other, count } = stream;
  const ownAt = unmovedOf(stream);
  const farAt = other === undefined ? undefined : unmovedOf({ ...other.stream, count });
  const known = new Map<Case, Map<Case | undefined, readonly Alike[]>>();
  return (own, far) => {
    const ofOwn = known.get(own) ?? new Map<Case | undefined, readonly Alike[]>();
    known.set(own, ofOwn);
    const before = ofOwn.get(far);
    if (before !== undefined) return before;
    const found = new Map<string, Alike>();
    for (const warp of warps)
      for (let instruction = 0; instruction < count; instruction++) {
        const mine = ownAt(warp, instruction, own);
        const theirs = far && farAt?.(warp, instruction, far);
        const key = `${keyOf(mine, 0)}${theirs && keyOf(theirs, 0)}`;
        const same = found.get(key);
        if (same === undefined) found.set(key, { warp, instruction, own: mine, far: theirs, times: 1 });
        else same.times++;
      }
    const all = [...found.values()];
    ofOwn.set(far, all);
    return all;
  };
}

/** Each case's addresses, worked out once: it meets every case of the other side. */
function unmovedOf(stream: Stream): (warp: number, instruction: number, from: Case) => Unmoved {
  const known = new Map<Case, { readonly at: Unmoved[]; readonly of: Map<string, Placed> }>();
  const lanesAt: Lanes[] = [];
  const forms = new Map<string, number>();
  return (warp, instruction, from) => {
    const ofCase = known.get(from) ?? { at: [], of: new Map<string, Placed>() };
    known.set(from, ofCase);
    const place = warp * stream.count + instruction;
    const before = ofCase.at[place];
    if (before !== undefined) return before;
    const lanesHere = lanesAt[place] ?? lanesOf(stream, warp, instruction);
    lanesAt[place] = lanesHere;
    const found = unmoved(lanesHere, from, ofCase.of, forms);
    ofCase.at[place] = found;
    return found;
  };
}

interface Placed extends Unmoved {
  readonly first: number;
}

/** Threads of a form that was met in this case only begin elsewhere. */
function unmoved(lanesHere: Lanes, from: Case, met: Map<string, Placed>, forms: Map<string, number>): Unmoved {
  const { form, first } = lanesHere;
  const like = form === undefined ? undefined : met.get(form);
  if (like !== undefined)
    return { at: () => lanesHere.at(from), least: like.least + first(from) - like.first, form: like.form };
  const at = lanesHere.at(from);
  const least = Math.min(...at);
  const found = { at: () => at, least, form: numbered(forms, at.map((one) => one - least).join()) };
  if (form !== undefined) met.set(form, { ...found, first: first(from) });
  return found;
}

function numbered(forms: Map<string, number>, text: string): number {
  const number = forms.get(text) ?? forms.size;
  forms.set(text, number);
  return number;
}

const rowBytes = 128;

/** The addresses of a warp, shifted to begin in the first row. */
export function accessOf(stream: Stream, warp: number, instruction: number, one: Case): WarpAccess {
  const at = lanesOf(stream, warp, instruction).at(one);
  return accessIn(stream, { at: () => at, least: Math.min(...at) }, 0);
}

const rowBefore = (at: number): number => Math.floor(at / rowBytes) * rowBytes;

function lanesOf({ addresses, matrices, step, threads, isActive }: Stream, warp: number, instruction: number): Lanes {
  const first = warp * lanes;
  const count = matrices > 0 ? matrices * 8 : Math.min(lanes, Math.max(1, threads - first));
  const own = Array.from({ length: count }, (_, lane) => first + lane);
  const active = matrices > 0 || isActive === undefined ? own : own.filter(isActive);
  return addresses.of(active, instruction * step);
}

function accessIn(
  { direction, bytes, matrices }: Stream,
  { at, least }: Pick<Unmoved, "at" | "least">,
  by: number,
): WarpAccess {
  const move = by - rowBefore(least + by);
  return { direction, bytes, isMatrix: matrices > 0, offsets: at().map((one) => one + move) };
}
