// The integer operations that do not stay polynomial: division, remainder, minimum, bits, comparison.
//
// Each keeps the simplest form that is true for every value the symbols can take, with C++'s division (towards zero):
// 64*K/64 is K, ⌈⌈K/8⌉/8⌉ is ⌈K/64⌉, min(K, 4) is an atom of its own unless K's bounds decide it.
import { OpStop } from "../context.ts";
import type { OpAtom, Poly, PolyOp } from "./poly.ts";
import {
  addPoly,
  atomPoly,
  boundsOf,
  constantOf,
  constPoly,
  divideExact,
  divisorOf,
  gcdNumber,
  opAtom,
  polyOf,
  powerOfTwoIn,
  scalePoly,
  splitBy,
  subPoly,
  termDivisor,
} from "./poly-math.ts";

const isNonNegative = (p: Poly): boolean => boundsOf(p).min >= 0;
const isPositive = (p: Poly): boolean => boundsOf(p).min >= 1;

/** The one operation atom that p is, if it is nothing else. */
export function onlyAtom(p: Poly, op: PolyOp): OpAtom | undefined {
  const t = p.terms.length === 1 ? p.terms[0] : undefined;
  const f = t !== undefined && t.coef === 1 && t.factors.length === 1 ? t.factors[0] : undefined;
  return f !== undefined && f.power === 1 && f.atom.op === op ? f.atom : undefined;
}

export function zeroDivision(): never {
  throw new OpStop({ code: "SIGFPE", message: "integer division by zero" });
}

/** C++ `a / b`, towards zero. */
export function floorDivPoly(a: Poly, b: Poly): Poly {
  const n = constantOf(b);
  if (n === 0) zeroDivision();
  const exactly = divideExact(a, b);
  if (exactly !== undefined) return exactly;
  if (n === undefined || n < 0) return opaque("floor_div", a, b);
  if (isNonNegative(a)) {
    const { quotient, rest } = splitBy(a, n);
    const r = boundsOf(rest);
    if (r.min >= 0 && r.max < n) return quotient;
    if (r.min >= 0 && quotient.terms.length > 0) return addPoly(quotient, floorDivPoly(rest, constPoly(n)));
  }
  const inner = onlyAtom(a, "floor_div");
  const by = inner === undefined ? undefined : constantOf(inner.args[1]!);
  if (inner !== undefined && by !== undefined && by > 0) return floorDivPoly(inner.args[0]!, constPoly(by * n));
  const g = gcdNumber(coefficientGcd(a), n);
  if (g > 1) return floorDivPoly(divideExact(a, constPoly(g))!, constPoly(n / g));
  return opaque("floor_div", a, b);
}

/** CuTe's `ceil_div(a, b)`: `(a + b - 1) / b`. */
export function ceilDivPoly(a: Poly, b: Poly): Poly {
  const n = constantOf(b);
  if (n === 0) zeroDivision();
  if (n === 1) return a;
  if (!isNonNegative(a) || !isPositive(b)) return opaque("ceil_div", a, b);
  const exactly = divideExact(a, b);
  if (exactly !== undefined) return exactly;
  const known = boundsOf(a);
  if (known.min >= 1 && known.max <= boundsOf(b).min) return constPoly(1);
  if (n === undefined) return opaque("ceil_div", a, b);
  const { quotient, rest } = splitBy(a, n);
  if (quotient.terms.length > 0 && isNonNegative(rest)) return addPoly(quotient, ceilDivPoly(rest, b));
  const inner = onlyAtom(a, "ceil_div");
  if (inner !== undefined && isNonNegative(inner.args[0]!) && isPositive(inner.args[1]!)) {
    return ceilDivPoly(inner.args[0]!, scalePoly(inner.args[1]!, n));
  }
  const g = gcdNumber(coefficientGcd(a), n);
  if (g > 1) return ceilDivPoly(divideExact(a, constPoly(g))!, constPoly(n / g));
  return opaque("ceil_div", a, b);
}

/** C++ `a % b`: the sign is a's. */
export function modPoly(a: Poly, b: Poly): Poly {
  const n = constantOf(b);
  if (n === 0) zeroDivision();
  if (divideExact(a, b) !== undefined) return constPoly(0);
  if (n === undefined || n < 0) {
    const left = boundsOf(a);
    return left.min >= 0 && left.max < boundsOf(b).min ? a : opaque("mod", a, b);
  }
  if (divisorOf(a) % n === 0) return constPoly(0);
  if (isNonNegative(a)) {
    const rest = polyOf(a.terms.filter((t) => termDivisor(t) % n !== 0));
    const r = boundsOf(rest);
    if (r.min >= 0 && r.max < n) return rest;
    if (r.min >= 0 && rest.terms.length < a.terms.length) return modPoly(rest, b);
  }
  const g = gcdNumber(coefficientGcd(a), n);
  if (g > 1) return scalePoly(modPoly(divideExact(a, constPoly(g))!, constPoly(n / g)), g);
  return opaque("mod", a, b);
}

export function minPoly(a: Poly, b: Poly): Poly {
  const gap = boundsOf(subPoly(b, a));
  if (gap.min >= 0) return a;
  if (gap.max <= 0) return b;
  return sorted("min", a, b);
}

export function maxPoly(a: Poly, b: Poly): Poly {
  const gap = boundsOf(subPoly(b, a));
  if (gap.max <= 0) return a;
  if (gap.min >= 0) return b;
  return sorted("max", a, b);
}

