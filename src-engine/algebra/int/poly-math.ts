// Arithmetic of polynomials: sums, products, exact division, bounds and known divisors, always in normal form.
//
// Terms with equal factors are merged, zero terms dropped, everything is sorted by key. Division and the other operations
// that do not stay polynomial are in poly-ops.ts. Coefficients are exact up to 2^53; beyond that the operation stops.
import { OpStop } from "../context.ts";
import type { Factor, OpAtom, Poly, PolyAtom, PolyOp, SymbolAtom, Term } from "./poly.ts";

/** More terms than this are not a form that anybody reads; products that would pass it stop with code "budget". */
const MAX_TERMS = 200;
/** Nor is more text than this; it bounds products of many symbols and divisions nested in divisions. */
const MAX_TEXT = 8000;

function tooLong(): never {
  throw new OpStop({ code: "budget", message: "a symbolic expression grows too large" });
}

export const atomKey = (atom: PolyAtom): string => (atom.op === "symbol" ? atom.id : atom.key);

export function opAtom(op: PolyOp, args: readonly Poly[], sign?: string): OpAtom {
  const key = `${op}${sign ?? ""}(${args.map((a) => a.key).join(";")})`;
  return sign === undefined ? { op, args, key } : { op, args, sign, key };
}

/** Numbers stay exact or the operation ends: shapes go up to 2^53 in product. */
export function exact(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw new OpStop({ code: "budget", message: "an integer grows beyond 2^53, where digits would be lost" });
}

function term(coef: number, factors: readonly Factor[]): Term {
  const key = factors.map((f) => (f.power === 1 ? atomKey(f.atom) : `${atomKey(f.atom)}^${f.power}`)).join("*");
  return { coef, factors, key };
}

/** The normal form of a list of terms: equal products merged, zeros gone, sorted. */
export function polyOf(terms: readonly Term[]): Poly {
  const merged = new Map<string, Term>();
  for (const t of terms) {
    const old = merged.get(t.key);
    const coef = exact((old?.coef ?? 0) + t.coef);
    merged.set(t.key, { coef, factors: t.factors, key: t.key });
  }
  const kept = [...merged.values()].filter((t) => t.coef !== 0).sort((a, b) => (a.key < b.key ? -1 : 1));
  if (kept.length > MAX_TERMS) tooLong();
  const key = kept.map((t) => `${t.coef}*${t.key}`).join("+");
  if (key.length > MAX_TEXT) tooLong();
  return { terms: kept, key };
}

export const constPoly = (value: number): Poly => polyOf([term(value, [])]);
export const atomPoly = (atom: PolyAtom): Poly => polyOf([term(1, [{ atom, power: 1 }])]);
export const symbolPoly = (symbol: SymbolAtom): Poly => atomPoly(symbol);

/** The number a constant polynomial is, else undefined. */
export function constantOf(p: Poly): number | undefined {
  if (p.terms.length === 0) return 0;
  const only = p.terms[0];
  return p.terms.length === 1 && only !== undefined && only.factors.length === 0 ? only.coef : undefined;
}

export const addPoly = (a: Poly, b: Poly): Poly => polyOf([...a.terms, ...b.terms]);
export const scalePoly = (a: Poly, by: number): Poly =>
  polyOf(a.terms.map((t) => ({ ...t, coef: exact(t.coef * by) })));
export const subPoly = (a: Poly, b: Poly): Poly => addPoly(a, scalePoly(b, -1));

export function mulPoly(a: Poly, b: Poly): Poly {
  if (a.terms.length * b.terms.length > MAX_TERMS * 4) {
    tooLong();
  }
  const terms: Term[] = [];
  for (const s of a.terms) for (const t of b.terms) terms.push(mulTerm(s, t));
  return polyOf(terms);
}

function mulTerm(s: Term, t: Term): Term {
  const powers = new Map<string, Factor>();
  for (const f of [...s.factors, ...t.factors]) {
    const key = atomKey(f.atom);
    powers.set(key, { atom: f.atom, power: (powers.get(key)?.power ?? 0) + f.power });
  }
  const factors = [...powers.values()].sort((x, y) => (atomKey(x.atom) < atomKey(y.atom) ? -1 : 1));
  return term(exact(s.coef * t.coef), factors);
}

/** The term divided by another, where that leaves no fraction. */
function divideTerm(t: Term, by: Term): Term | undefined {
  if (by.coef === 0 || t.coef % by.coef !== 0) return undefined;
  const left = new Map(t.factors.map((f) => [atomKey(f.atom), f]));
  for (const f of by.factors) {
    const have = left.get(atomKey(f.atom));
    if (have === undefined || have.power < f.power) return undefined;
    if (have.power === f.power) left.delete(atomKey(f.atom));
    else left.set(atomKey(f.atom), { atom: f.atom, power: have.power - f.power });
  }
  return term(t.coef / by.coef, [...left.values()]);
}

/** `p / q` where q divides p as a polynomial: by one term termwise, by a sum through long division. */
export function divideExact(p: Poly, q: Poly): Poly | undefined {
  const lead = q.terms[q.terms.length - 1];
  if (lead === undefined) return undefined;
  if (p.key === q.key) return constPoly(1);
  const quotient: Term[] = [];
  let rest = p;
  for (let round = 0; rest.terms.length > 0; round++) {
    const t = divideTerm(rest.terms[rest.terms.length - 1]!, lead);
    if (t === undefined || round > MAX_TERMS) return undefined;
    quotient.push(t);
    rest = subPoly(rest, mulPoly({ terms: [t], key: "" }, q));
  }
  return polyOf(quotient);
}

