// Integers as CuTe computes them: static (`_8`) or dynamic (`8`), a number or a polynomial over symbols.
//
// A result is static when both operands are, with CuTe's exceptions: `_0*x`, `_0/x`, `_0%x`, `x%_1`, `_0&x` and `_0 && x` are `_0`,
// `_1 || x` is `_1` (numeric/integral_constant.hpp:258-344). Division is C++'s, towards zero.
// Numbers below 4096 are shared objects, so that the algebra's inner loops allocate nothing for them.
import { OpStop } from "../context.ts";
import type { Int, Know, Num, Sym } from "../value.ts";
import type { Poly } from "./poly.ts";
import { addPoly, boundsOf, constantOf, constPoly, mulPoly, scalePoly, subPoly } from "./poly-math.ts";
import {
  bitPoly,
  ceilDivPoly,
  comparePoly,
  floorDivPoly,
  gcdPoly,
  maxPoly,
  minPoly,
  modPoly,
  shiftPoly,
  zeroDivision,
} from "./poly-ops.ts";

const SHARED = 4096;
const shared = (know: Know): readonly Num[] =>
  Array.from({ length: SHARED }, (_, value) => Object.freeze({ kind: "num", know, value }));
const statics = shared("static");
const dynamics = shared("dynamic");

export const ZERO: Num = statics[0]!;
export const ONE: Num = statics[1]!;
export const TWO: Num = statics[2]!;

const truths: readonly Num[] = [0, 1].map((value) =>
  Object.freeze({ kind: "num", know: "static", value, truth: true }),
);

/** Python's True and False. */
export const pythonTruth = (holds: boolean): Num => truths[holds ? 1 : 0]!;

/** `Int<value>{}`: prints `_value`. */
export function staticInt(value: number): Num {
  if (value >= 0 && value < SHARED && Number.isInteger(value)) return statics[value]!;
  if (!Number.isSafeInteger(value)) tooLarge();
  return { kind: "num", know: "static", value };
}

/** A run-time integer whose number is known: prints `value`. */
export function dynamicInt(value: number): Num {
  if (value >= 0 && value < SHARED && Number.isInteger(value)) return dynamics[value]!;
  if (!Number.isSafeInteger(value)) tooLarge();
  return { kind: "num", know: "dynamic", value };
}

export const num = (know: Know, value: number): Num => (know === "static" ? staticInt(value) : dynamicInt(value));

function tooLarge(): never {
  throw new OpStop({ code: "budget", message: "an integer grows beyond 2^53, where digits would be lost" });
}

/** A polynomial as an Int: a constant becomes a number, still static or dynamic as said. */
export function intOf(know: Know, poly: Poly): Int {
  const value = constantOf(poly);
  return value === undefined ? { kind: "sym", know, poly } : num(know, value);
}

export const polyOfInt = (a: Int): Poly => (a.kind === "num" ? constPoly(a.value) : a.poly);

export const isInt = (v: { readonly kind: string }): v is Int => v.kind === "num" || v.kind === "sym";
export const isStatic = (a: Int): boolean => a.know === "static";
/** CuTe's is_constant<n, T>: static and this number. A static symbol is not: nobody says that it is n. */
export const isConstant = (a: { readonly kind: string }, n: number): boolean =>
  a.kind === "num" && (a as Num).value === n && (a as Num).know === "static";
/** The same number or the same polynomial, known by the same: whichever object holds it. */
export const isSameInt = (a: Int, b: Int): boolean =>
  a.know === b.know &&
  (a.kind === "num" ? b.kind === "num" && a.value === b.value : b.kind === "sym" && a.poly.key === b.poly.key);

const both = (a: Int, b: Int): Know => (a.know === "static" && b.know === "static" ? "static" : "dynamic");

export function add(a: Int, b: Int): Int {
  if (a.kind === "num" && b.kind === "num") {
    return a.know === "static" && b.know === "static" ? staticInt(a.value + b.value) : dynamicInt(a.value + b.value);
  }
  return intOf(both(a, b), addPoly(polyOfInt(a), polyOfInt(b)));
}

export function sub(a: Int, b: Int): Int {
  if (a.kind === "num" && b.kind === "num") return num(both(a, b), a.value - b.value);
  return intOf(both(a, b), subPoly(polyOfInt(a), polyOfInt(b)));
}

export function mul(a: Int, b: Int): Int {
  if (isConstant(a, 0) || isConstant(b, 0)) return ZERO;
  if (a.kind === "num" && b.kind === "num") {
    return a.know === "static" && b.know === "static" ? staticInt(a.value * b.value) : dynamicInt(a.value * b.value);
  }
  return intOf(both(a, b), mulPoly(polyOfInt(a), polyOfInt(b)));
}