/** The greatest common divisor: known where a number divides the other side, or both are the same. */
export function gcdPoly(a: Poly, b: Poly): Poly {
  if (a.key === b.key || constantOf(b) === 0) return isNonNegative(a) ? a : sorted("gcd", a, b);
  if (constantOf(a) === 0) return isNonNegative(b) ? b : sorted("gcd", a, b);
  if (!isPositive(a) || !isPositive(b)) return opaque("gcd", a, b);
  const n = constantOf(a) ?? constantOf(b);
  if (n !== undefined && gcdNumber(divisorOf(a), divisorOf(b)) === n) return constPoly(n);
  return sorted("gcd", a, b);
}

/** 1 or 0 where the bounds decide, else an atom. */
export function comparePoly(sign: "<" | "<=" | "==" | "!=", a: Poly, b: Poly): Poly {
  const gap = boundsOf(subPoly(b, a));
  const decided = decide(sign, gap.min, gap.max, divisorOf(subPoly(b, a)), b, a);
  return decided === undefined ? atomPoly(opAtom("cmp", [a, b], sign)) : constPoly(decided ? 1 : 0);
}

function decide(sign: string, min: number, max: number, divisor: number, b: Poly, a: Poly): boolean | undefined {
  switch (sign) {
    case "<":
      return min > 0 ? true : max <= 0 ? false : undefined;
    case "<=":
      return min >= 0 ? true : max < 0 ? false : undefined;
    default: {
      const same = equalPoly(a, b, min, max, divisor);
      return same === undefined ? undefined : same === (sign === "==");
    }
  }
}

/** True or false where it is certain: equal forms, bounds apart, or a residue that no values of the symbols can cancel. */
function equalPoly(a: Poly, b: Poly, min: number, max: number, divisor: number): boolean | undefined {
  if (a.key === b.key || divisor === 0) return true;
  if (min > 0 || max < 0) return false;
  const gap = subPoly(b, a);
  const constant = gap.terms.find((t) => t.factors.length === 0)?.coef ?? 0;
  const rest = divisorOf(polyOf(gap.terms.filter((t) => t.factors.length > 0)));
  return rest !== 0 && constant % rest !== 0 ? false : undefined;
}

/** Bit operations: an atom unless alignment or bounds show that the operands' bits do not meet, or what a mask leaves. */
export function bitPoly(op: "and" | "or" | "xor", a: Poly, b: Poly): Poly {
  if (bitsApart(a, b) || bitsApart(b, a)) return op === "and" ? constPoly(0) : addPoly(a, b);
  if (a.key === b.key) return op === "xor" ? constPoly(0) : a;
  const masked = op === "and" ? (maskPoly(a, b) ?? maskPoly(b, a)) : undefined;
  return masked ?? sorted(op, a, b);
}

/** `x & mask`: one mask of two, x itself where the mask keeps all its bits, a remainder where it keeps those below a power of two. */
function maskPoly(x: Poly, by: Poly): Poly | undefined {
  const mask = constantOf(by);
  if (mask === undefined || mask < 0) return undefined;
  const keeps = BigInt(mask);
  for (const [of, other] of masksIn(x)) return bitPoly("and", of, constPoly(Number(other & keeps)));
  const bits = possibleBits(x);
  if (bits === undefined) return undefined;
  if ((bits & ~keeps) === 0n) return x;
  const power = 1n << BigInt(keeps.toString(2).length);
  return (bits & (power - 1n) & ~keeps) === 0n ? modPoly(x, constPoly(Number(power))) : undefined;
}

/** `y & c` as (y, c). */
function masksIn(x: Poly): readonly (readonly [Poly, bigint])[] {
  const [a, b] = onlyAtom(x, "and")?.args ?? [];
  if (a === undefined || b === undefined) return [];
  return [
    [a, b],
    [b, a],
  ].flatMap(([of, mask]) => {
    const c = constantOf(mask!);
    return c === undefined || c < 0 ? [] : [[of!, BigInt(c)] as const];
  });
}

/** The bits that can be set in a number that is not negative: those from its known divisor up to its bound. */
function possibleBits(p: Poly): bigint | undefined {
  const { min, max } = boundsOf(p);
  if (min < 0) return undefined;
  const low = BigInt(powerOfTwoIn(divisorOf(p)));
  const top = Number.isSafeInteger(max) ? (1n << BigInt(BigInt(max).toString(2).length)) - 1n : -1n;
  return top & -low;
}

/** a lies below every bit that b can have set: a < 2^k and 2^k divides b. */
function bitsApart(a: Poly, b: Poly): boolean {
  const bounds = boundsOf(a);
  const divisor = divisorOf(b);
  return divisor === 0 || (bounds.min >= 0 && bounds.max < powerOfTwoIn(divisor));
}

export function shiftPoly(op: "shl" | "shr", a: Poly, b: Poly): Poly {
  const n = constantOf(b);
  if (n !== undefined && n >= 0 && n < 53) {
    if (op === "shl") return scalePoly(a, 2 ** n);
    if (isNonNegative(a)) return floorDivPoly(a, constPoly(2 ** n));
  }
  return opaque(op, a, b);
}

const opaque = (op: PolyOp, a: Poly, b: Poly): Poly => atomPoly(opAtom(op, [a, b]));
const sorted = (op: PolyOp, a: Poly, b: Poly): Poly => atomPoly(opAtom(op, a.key < b.key ? [a, b] : [b, a]));
const coefficientGcd = (p: Poly): number => p.terms.reduce((g, t) => gcdNumber(g, t.coef), 0);
