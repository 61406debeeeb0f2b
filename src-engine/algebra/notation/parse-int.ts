// Integers in the notation: `_8`, `8`, `_-3`, `?{i64 div=8}`, symbols and their arithmetic: `64*ldA`, `⌈K/64⌉`, `min(M,N)+1`.
import { symbol } from "../int/ask.ts";
import {
  add,
  bitAnd,
  bitOr,
  bitXor,
  ceilDiv,
  div,
  dynamicInt,
  gcd,
  isInt,
  max,
  min,
  mod,
  mul,
  neg,
  shiftLeft,
  shiftRight,
  staticInt,
  sub,
} from "../int/int.ts";
import type { Int, Value } from "../value.ts";
import { accept, expect, match, parseError, peek, type Scanner } from "./scanner.ts";

export interface Names {
  /** Who knows a number without a mark: only the run in C++ (`8`), the compiler in the DSL. */
  readonly plain: "static" | "dynamic";
  /** The value of a name. Without it a name is a new symbol of at least 1. */
  readonly resolve?: (name: string) => Value | undefined;
  /** What a name followed by `(`, `<` or `{` is: a call. Undefined when the name calls nothing. */
  readonly call?: (s: Scanner, name: string, start: number) => Value | undefined;
  /** Between `<` and `>`, where `>>` closes two brackets. */
  readonly inTemplate?: boolean;
  /** Makes the `?`s of one text different from another's. */
  readonly origin?: string;
}

const NAME = /[\p{L}][\p{L}\p{N}_.]*'*|_[\p{L}_][\p{L}\p{N}_]*'*/uy;

/** Sums of products; stops before what is no arithmetic. */
export const parseSum = (s: Scanner, names: Names): Int => continueSum(s, names, parseFactor(s, names));

/** The rest of a sum whose first factor is read. */
export function continueSum(s: Scanner, names: Names, first: Int): Int {
  let left = continueProduct(s, names, first);
  for (;;) {
    if (accept(s, "+")) left = add(left, parseProduct(s, names));
    else if (accept(s, "-")) left = sub(left, parseProduct(s, names));
    else if (accept(s, "<<")) left = shiftLeft(left, parseProduct(s, names));
    else if (names.inTemplate !== true && accept(s, ">>")) left = shiftRight(left, parseProduct(s, names));
    else if (accept(s, "&")) left = bitAnd(left, parseProduct(s, names));
    else if (accept(s, "|")) left = bitOr(left, parseProduct(s, names));
    else if (accept(s, "^")) left = bitXor(left, parseProduct(s, names));
    else return left;
  }
}

function parseProduct(s: Scanner, names: Names): Int {
  return continueProduct(s, names, parseFactor(s, names));
}

function continueProduct(s: Scanner, names: Names, first: Int): Int {
  let left = first;
  for (;;) {
    if (accept(s, "*")) left = mul(left, parseFactor(s, names));
    else if (peek(s) === "/" && accept(s, "/")) left = div(left, parseFactor(s, names));
    else if (accept(s, "%")) left = mod(left, parseFactor(s, names));
    else return left;
  }
}

function parseFactor(s: Scanner, names: Names): Int {
  if (accept(s, "-")) return neg(parseFactor(s, names));
  if (accept(s, "⌈")) return quotient(s, names, "⌉", ceilDiv);
  if (accept(s, "⌊")) return quotient(s, names, "⌋", div);
  if (peek(s) === "[" || peek(s) === "(") return bracketed(s, names);
  const least = match(s, /(min|max|gcd)\s*\(/y);
  if (least !== undefined) return extreme(s, names, least[1] === "min" ? min : least[1] === "max" ? max : gcd);
  return parseNumber(s, names) ?? parseName(s, names) ?? parseError(s.at, "expected a number or a name");
}

function bracketed(s: Scanner, names: Names): Int {
  const close = accept(s, "[") ? "]" : accept(s, "(") ? ")" : "";
  const inside = parseSum(s, names);
  expect(s, close);
  return inside;
}

/** `⌈a/b⌉`: the division inside is the bracket's own. */
function quotient(s: Scanner, names: Names, close: string, op: (a: Int, b: Int) => Int): Int {
  let left = parseFactor(s, names);
  while (accept(s, "*")) left = mul(left, parseFactor(s, names));
  expect(s, "/");
  let right = parseFactor(s, names);
  while (accept(s, "*")) right = mul(right, parseFactor(s, names));
  expect(s, close);
  return op(left, right);
}

function extreme(s: Scanner, names: Names, op: (a: Int, b: Int) => Int): Int {
  let left = parseSum(s, names);
  while (accept(s, ",")) left = op(left, parseSum(s, names));
  expect(s, ")");
  return left;
}

function parseNumber(s: Scanner, names: Names): Int | undefined {
  const fixed = match(s, /_(-?\d+)(?:\{\})?/y);
  if (fixed !== undefined) return staticInt(checked(s, fixed[1]!));
  const plain = match(s, /0[xX][0-9a-fA-F]+|\d+/y);
  if (plain === undefined) return undefined;
  const value = checked(s, plain[0]);
  return names.plain === "static" ? staticInt(value) : dynamicInt(value);
}

function checked(s: Scanner, digits: string): number {
  const value = Number(digits);
  return Number.isSafeInteger(value) ? value : parseError(s.at - digits.length, "a number beyond 2^53");
}

function parseName(s: Scanner, names: Names): Int | undefined {
  const start = s.at;
  if (accept(s, "?")) return parseUnknown(s, `?${names.origin ?? ""}${start}`);
  const found = match(s, NAME);
  if (found === undefined) return undefined;
  const name = found[0];
  if (/[(<{]/.test(s.text[s.at] ?? "") && !/^\{[^}]*(?:div|i64)/.test(s.text.slice(s.at))) {
    const called = names.call?.(s, name, start);
    if (called !== undefined) return isInt(called) ? called : parseError(start, `${name} gives no integer`);
  }
  const marks = parseMarks(s);
  const known = names.resolve?.(name);
  if (known !== undefined) return isInt(known) ? known : parseError(start, `${name} is not an integer`);
  return symbol(name, name, { min: 1, ...marks });
}

/** `?`, `?{div=8}`, `?{i64}`: every one a symbol of its own. */
function parseUnknown(s: Scanner, id: string): Int {
  return symbol(id, "?", { min: 1, ...parseMarks(s) });
}

interface Marks {
  readonly divisor?: number;
  readonly width?: 64;
}

function parseMarks(s: Scanner): Marks {
  const braces = match(s, /\{([^{}]*)\}/y);
  if (braces === undefined) return {};
  const divisor = /div\s*=\s*(\d+)/.exec(braces[1]!);
  return {
    ...(divisor === null ? {} : { divisor: Number(divisor[1]) }),
    ...(/i64/.test(braces[1]!) ? { width: 64 as const } : {}),
  };
}