export function neg(a: Int): Int {
  return a.kind === "num" ? num(a.know, 0 - a.value) : intOf(a.know, scalePoly(a.poly, -1));
}

/** C++ `a / b`. A zero divisor stops with code "SIGFPE", as running it does. */
export function div(a: Int, b: Int): Int {
  if (isConstant(a, 0) && b.know === "dynamic") return ZERO;
  if (a.kind === "num" && b.kind === "num") {
    if (b.value === 0) zeroDivision();
    return num(both(a, b), Math.trunc(a.value / b.value) + 0);
  }
  return intOf(both(a, b), floorDivPoly(polyOfInt(a), polyOfInt(b)));
}

export function mod(a: Int, b: Int): Int {
  if (a.know === "dynamic" && (isConstant(b, 1) || isConstant(b, -1))) return ZERO;
  if (isConstant(a, 0) && b.know === "dynamic") return ZERO;
  if (a.kind === "num" && b.kind === "num") {
    if (b.value === 0) zeroDivision();
    return num(both(a, b), (a.value % b.value) + 0);
  }
  return intOf(both(a, b), modPoly(polyOfInt(a), polyOfInt(b)));
}

/** `(a + b - 1) / b`, static where both are (int_tuple.hpp:344). */
export function ceilDiv(a: Int, b: Int): Int {
  if (a.kind === "num" && b.kind === "num") {
    if (b.value === 0) zeroDivision();
    return num(both(a, b), Math.trunc((a.value + b.value - 1) / b.value) + 0);
  }
  return intOf(both(a, b), ceilDivPoly(polyOfInt(a), polyOfInt(b)));
}

export function min(a: Int, b: Int): Int {
  if (a.kind === "num" && b.kind === "num") return num(both(a, b), Math.min(a.value, b.value));
  return intOf(both(a, b), minPoly(polyOfInt(a), polyOfInt(b)));
}

export function max(a: Int, b: Int): Int {
  if (a.kind === "num" && b.kind === "num") return num(both(a, b), Math.max(a.value, b.value));
  return intOf(both(a, b), maxPoly(polyOfInt(a), polyOfInt(b)));
}

export function abs(a: Int): Int {
  if (a.kind === "num") return a.value < 0 ? num(a.know, -a.value) : a;
  const bounds = boundsOf(a.poly);
  if (bounds.min >= 0) return a;
  if (bounds.max <= 0) return neg(a);
  return intOf(a.know, maxPoly(a.poly, scalePoly(a.poly, -1)));
}

/** -1, 0 or 1; for a symbol of unknown sign `(0 < a) - (a < 0)`. */
export function signum(a: Int): Int {
  if (a.kind === "num") return num(a.know, Math.sign(a.value));
  const zero = constPoly(0);
  return intOf(a.know, subPoly(comparePoly("<", zero, a.poly), comparePoly("<", a.poly, zero)));
}

export type Comparison = "<" | "<=" | ">" | ">=" | "==" | "!=";

/** A comparison as CuTe has it: `_1`/`_0` when both sides are static, else `1`/`0`, or a symbolic truth value. */
export function compare(sign: Comparison, a: Int, b: Int): Int {
  if (sign === ">") return compare("<", b, a);
  if (sign === ">=") return compare("<=", b, a);
  if (a.kind === "num" && b.kind === "num") return num(both(a, b), holds(sign, a.value, b.value) ? 1 : 0);
  return intOf(both(a, b), comparePoly(sign, polyOfInt(a), polyOfInt(b)));
}

function holds(sign: "<" | "<=" | "==" | "!=", a: number, b: number): boolean {
  switch (sign) {
    case "<":
      return a < b;
    case "<=":
      return a <= b;
    case "==":
      return a === b;
    case "!=":
      return a !== b;
    default: {
      const never: never = sign;
      return never;
    }
  }
}

/** 1 or 0: what is a truth value already stays. */
function truth(a: Int): Int {
  if (a.kind === "num") return num(a.know, a.value !== 0 ? 1 : 0);
  const { min: low, max: high } = boundsOf(a.poly);
  return low >= 0 && high <= 1 ? a : compare("!=", a, num(a.know, 0));
}

/** `a && b`: a static false absorbs the other side. */
export function and(a: Int, b: Int): Int {
  if (isConstant(a, 0) || isConstant(b, 0)) return ZERO;
  return mul(truth(a), truth(b));
}

/** `a || b`: a static true absorbs the other side. */
export function or(a: Int, b: Int): Int {
  const x = truth(a);
  const y = truth(b);
  if (isConstant(x, 1) || isConstant(y, 1)) return ONE;
  return max(x, y);
}

