// MixedBits: an integer of which some bits are static and the others, under a static mask, dynamic: `M_s|(d&f)=v`
// (swizzle.hpp:133-457). All numbers are unsigned 32-bit words.
import type { Context } from "../context.ts";
import {
  add,
  bitAnd,
  bitOr,
  bitXor,
  div,
  dynamicInt,
  isStatic,
  mul,
  shiftLeft,
  shiftRight,
  staticInt,
} from "../int/int.ts";
import type { Int, MixedBits } from "../value.ts";

const not = (x: number): number => ~x >>> 0;
const andN = (x: number, y: number): number => (x & y) >>> 0;
const orN = (x: number, y: number): number => (x | y) >>> 0;

/** `make_mixed_bits(C<s>, d, C<f>)`: a static integer when no bit is dynamic. Static bits take precedence. */
export function makeMixedBits(s: number, d: Int, f: number): Int | MixedBits {
  const mask = andN(f, not(s));
  if (mask === 0 || isStatic(d)) return bitOr(staticInt(s), bitAnd(d, staticInt(mask)));
  return { kind: "mixed", staticBits: s >>> 0, dynamic: bitAnd(unsigned(d), dynamicInt(mask)), mask };
}

/** The word as C++'s uint32_t has it. */
const unsigned = (d: Int): Int => (d.kind === "num" ? dynamicInt(d.value >>> 0) : d);

/** The value at run time: static and dynamic bits together. */
export const mixedValue = (m: MixedBits): Int => add(dynamicInt(m.staticBits), m.dynamic);

export function mixedAnd(a: Int | MixedBits, b: Int | MixedBits): Int | MixedBits {
  if (a.kind !== "mixed" && b.kind !== "mixed") return bitAnd(a, b);
  if (a.kind === "mixed" && b.kind === "mixed") {
    const [s0, f0, s1, f1] = [a.staticBits, a.mask, b.staticBits, b.mask];
    const dynamic = bitOr(
      bitOr(bitAnd(dynamicInt(andN(s1, f0)), a.dynamic), bitAnd(dynamicInt(andN(s0, f1)), b.dynamic)),
      bitAnd(a.dynamic, b.dynamic),
    );
    return makeMixedBits(andN(s0, s1), dynamic, orN(orN(andN(s1, f0), andN(s0, f1)), andN(f0, f1)));
  }
  const [m, c] = sides(a, b);
  const bits = staticBitsOf(c);
  if (bits === undefined) return bitAnd(mixedValue(m), c);
  return makeMixedBits(andN(m.staticBits, bits), m.dynamic, andN(m.mask, bits));
}

export function mixedOr(a: Int | MixedBits, b: Int | MixedBits): Int | MixedBits {
  if (a.kind !== "mixed" && b.kind !== "mixed") return bitOr(a, b);
  if (a.kind === "mixed" && b.kind === "mixed") {
    const [s0, f0, s1, f1] = [a.staticBits, a.mask, b.staticBits, b.mask];
    const keepA = andN(not(s1), f0);
    const keepB = andN(not(s0), f1);
    const dynamic = bitOr(bitAnd(dynamicInt(keepA), a.dynamic), bitAnd(dynamicInt(keepB), b.dynamic));
    return makeMixedBits(orN(s0, s1), dynamic, orN(keepA, keepB));
  }
  const [m, c] = sides(a, b);
  const bits = staticBitsOf(c);
  if (bits === undefined) return bitOr(mixedValue(m), c);
  return makeMixedBits(orN(m.staticBits, bits), m.dynamic, andN(m.mask, not(bits)));
}

export function mixedXor(a: Int | MixedBits, b: Int | MixedBits): Int | MixedBits {
  if (a.kind !== "mixed" && b.kind !== "mixed") return bitXor(a, b);
  if (a.kind === "mixed" && b.kind === "mixed") {
    const [s0, f0, s1, f1] = [a.staticBits, a.mask, b.staticBits, b.mask];
    const bits = orN(andN(andN(not(s0), s1), not(f0)), andN(andN(s0, not(s1)), not(f1)));
    return makeMixedBits(bits, bitXor(bitOr(dynamicInt(s0), a.dynamic), bitOr(dynamicInt(s1), b.dynamic)), orN(f0, f1));
  }
  const [m, c] = sides(a, b);
  const bits = staticBitsOf(c);
  if (bits === undefined) return bitXor(mixedValue(m), c);
  const fixed = orN(andN(andN(not(m.staticBits), bits), not(m.mask)), andN(m.staticBits, not(bits)));
  return makeMixedBits(fixed, bitXor(bitOr(dynamicInt(m.staticBits), m.dynamic), dynamicInt(bits)), m.mask);
}

function sides(a: Int | MixedBits, b: Int | MixedBits): readonly [MixedBits, Int] {
  if (a.kind === "mixed" && b.kind !== "mixed") return [a, b];
  if (b.kind === "mixed" && a.kind !== "mixed") return [b, a];
  throw new Error("one side is mixed, the other an integer");
}

const staticBitsOf = (c: Int): number | undefined => (c.kind === "num" && isStatic(c) ? c.value >>> 0 : undefined);

/** `m >> s`, or `m << -s`. */
export function mixedShiftRight(m: Int | MixedBits, s: number): Int | MixedBits {
  const shift = s >= 0 ? shiftRight : shiftLeft;
  const by = staticInt(Math.abs(s));
  if (m.kind !== "mixed") return shift(m, by);
  const word = (x: number): number => (s >= 0 ? x >>> s : (x * 2 ** -s) % 2 ** 32);
  return makeMixedBits(word(m.staticBits), shift(m.dynamic, by), word(m.mask));
}

const isPowerOfTwo = (n: number): boolean => n > 0 && Number.isInteger(Math.log2(n));

/** `upcast<n>` of an offset divides it, `downcast<n>` multiplies it. */
export function mixedUpcast(ctx: Context, m: MixedBits, n: number): Int | MixedBits {
  if (!isPowerOfTwo(n)) {
    ctx.stop({ code: "not-a-power-of-two", message: "mixed bits divide by powers of two only", at: "swizzle.hpp:380" });
  }
  const at = (x: number): number => {
    if (x % n !== 0) {
      ctx.stop({ code: "divisibility", message: `${n} does not divide ${x}`, at: "integral_constant.hpp:397" });
    }
    return x / n;
  };
  return makeMixedBits(at(m.staticBits), div(m.dynamic, staticInt(n)), at(m.mask));
}

export function mixedDowncast(ctx: Context, m: MixedBits, n: number): Int | MixedBits {
  if (!isPowerOfTwo(n)) {
    ctx.stop({ code: "not-a-power-of-two", message: "mixed bits scale by powers of two only", at: "swizzle.hpp:397" });
  }
  return makeMixedBits((m.staticBits * n) >>> 0, mul(m.dynamic, staticInt(n)), (m.mask * n) >>> 0);
}
