// Questions about integers that are answered yes, no or unknown, and the making and replacing of symbols.
//
// "no" means: for no value that the symbols can take. Rules speak on "no"; hovers list the unknowns as obligations. A question always
// has an answer: where the polynomials grow too large to compare, it is unknown.
import { type Answer, OpStop } from "../context.ts";
import type { Int, Know, Value } from "../value.ts";
import {
  add,
  bitAnd,
  bitOr,
  bitXor,
  ceilDiv,
  compare,
  div,
  dynamicInt,
  gcd,
  intOf,
  max,
  min,
  mod,
  mul,
  num,
  polyOfInt,
  shiftLeft,
  shiftRight,
} from "./int.ts";
import type { Poly, PolyAtom, SymbolAtom } from "./poly.ts";
import { boundsOf, constantOf, divisorOf, gcdNumber, polyOf, subPoly, symbolPoly } from "./poly-math.ts";
import { comparePoly, modPoly } from "./poly-ops.ts";

export interface SymbolOptions {
  /** A number known to divide it, default 1. */
  readonly divisor?: number;
  readonly width?: 32 | 64;
  /** Sizes are at least 1, indices at least 0; without it nothing is known about the sign. */
  readonly min?: number;
  readonly max?: number;
  /** `Int<BLK_M>` is static: the compiler would know it. Default dynamic. */
  readonly know?: Know;
  /** CuTe DSL: what the trace cannot know. */
  readonly ofRun?: true;
  /** CuTe DSL: no trace has its number, whoever calls what it stands in. */
  readonly onlyRun?: true;
  /** C++: a template argument that nobody gives. */
  readonly ofCompiler?: true;
  /** The variable whose value something unknown has written. */
  readonly free?: string;
  /** What a loop changes, in each of its rounds. */
  readonly loop?: true;
  /** CuTe DSL: certainly no tuple. */
  readonly isInteger?: true;
  /** C++: only its type is known, by whose name it goes. */
  readonly ofType?: true;
}

/** CuTe DSL: a number, or made of symbols that are certainly no tuples. */
export const isCertainInteger = (value: Value): boolean =>
  value.kind === "num" || (value.kind === "sym" && symbolsOf(value).every((one) => one.isInteger === true));

/** A new symbol: two symbols are the same exactly when their ids are; the name is for display (`?` when empty). */
export function symbol(id: string, name: string, options: SymbolOptions = {}): Int {
  const atom: SymbolAtom = {
    op: "symbol",
    id,
    name,
    divisor: options.divisor ?? 1,
    width: options.width ?? 32,
    ...(options.min === undefined ? {} : { min: options.min }),
    ...(options.max === undefined ? {} : { max: options.max }),
    ...(options.ofRun === undefined ? {} : { ofRun: options.ofRun }),
    ...(options.onlyRun === undefined ? {} : { onlyRun: options.onlyRun }),
    ...(options.ofCompiler === undefined ? {} : { ofCompiler: options.ofCompiler }),
    ...(options.free === undefined ? {} : { free: options.free }),
    ...(options.loop === undefined ? {} : { loop: options.loop }),
    ...(options.isInteger === undefined ? {} : { isInteger: options.isInteger }),
    ...(options.ofType === undefined ? {} : { ofType: options.ofType }),
  };
  return intOf(options.know ?? "dynamic", symbolPoly(atom));
}

/** The answer, or the one given where the arithmetic behind the question stops. */
function asked<T>(question: () => T, open: T): T {
  try {
    return question();
  } catch (error) {
    if (error instanceof OpStop) return open;
    throw error;
  }
}

/** Does `divisor` divide `of`? */
export function divides(divisor: Int, of: Int): Answer {
  if (divisor.kind === "num" && of.kind === "num") {
    return divisor.value === 0 ? (of.value === 0 ? "yes" : "no") : of.value % divisor.value === 0 ? "yes" : "no";
  }
  return asked(() => dividesSymbolic(divisor, of), "unknown");
}

function dividesSymbolic(divisor: Int, of: Int): Answer {
  const n = polyOfInt(divisor);
  if (constantOf(n) === 0) return equal(of, dynamicInt(0));
  const rest = constantOf(modPoly(polyOfInt(of), n));
  if (rest !== undefined) return rest === 0 ? "yes" : "no";
  return residueForbids(polyOfInt(of), n) ? "no" : "unknown";
}

/** `8*K + 4` is never a multiple of 8: the varying part moves in steps that share a factor with n which the constant lacks. */
function residueForbids(of: Poly, n: Poly): boolean {
  const by = constantOf(n);
  if (by === undefined) return false;
  const constant = of.terms.find((t) => t.factors.length === 0)?.coef ?? 0;
  const steps = divisorOf(polyOf(of.terms.filter((t) => t.factors.length > 0)));
  return constant % gcdNumber(steps, by) !== 0;
}

