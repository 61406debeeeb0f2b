// Integers as numbers of one thread: a polynomial over thread indices and what is the same for all threads.
//
// Each term is a number that the thread decides times what is uniform (`16*k`). What is uniform has no number: it is named by its
// factors, and whoever asks puts numbers in their place.
import { substitute, symbolsOf } from "../algebra/int/ask.ts";
import { bitsOf, gcdOf } from "../algebra/int/int.ts";
import type { Factor, OpAtom, Poly, PolyAtom, SymbolAtom, Term } from "../algebra/int/poly.ts";
import { atomKey, atomPoly, boundsOf } from "../algebra/int/poly-math.ts";
import type { Int } from "../algebra/value.ts";

/** What a symbol is to the threads of a warp: its number in a thread, the same for all, or nobody can say. */
export type ThreadSymbol = (atom: SymbolAtom) => SymbolMeaning;
export type SymbolMeaning = ThreadNumber | OneOf | Same | "uniform" | "unsure";
export type ThreadNumber = (thread: number) => number;

/** Uniform, and one of few numbers: a loop's variable. */
export interface OneOf {
  readonly values: readonly number[];
}

/** A sum of other symbols: where a thread's loop begins, and its steps. */
export interface Same {
  readonly is: Int;
}

/** Numbers for what is uniform, by key. */
export type Case = ReadonlyMap<string, number>;

/** What all threads have in common, and what certainly divides it. */
export interface Uniform {
  readonly key: string;
  /** As the source names it. */
  readonly name: string;
  readonly divisor: number;
}

/** Something uniform that has few values: each of them is a case. */
export interface Bounded {
  readonly key: string;
  readonly name: string;
  readonly values: readonly number[];
}

export interface ThreadTerm {
  readonly number: (thread: number, one: Case) => number;
  /** False: the number is that of every thread. */
  readonly ofThread: boolean;
  /** What the number rests on besides the thread. */
  readonly bounded: readonly Bounded[];
  readonly uniform: Uniform | undefined;
}

/** The terms of an integer, or why an address with it cannot be counted. */
export function threadTerms(whole: Int, isThread: ThreadSymbol): readonly ThreadTerm[] | { readonly why: string } {
  const a = resolved(whole, isThread);
  if (a.kind === "num") return [{ number: () => a.value, ofThread: false, bounded: [], uniform: undefined }];
  const terms: ThreadTerm[] = [];
  for (const term of a.poly.terms) {
    const split = splitTerm(term, isThread);
    if ("why" in split) return split;
    terms.push(split);
  }
  return terms;
}

/** Without symbols that are sums of others. */
function resolved(a: Int, isThread: ThreadSymbol): Int {
  const sums = symbolsOf(a).flatMap((one): readonly (readonly [string, Int])[] => {
    const meaning = isThread(one);
    return typeof meaning === "object" && "is" in meaning ? [[one.id, meaning.is]] : [];
  });
  return sums.length === 0 ? a : substitute(a, new Map(sums));
}

function splitTerm(term: Term, isThread: ThreadSymbol): ThreadTerm | { readonly why: string } {
  const counted: Factor[] = [];
  const open: Factor[] = [];
  const bounded: Bounded[] = [];
  for (const factor of term.factors) {
    const symbols = symbolsIn(factor.atom);
    const unsure = symbols.find((one) => isThread(one) === "unsure");
    if (unsure !== undefined)
      return { why: `the address rests on ${unsure.name}, which may differ from thread to thread` };
    const uniform = symbols.find((one) => isThread(one) === "uniform");
    if (uniform === undefined) {
      counted.push(factor);
      bounded.push(...symbols.flatMap((one) => oneOf(one, isThread)));
      continue;
    }
    if (symbols.some((one) => typeof isThread(one) === "function"))
      return { why: `the address mixes the thread's index with ${uniform.name}` };
    const few = boundedOf(factor);
    if (few === undefined) open.push(factor);
    else bounded.push(few);
  }
  const whole = term.factors.filter((factor) => !open.includes(factor));
  return {
    number: (thread, one) =>
      whole.reduce((product, factor) => product * factorNumber(factor, { isThread, thread, one }), term.coef),
    ofThread: counted.flatMap(({ atom }) => symbolsIn(atom)).some((one) => typeof isThread(one) === "function"),
    bounded,
    uniform: open.length === 0 ? undefined : uniformOf(open),
  };
}