export const not = (a: Int): Int => compare("==", a, num(a.know, 0));

export function bitAnd(a: Int, b: Int): Int {
  if ((isConstant(a, 0) && b.know === "dynamic") || (isConstant(b, 0) && a.know === "dynamic")) return ZERO;
  return bits("and", a, b);
}
export const bitOr = (a: Int, b: Int): Int => bits("or", a, b);
export const bitXor = (a: Int, b: Int): Int => bits("xor", a, b);

function bits(op: "and" | "or" | "xor", a: Int, b: Int): Int {
  if (a.kind !== "num" || b.kind !== "num") return intOf(both(a, b), bitPoly(op, polyOfInt(a), polyOfInt(b)));
  return num(both(a, b), bitsOf(op, a.value, b.value));
}

const INT32 = 2 ** 31;

/** Bits of numbers beyond 32 go through BigInt, two's complement for negative ones. */
export function bitsOf(op: "and" | "or" | "xor", a: number, b: number): number {
  if (a < INT32 && b < INT32 && a >= -INT32 && b >= -INT32) {
    return op === "and" ? a & b : op === "or" ? a | b : a ^ b;
  }
  const x = BigInt(a);
  const y = BigInt(b);
  return Number(op === "and" ? x & y : op === "or" ? x | y : x ^ y);
}

export const bitNot = (a: Int): Int => sub(num(a.know, -1), a);

/** C++ `a << b`; a count below zero has no value. */
export function shiftLeft(a: Int, b: Int): Int {
  if (isNegative(b)) negativeShift();
  if (a.kind !== "num" || b.kind !== "num") return intOf(both(a, b), shiftPoly("shl", polyOfInt(a), polyOfInt(b)));
  return num(both(a, b), a.value * 2 ** b.value);
}

export function shiftRight(a: Int, b: Int): Int {
  if (isNegative(b)) negativeShift();
  if (a.kind !== "num" || b.kind !== "num") return intOf(both(a, b), shiftPoly("shr", polyOfInt(a), polyOfInt(b)));
  return num(both(a, b), Math.floor(a.value / 2 ** b.value));
}

/** CuTe's shiftl and shiftr (numeric/math.hpp:285): by a count below zero to the other side. */
export const shiftl = (a: Int, b: Int): Int => (isNegative(b) ? shiftRight(a, neg(b)) : shiftLeft(a, b));
export const shiftr = (a: Int, b: Int): Int => (isNegative(b) ? shiftLeft(a, neg(b)) : shiftRight(a, b));

const isNegative = (a: Int): boolean => a.kind === "num" && a.value < 0;

function negativeShift(): never {
  throw new OpStop({ code: "negative-shift", message: "a shift by a negative count" });
}

export function gcd(a: Int, b: Int): Int {
  if (a.kind === "num" && b.kind === "num") return num(both(a, b), gcdOf(a.value, b.value));
  return intOf(both(a, b), gcdPoly(polyOfInt(a), polyOfInt(b)));
}

/** cute::gcd keeps C++'s signs (numeric/math.hpp:102). */
export function gcdOf(t: number, u: number): number {
  let x = t;
  let y = u;
  for (;;) {
    if (x === 0) return y;
    y = (y % x) + 0;
    if (y === 0) return x;
    x = (x % y) + 0;
  }
}

export function lcm(a: Int, b: Int): Int {
  if (a.kind === "num" && b.kind === "num") {
    const g = gcdOf(a.value, b.value);
    if (g === 0) zeroDivision();
    return num(both(a, b), Math.trunc(a.value / g) * b.value);
  }
  const multiple = mul(div(a, gcd(a, b)), b);
  return both(a, b) === "static" ? multiple : asDynamic(multiple);
}

/** `conditional_return(b, x, y)`: a static condition picks; a dynamic one gives a dynamic value unless both are the same. */
export function choose(condition: Int, x: Int, y: Int): Int {
  if (isStatic(condition) && condition.kind === "num") return condition.value !== 0 ? x : y;
  if (isSameInt(x, y)) return x;
  if (condition.kind === "num") {
    const picked = condition.value !== 0 ? x : y;
    return picked.kind === "num" ? dynamicInt(picked.value) : ({ ...picked, know: "dynamic" } satisfies Sym);
  }
  const weighted = add(mul(asDynamic(x), condition), mul(asDynamic(y), sub(ONE, condition)));
  return asDynamic(weighted);
}

/** The same integer as only the run knows it. */
export const asDynamic = (a: Int): Int => (a.kind === "num" ? dynamicInt(a.value) : { ...a, know: "dynamic" });
