// Where each thread's elements lie: byte addresses of a tensor, by thread and element.
//
// What all threads share (a pipe's stage, the block's tile, a leading dimension) has no number. Only its remainder modulo the
// memory's period matters: each remainder that it can have is a case, and whoever counts goes through them all.
// Buffers begin at a multiple of the period (128 bytes, or what their swizzle spans); strides of the run are longer than a tile.
import { gcdOf, ZERO } from "../algebra/int/int.ts";
import { leavesOf } from "../algebra/tuple/tree.ts";
import type { AnyLayout, Int, Layout, Stride, Swizzle, Tensor } from "../algebra/value.ts";
import { addressesFor, type Lanes, swizzled } from "./lanes.ts";
import { type Case, type ThreadSymbol, type ThreadTerm, threadTerms, type Uniform } from "./term.ts";

export interface Addresses {
  /** Bits of an element. */
  readonly bits: number;
  /** Elements that a thread has; undefined where only the run knows. */
  readonly count: number | undefined;
  /** Elements of the leading modes whose sizes are known: an index below it is certain. */
  readonly known: number;
  /** Numbers for what is uniform; one case where nothing depends on it. */
  readonly cases: readonly Case[];
  /** What the cases differ in. */
  readonly depends: readonly string[];
  /** Uniform strides of the run: counted as longer than a tile. */
  readonly strides: readonly string[];
  /** The byte where an element of a thread begins. */
  at(thread: number, element: number, one: Case): number;
  /** `at` of several threads, for one case after the other. */
  of(threads: readonly number[], element: number): Lanes;
  /** The case without what moves all threads alike, and the bytes of that move. */
  apart(one: Case): Apart;
  /**
   * Does the thread begin before the tensor? Where something of the run moves all threads alike, nobody knows by how much: then whether
   * what rests on the thread is negative.
   */
  isBefore(thread: number): boolean;
  /** The same without the swizzle. */
  plain(thread: number, element: number, one: Case): number;
  /** A thread's elements are the same bytes whichever thread: nothing here rests on it. */
  readonly sameForAll: boolean;
}

export interface Apart {
  readonly from: Case;
  readonly by: number;
}

export interface NoAddresses {
  readonly why: string;
}

/** Longer than any tile, and a multiple of every period. */
const far = 2 ** 22;
const mostCases = 1024;
/** Sectors come in lines of 128 bytes, words in rows of 128. */
const plainPeriod = 128;

export interface AddressOptions {
  readonly bits: number;
  readonly isThread: ThreadSymbol;
  /** Bytes of one access: its address is a multiple of them. */
  readonly width: number;
  /** What a shift of all threads may be by and change nothing: words, as it is with banks, or lines, as with sectors. */
  readonly shifts: "words" | "lines";
}

export function addressesOf(tensor: Tensor, options: AddressOptions): Addresses | NoAddresses {
  const { engine, layout } = tensor;
  if (engine.kind !== "pointer") return { why: "the tensor is one of coordinates" };
  if (layout.kind === "unknown") return { why: layout.why };
  if (engine.offset.kind === "unknown") return { why: engine.offset.why };
  const parts = partsOf(layout);
  if ("why" in parts) return parts;
  const start = threadTerms(engine.offset, options.isThread);
  if ("why" in start) return start;
  const inner = threadTerms(parts.offset, options.isThread);
  if ("why" in inner) return inner;
  const modes = modesOfLayout(parts.layout, options.isThread);
  if ("why" in modes) return modes;
  return made({ start, inner, modes, byteSwizzle: engine.swizzle, elementSwizzle: parts.swizzle }, options);
}

export interface Parts {
  readonly start: readonly ThreadTerm[];
  readonly inner: readonly ThreadTerm[];
  readonly modes: readonly Mode[];
  readonly byteSwizzle: Swizzle | undefined;
  readonly elementSwizzle: Swizzle | undefined;
}

