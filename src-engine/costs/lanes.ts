// The addresses of a warp's threads for one case after the other: what no case changes is worked out once.
import { bitsOf } from "../algebra/int/int.ts";
import type { Swizzle } from "../algebra/value.ts";
import type { Parts } from "./address.ts";
import type { Case, ThreadTerm } from "./term.ts";

interface Asked {
  readonly threads: readonly number[];
  readonly element: number;
  /** What a case calls a shift of all threads, where there is one. */
  readonly shift: string | undefined;
  readonly bits: number;
}

/** The bytes of some threads. */
export interface Lanes {
  at(one: Case): readonly number[];
  /** Threads of one form lie alike in every case, but for where the first begins; undefined where that is not said. */
  readonly form: string | undefined;
  /** Where the first begins, in bytes; of threads with a form. */
  first(one: Case): number;
}

export function addressesFor(parts: Parts, extents: readonly number[], asked: Asked): Lanes {
  const { threads, element, shift, bits } = asked;
  const [start, inner] = [scaled(parts.start, 1), offsetTerms(parts, extents, element)];
  const [begins, offsets] = [sumsOf(start, threads), sumsOf(inner, threads)];
  const at = (one: Case): readonly number[] => {
    const offset = offsets(one);
    const moved = shift === undefined ? 0 : (one.get(shift) ?? 0);
    return begins(one).map((begin, i) => {
      const inside = swizzled(parts.elementSwizzle, offset[i] ?? 0);
      return swizzled(parts.byteSwizzle, ((begin + moved + inside) * bits) / 8);
    });
  };
  const all = [...start, ...inner];
  const isSum = parts.byteSwizzle === undefined && parts.elementSwizzle === undefined;
  const form = isSum ? formOf(all, threads) : undefined;
  const first = sumsOf(all, threads.slice(0, 1));
  const moved = (one: Case): number => (shift === undefined ? 0 : (one.get(shift) ?? 0));
  return { at, form, first: (one) => (((first(one)[0] ?? 0) + moved(one)) * bits) / 8 };
}

/** How much further than the first thread each term is in the others; of terms that differ from case to case nothing is said. */
function formOf(terms: readonly Scaled[], threads: readonly number[]): string | undefined {
  if (terms.some(({ term }) => term.bounded.length > 0)) return undefined;
  const none: Case = new Map();
  const texts = terms.flatMap(({ term: { number, ofThread, uniform }, times }) => {
    if (!ofThread) return [];
    const begin = number(threads[0] ?? 0, none);
    return [`${uniform?.key ?? ""} ${threads.map((thread) => times * (number(thread, none) - begin)).join()}`];
  });
  return [threads.length, ...texts].join(" ");
}

interface Scaled {
  readonly term: ThreadTerm;
  readonly times: number;
}

const scaled = (terms: readonly ThreadTerm[], times: number): readonly Scaled[] =>
  terms.map((term) => ({ term, times }));

function offsetTerms(parts: Parts, extents: readonly number[], element: number): readonly Scaled[] {
  const terms = [...scaled(parts.inner, 1)];
  let rest = element;
  for (const [i, extent] of extents.entries()) {
    const coordinate = i === extents.length - 1 ? rest : rest % extent;
    rest = Math.floor(rest / extent);
    if (coordinate !== 0) terms.push(...scaled(parts.modes[i]?.stride ?? [], coordinate));
  }
  return terms;
}

function sumsOf(terms: readonly Scaled[], threads: readonly number[]): (one: Case) => readonly number[] {
  const isFixed = ({ term }: Scaled): boolean => term.bounded.length === 0 && term.uniform === undefined;
  const columns = terms.map((one) => ({ ...one, column: columnOf(one.term, threads) }));
  const none: Case = new Map();
  const fixed = threads.map((_, i) =>
    columns.filter(isFixed).reduce((sum, { times, column }) => sum + times * (column(none)[i] ?? 0), 0),
  );
  const open = columns.filter((one) => !isFixed(one));
  return (one) => {
    const sums = [...fixed];
    for (const { term, times, column } of open) {
      const scale = times * (term.uniform === undefined ? 1 : (one.get(term.uniform.key) ?? 0));
      if (scale === 0) continue;
      const own = column(one);
      for (let i = 0; i < sums.length; i++) sums[i] = (sums[i] ?? 0) + scale * (own[i] ?? 0);
    }
    return sums;
  };
}

/** A term's numbers by thread, for each of what it rests on. */
function columnOf({ number, bounded }: ThreadTerm, threads: readonly number[]): (one: Case) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  return (one) => {
    const key = bounded.map((of) => one.get(of.key)).join();
    const column = known.get(key) ?? threads.map((thread) => number(thread, one));
    known.set(key, column);
    return column;
  };
}

export function swizzled(swizzle: Swizzle | undefined, offset: number): number {
  if (swizzle === undefined) return offset;
  const { b, m, s } = swizzle;
  const source = bitsOf("and", offset, (2 ** b - 1) * 2 ** (m + Math.max(0, s)));
  return bitsOf("xor", offset, s >= 0 ? Math.floor(source / 2 ** s) : source * 2 ** -s);
}