function oneOf(atom: SymbolAtom, isThread: ThreadSymbol): readonly Bounded[] {
  const meaning = isThread(atom);
  return typeof meaning === "object" && "values" in meaning
    ? [{ key: atom.id, name: atom.name, values: meaning.values }]
    : [];
}

const mostValues = 16;

function boundedOf({ atom }: Factor): Bounded | undefined {
  const { min, max } = boundsOf(atomPoly(atom));
  const divisor = divisorOf(atom);
  if (!Number.isFinite(min) || !Number.isFinite(max) || (max - min) / divisor >= mostValues) return undefined;
  const values: number[] = [];
  for (let value = Math.ceil(min / divisor) * divisor; value <= max; value += divisor) values.push(value);
  return { key: atomKey(atom), name: nameOf([atom]), values };
}

const nameOf = (atoms: readonly PolyAtom[]): string =>
  [...new Set(atoms.flatMap(symbolsIn).map(({ name }) => name))].join("·");

function uniformOf(factors: readonly Factor[]): Uniform {
  const divisor = factors.reduce((all, { atom, power }) => all * divisorOf(atom) ** power, 1);
  const key = factors.map(({ atom, power }) => `${atomKey(atom)}^${power}`).join("·");
  return { key, name: nameOf(factors.map(({ atom }) => atom)), divisor };
}

const divisorOf = (atom: PolyAtom): number => (atom.op === "symbol" ? Math.max(1, atom.divisor) : 1);

export function symbolsIn(atom: PolyAtom): readonly SymbolAtom[] {
  if (atom.op === "symbol") return [atom];
  return atom.args.flatMap((arg) => arg.terms.flatMap(({ factors }) => factors.flatMap((one) => symbolsIn(one.atom))));
}

/** Where numbers come from. */
interface Numbers {
  readonly isThread: ThreadSymbol;
  readonly thread: number;
  readonly one: Case;
}

/** What stands whole in the case is that; else it is made of its parts. */
const factorNumber = ({ atom, power }: Factor, numbers: Numbers): number =>
  (numbers.one.get(atomKey(atom)) ?? (atom.op === "symbol" ? symbolNumber(atom, numbers) : opNumber(atom, numbers))) **
  power;

function symbolNumber(atom: SymbolAtom, { isThread, thread }: Numbers): number {
  const number = isThread(atom);
  return typeof number === "function" ? number(thread) : Number.NaN;
}

const polyNumber = (poly: Poly, numbers: Numbers): number =>
  poly.terms.reduce(
    (sum, term) => sum + term.factors.reduce((product, one) => product * factorNumber(one, numbers), term.coef),
    0,
  );

function opNumber({ op, args, sign }: OpAtom, numbers: Numbers): number {
  const [a, b] = args.map((arg) => polyNumber(arg, numbers));
  if (a === undefined || b === undefined) return Number.NaN;
  switch (op) {
    case "ceil_div":
      return Math.trunc((a + b - 1) / b);
    case "floor_div":
      return Math.trunc(a / b);
    case "mod":
      return a % b;
    case "min":
      return Math.min(a, b);
    case "max":
      return Math.max(a, b);
    case "gcd":
      return gcdOf(a, b);
    case "and":
    case "or":
    case "xor":
      return bitsOf(op, a, b);
    case "shl":
      return a * 2 ** b;
    case "shr":
      return Math.floor(a / 2 ** b);
    case "cmp":
      return (sign === "<" ? a < b : sign === "<=" ? a <= b : sign === "==" ? a === b : a !== b) ? 1 : 0;
    default:
      return op satisfies never;
  }
}