export interface Mode {
  readonly extent: number | undefined;
  readonly stride: readonly ThreadTerm[];
}

/** `swizzle o offset o layout`, or a plain layout. */
function partsOf(
  a: AnyLayout,
): { readonly layout: Layout; readonly offset: Int; readonly swizzle: Swizzle | undefined } | NoAddresses {
  if (a.kind === "layout") return { layout: a, offset: ZERO, swizzle: undefined };
  if (a.inner.kind !== "layout" || a.outer.kind !== "swizzle") return { why: "the layout is composed of layouts" };
  if (a.offset.kind !== "num" && a.offset.kind !== "sym") return { why: "the layout's offset is no integer" };
  return { layout: a.inner, offset: a.offset, swizzle: a.outer };
}

function modesOfLayout(a: Layout, isThread: ThreadSymbol): readonly Mode[] | NoAddresses {
  const modes: Mode[] = [];
  const strides = leavesOf<Stride>(a.stride);
  for (const [i, extent] of leavesOf<Int>(a.shape).entries()) {
    const stride = strides[i];
    if (stride === undefined || stride.kind === "basis") return { why: "the tensor is one of coordinates" };
    const terms = threadTerms(stride, isThread);
    if ("why" in terms) return terms;
    modes.push({ extent: extent.kind === "num" ? extent.value : undefined, stride: terms });
  }
  return modes;
}

function made(parts: Parts, options: AddressOptions): Addresses | NoAddresses {
  const { bits } = options;
  const open = openUniforms(parts, options);
  if ([...open.values()].filter(({ isStride }) => isStride).length > 3)
    return { why: "too many strides that only the run knows" };
  const { cases, apart } = allCases([...open.values()], parts, bits);
  if (cases === undefined) return { why: tooOpen([...open.values()]) };
  const known = parts.modes.findIndex(({ extent }) => extent === undefined);
  const extents = parts.modes.map(({ extent }) => extent ?? 1);
  const size = (list: readonly number[]): number => list.reduce((product, extent) => product * extent, 1);
  const { at, atThread } = byteAt(parts, extents, bits, open);
  const bare = { ...parts, byteSwizzle: undefined, elementSwizzle: undefined };
  const { at: plain } = byteAt(bare, extents, bits, open);
  return {
    bits,
    count: known === -1 ? size(extents) : undefined,
    known: known === -1 ? size(extents) : size(extents.slice(0, known)),
    cases,
    depends: [...new Set([...open.values()].flatMap(({ steps, name }) => (steps.length > 1 ? [name] : [])))],
    strides: [...new Set([...open.values()].flatMap(({ isStride, name }) => (isStride ? [name] : [])))],
    at,
    of: (threads, element) =>
      addressesFor(parts, extents, { threads, element, shift: open.has(shift) ? shift : undefined, bits }),
    apart,
    isBefore: (thread) =>
      open.has(shift)
        ? [...parts.start, ...parts.inner].some(
            ({ ofThread, number }) => ofThread && number(thread, cases[0] ?? noCase) < 0,
          )
        : cases.slice(0, 1).some((one) => at(thread, 0, one) < 0),
    plain,
    sameForAll: atThread,
  };
}

/** Each is one of many numbers, and the cases of all together are too many. */
const tooOpen = (open: readonly Open[]): string =>
  `where its addresses lie in a line of 128 B rests on too many numbers of the run: ${[...new Set(open.map(({ name }) => name))].join(", ")}`;

const termsIn = ({ start, inner, modes }: Parts): readonly ThreadTerm[] => [
  ...start,
  ...inner,
  ...modes.flatMap(({ stride }) => stride),
];

/** Something uniform, with the numbers that stand for it. */
interface Open {
  readonly key: string;
  readonly name: string;
  readonly isStride: boolean;
  readonly steps: readonly number[];
}

const noCase: Case = new Map();

/** The key of the sum of all that only shifts the tensor. */
const shift = "shift";