/** Splits p into the terms that the number n divides, already divided, and the rest. Symbols' own divisors do not count. */
export function splitBy(p: Poly, n: number): { readonly quotient: Poly; readonly rest: Poly } {
  const whole = p.terms.filter((t) => t.coef % n === 0).map((t) => ({ ...t, coef: t.coef / n }));
  return { quotient: polyOf(whole), rest: polyOf(p.terms.filter((t) => t.coef % n !== 0)) };
}

export function gcdNumber(a: number, b: number): number {
  let x = Math.abs(a);
  let y = Math.abs(b);
  while (y !== 0) [x, y] = [y, x % y];
  return x;
}

/** A number that divides every value of p: coefficients times the symbols' known divisors. 0 for the zero polynomial. */
export function divisorOf(p: Poly): number {
  let g = 0;
  for (const t of p.terms) g = gcdNumber(g, termDivisor(t));
  return g;
}

export function termDivisor(t: Term): number {
  let d = Math.abs(t.coef);
  for (const f of t.factors) {
    for (let i = 0; i < f.power; i++) {
      const next = d * atomDivisor(f.atom);
      if (!Number.isSafeInteger(next)) return d;
      d = next;
    }
  }
  return d;
}

function atomDivisor(atom: PolyAtom): number {
  if (atom.op === "symbol") return atom.divisor;
  const [a, b] = atom.args;
  if (a === undefined || b === undefined) return 1;
  switch (atom.op) {
    case "min":
    case "max":
    case "gcd":
    case "mod":
      return gcdNumber(divisorOf(a), divisorOf(b));
    case "floor_div": {
      const n = constantOf(b);
      const d = divisorOf(a);
      return n !== undefined && n !== 0 && d % n === 0 ? Math.max(1, Math.abs(d / n)) : 1;
    }
    case "and":
      return Math.max(powerOfTwoIn(divisorOf(a)), powerOfTwoIn(divisorOf(b)));
    case "or":
    case "xor":
      return Math.min(powerOfTwoIn(divisorOf(a)), powerOfTwoIn(divisorOf(b)));
    default:
      return 1;
  }
}

/** The largest power of two that divides n; as many zeros as a number here can have for 0. */
export function powerOfTwoIn(n: number): number {
  let low = 1;
  while (n % (low * 2) === 0 && low < 2 ** 52) low *= 2;
  return low;
}

/** Smallest and largest value, where something is known about them. */
export interface Bounds {
  readonly min: number;
  readonly max: number;
}

const anything: Bounds = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

export function boundsOf(p: Poly): Bounds {
  let min = 0;
  let max = 0;
  for (const t of p.terms) {
    const b = t.factors.reduce(
      (acc, f) => {
        const one = atomBounds(f.atom);
        let out = acc;
        for (let i = 0; i < f.power; i++) out = timesBounds(out, one);
        return out;
      },
      { min: t.coef, max: t.coef },
    );
    min += b.min;
    max += b.max;
  }
  return { min, max };
}

function timesBounds(a: Bounds, b: Bounds): Bounds {
  const products = [times(a.min, b.min), times(a.min, b.max), times(a.max, b.min), times(a.max, b.max)];
  return { min: Math.min(...products), max: Math.max(...products) };
}

const times = (a: number, b: number): number => (a === 0 || b === 0 ? 0 : a * b);

function atomBounds(atom: PolyAtom): Bounds {
  if (atom.op === "symbol") return { min: atom.min ?? anything.min, max: atom.max ?? anything.max };
  const [a, b] = atom.args.map(boundsOf);
  if (a === undefined || b === undefined) return anything;
  switch (atom.op) {
    case "min":
      return { min: Math.min(a.min, b.min), max: Math.min(a.max, b.max) };
    case "max":
      return { min: Math.max(a.min, b.min), max: Math.max(a.max, b.max) };
    case "cmp":
      return { min: 0, max: 1 };
    case "gcd":
      return a.min >= 1 && b.min >= 1 ? { min: 1, max: Math.min(a.max, b.max) } : anything;
    case "ceil_div":
      return a.min >= 0 && b.min >= 1
        ? { min: a.min > 0 ? Math.ceil(a.min / b.max) || 1 : 0, max: Math.ceil(a.max / b.min) }
        : anything;
    case "floor_div":
      return a.min >= 0 && b.min >= 1 ? { min: Math.floor(a.min / b.max), max: Math.floor(a.max / b.min) } : anything;
    case "mod":
      return a.min >= 0 && b.min >= 1 ? { min: 0, max: Math.min(a.max, b.max - 1) } : anything;
    case "and":
      return a.min >= 0 || b.min >= 0
        ? { min: 0, max: Math.min(a.min >= 0 ? a.max : anything.max, b.min >= 0 ? b.max : anything.max) }
        : anything;
    case "or":
    case "xor":
      return a.min >= 0 && b.min >= 0 ? { min: 0, max: a.max + b.max } : anything;
    case "shl":
    case "shr":
      return a.min >= 0 ? { min: 0, max: atom.op === "shr" ? a.max : anything.max } : anything;
    default:
      return anything;
  }
}