export function equal(a: Int, b: Int): Answer {
  if (a.kind === "num" && b.kind === "num") return a.value === b.value ? "yes" : "no";
  return asked(() => truthAnswer(comparePoly("==", polyOfInt(a), polyOfInt(b))), "unknown");
}

export function less(a: Int, b: Int): Answer {
  if (a.kind === "num" && b.kind === "num") return a.value < b.value ? "yes" : "no";
  return asked(() => truthAnswer(comparePoly("<", polyOfInt(a), polyOfInt(b))), "unknown");
}

/**
 * Does a stand before b in order of size? A symbol that is at least a counts as behind it, though it may be equal: orders of
 * modes only differ for modes that are then degenerate. Unknown where either may be the smaller.
 */
export function before(a: Int, b: Int): Answer {
  if (a.kind === "num" && b.kind === "num") return a.value < b.value ? "yes" : "no";
  const [p, q] = [polyOfInt(a), polyOfInt(b)];
  if (p.key === q.key) return "no";
  const atMost = (x: Poly, y: Poly): Answer => asked(() => truthAnswer(comparePoly("<=", x, y)), "unknown");
  return atMost(p, q) === "yes" ? "yes" : atMost(q, p) === "yes" ? "no" : "unknown";
}

function truthAnswer(p: Poly): Answer {
  const value = constantOf(p);
  return value === undefined ? "unknown" : value !== 0 ? "yes" : "no";
}

export const isYes = (truth: Int): Answer =>
  truth.kind === "num" ? (truth.value !== 0 ? "yes" : "no") : truthAnswer(truth.poly);

/** What is known about the size of an integer: ±Infinity where nothing is. */
export function bounds(a: Int): { readonly min: number; readonly max: number } {
  return a.kind === "num" ? { min: a.value, max: a.value } : boundsOf(a.poly);
}

/** A number that divides the integer whatever its symbols are; 0 for zero. */
export const knownDivisor = (a: Int): number => (a.kind === "num" ? Math.abs(a.value) : divisorOf(a.poly));

/** Whether `a - b` is a known number, and which. */
export function difference(a: Int, b: Int): number | undefined {
  return asked(() => constantOf(subPoly(polyOfInt(a), polyOfInt(b))), undefined);
}

/** The integer that is the symbol alone. */
export const ofSymbol = (atom: SymbolAtom): Int => intOf("dynamic", symbolPoly(atom));

/** The symbols an integer rests on, each once. */
export function symbolsOf(a: Int): readonly SymbolAtom[] {
  const found = new Map<string, SymbolAtom>();
  if (a.kind === "sym") collect(a.poly, found);
  return [...found.values()];
}

function collect(p: Poly, into: Map<string, SymbolAtom>): void {
  for (const t of p.terms) {
    for (const f of t.factors) {
      if (f.atom.op === "symbol") into.set(f.atom.id, f.atom);
      else for (const arg of f.atom.args) collect(arg, into);
    }
  }
}

/** The integer with symbols replaced; what is not in the map stays. The result is static or dynamic as the integer was. */
export function substitute(a: Int, values: ReadonlyMap<string, Int>): Int {
  if (a.kind === "num") return a;
  const replaced = substitutePoly(a.poly, values);
  return replaced.kind === "num" ? num(a.know, replaced.value) : { ...replaced, know: a.know };
}

function substitutePoly(p: Poly, values: ReadonlyMap<string, Int>): Int {
  let sum: Int = dynamicInt(0);
  for (const t of p.terms) {
    let product: Int = dynamicInt(t.coef);
    for (const f of t.factors) {
      const value = substituteAtom(f.atom, values);
      for (let i = 0; i < f.power; i++) product = mul(product, value);
    }
    sum = add(sum, product);
  }
  return sum;
}

function substituteAtom(atom: PolyAtom, values: ReadonlyMap<string, Int>): Int {
  if (atom.op === "symbol") {
    const value = values.get(atom.id);
    return value === undefined ? ofSymbol(atom) : intOf("dynamic", polyOfInt(value));
  }
  const a = substitutePoly(atom.args[0]!, values);
  const b = substitutePoly(atom.args[1]!, values);
  switch (atom.op) {
    case "ceil_div":
      return ceilDiv(a, b);
    case "floor_div":
      return div(a, b);
    case "mod":
      return mod(a, b);
    case "min":
      return min(a, b);
    case "max":
      return max(a, b);
    case "gcd":
      return gcd(a, b);
    case "and":
      return bitAnd(a, b);
    case "or":
      return bitOr(a, b);
    case "xor":
      return bitXor(a, b);
    case "shl":
      return shiftLeft(a, b);
    case "shr":
      return shiftRight(a, b);
    case "cmp":
      return compare(comparisonOf(atom.sign), a, b);
  }
}

function comparisonOf(sign: string | undefined): "<" | "<=" | "==" | "!=" {
  return sign === "<" || sign === "<=" || sign === "==" ? sign : "!=";
}