function openUniforms(parts: Parts, options: AddressOptions): ReadonlyMap<string, Open> {
  const open = new Map<string, Open>();
  const strides = termsIn(parts).filter((term) => term.uniform !== undefined && !isShift(parts, term));
  for (const term of termsIn(parts))
    for (const { key, name, values } of term.bounded) open.set(key, { key, name, isStride: false, steps: values });
  for (const { uniform } of strides)
    if (uniform !== undefined && !open.has(uniform.key))
      open.set(
        uniform.key,
        strideOpen(uniform, strides, {
          ...options,
          far: far * 2 ** (8 * [...open.values()].filter(({ isStride }) => isStride).length),
        }),
      );
  const shifts = [...parts.start, ...parts.inner].filter((term) => isShift(parts, term));
  if (shifts.length > 0) open.set(shift, shiftOpen(parts, shifts, options));
  return open;
}

/** A term of the offset with the same number in every thread. */
function isShift(parts: Parts, term: ThreadTerm): boolean {
  if (term.uniform === undefined || !(parts.start.includes(term) || parts.inner.includes(term))) return false;
  return !term.ofThread && term.bounded.length === 0;
}

/** Threads that are asked for what their factor of a stride is: more of them would only allow fewer cases. */
const probes = [0, 1, 2, 3, 7, 8, 31, 32, 64, 127];

const mostNames = 2;

function shiftOpen(parts: Parts, terms: readonly ThreadTerm[], options: AddressOptions): Open {
  const { bits, width } = options;
  const divisor = terms.reduce(
    (all, { number, uniform }) => gcdOf(all, number(0, noCase) * (uniform?.divisor ?? 1)),
    0,
  );
  // The access itself is aligned: what moves all threads moves them by whole accesses.
  const step = leastCommon(Math.abs(divisor), Math.max(1, (width * 8) / bits));
  const names = [...new Set(terms.map(({ uniform }) => uniform?.name ?? ""))];
  // Where several numbers add up, no one of them says anything.
  const name = names.length > mostNames ? "the tile's beginning" : names.join(", ");
  return { key: shift, name, isStride: false, steps: multiples(step, (periodOf(parts, options) * 8) / bits) };
}

function strideOpen(
  { key, name, divisor }: Uniform,
  terms: readonly ThreadTerm[],
  { bits, width, far }: AddressOptions & { readonly far: number },
): Open {
  const elements = Math.max(1, (width * 8) / bits);
  // Neighbouring threads are a whole stride apart somewhere: then the stride itself is aligned as the access is.
  const factors = terms
    .filter(({ uniform }) => uniform?.key === key)
    .flatMap(({ number, bounded }) => (bounded.length > 0 ? [] : probes.map((thread) => number(thread, noCase))));
  const smallest = factors.filter((one) => one !== 0).reduce((all, one) => gcdOf(all, Math.abs(one)), 0);
  const needed = elements / gcdOf(elements, smallest);
  const steps = multiples(leastCommon(divisor, Math.max(1, needed)), (plainPeriod * 8) / bits);
  return { key, name, isStride: true, steps: steps.map((step) => far + step) };
}

/** After how many bytes a shift of all threads makes no difference. */
function periodOf({ byteSwizzle, elementSwizzle }: Parts, { shifts, bits }: AddressOptions): number {
  const swizzle = byteSwizzle ?? elementSwizzle;
  if (swizzle === undefined) return shifts === "words" ? 4 : plainPeriod;
  const unit = byteSwizzle === undefined ? bits / 8 : 1;
  return Math.max(plainPeriod, 2 ** (swizzle.m + Math.abs(swizzle.s) + swizzle.b) * unit);
}

function multiples(step: number, period: number): readonly number[] {
  const whole = Math.max(1, step);
  const count = Math.max(1, period / gcdOf(whole, Math.max(1, period)));
  return Array.from({ length: Math.ceil(count) }, (_, i) => (whole * i) % Math.max(1, period));
}

const leastCommon = (a: number, b: number): number => (a === 0 || b === 0 ? a || b : (a / gcdOf(a, b)) * b);

interface AllCases {
  readonly cases: readonly Case[] | undefined;
  readonly apart: Addresses["apart"];
}

/** Under a swizzle of bytes a move of all threads is more than a move. */
function allCases(open: readonly Open[], { byteSwizzle }: Parts, bits: number): AllCases {
  const move = byteSwizzle === undefined ? open.find(({ key }) => key === shift) : undefined;
  const whole = (from: Case): Apart => ({ from, by: 0 });
  if (move === undefined) return { cases: casesOf(open), apart: whole };
  const bases = casesOf(open.filter((one) => one !== move)) ?? [];
  const all = new Map<Case, Apart>();
  if (bases.length * move.steps.length <= mostCases)
    for (const from of bases)
      for (const step of move.steps) all.set(new Map([...from, [shift, step]]), { from, by: (step * bits) / 8 });
  return { cases: all.size === 0 ? undefined : [...all.keys()], apart: (one) => all.get(one) ?? whole(one) };
}

/** Every combination; undefined where there are too many. */
function casesOf(open: readonly Open[]): readonly Case[] | undefined {
  let cases: readonly Case[] = [new Map()];
  for (const { key, steps } of open) {
    if (cases.length * steps.length > mostCases) return undefined;
    cases = cases.flatMap((one) => steps.map((step) => new Map([...one, [key, step]])));
  }
  return cases;
}

function byteAt(
  parts: Parts,
  extents: readonly number[],
  bits: number,
  open: ReadonlyMap<string, Open>,
): { readonly at: Addresses["at"]; readonly atThread: boolean } {
  const shifted = open.has(shift);
  const start = summed(parts.start);
  const inner = summed(parts.inner);
  const strides = parts.modes.map(({ stride }) => summed(stride));
  const at = (thread: number, element: number, one: Case): number => {
    let offset = inner(thread, one);
    let rest = element;
    for (let i = 0; i < extents.length; i++) {
      const extent = extents[i] ?? 1;
      const coordinate = i === extents.length - 1 ? rest : rest % extent;
      rest = Math.floor(rest / extent);
      if (coordinate !== 0) offset += coordinate * (strides[i]?.(thread, one) ?? 0);
    }
    const begin = start(thread, one) + (shifted ? (one.get(shift) ?? 0) : 0);
    return swizzled(parts.byteSwizzle, ((begin + swizzled(parts.elementSwizzle, offset)) * bits) / 8);
  };
  return { at, atThread: termsIn(parts).every(({ ofThread }) => !ofThread) };
}

/** The sum of terms, each worked out once for a thread where no case changes it. */
function summed(terms: readonly ThreadTerm[]): (thread: number, one: Case) => number {
  const ofCase = terms.filter(({ bounded }) => bounded.length > 0);
  const fixed = terms.filter(({ bounded, uniform }) => bounded.length === 0 && uniform === undefined);
  const scaled = terms.filter(({ bounded, uniform }) => bounded.length === 0 && uniform !== undefined);
  const known: number[] = [];
  const factors: (readonly number[])[] = [];
  return (thread, one) => {
    let total = known[thread] ?? fixed.reduce((sum, { number }) => sum + number(thread, noCase), 0);
    known[thread] = total;
    if (scaled.length > 0) {
      const own = factors[thread] ?? scaled.map(({ number }) => number(thread, noCase));
      factors[thread] = own;
      for (let i = 0; i < own.length; i++) total += (own[i] ?? 0) * (one.get(scaled[i]?.uniform?.key ?? "") ?? 0);
    }
    for (const { number, uniform } of ofCase)
      total += number(thread, one) * (uniform === undefined ? 1 : (one.get(uniform.key) ?? 0));
    return total;
  };
}
