// Swizzle<B,M,S> as a function on offsets, and the making of swizzles from bit masks (swizzle.hpp).
//
// The B bits at M+|S| (or at M for negative S) are XORed onto those |S| lower (higher).
import type { Context } from "../context.ts";
import { bitAnd, bitXor, isInt, shiftLeft, shiftRight, staticInt, ZERO } from "../int/int.ts";
import { layoutAt } from "../layout/coords.ts";
import type { Index, Offset } from "../tuple/scalar.ts";
import type { ComposedLayout, Int, Layout, Swizzle } from "../value.ts";
import { mixedAnd, mixedShiftRight, mixedXor } from "./mixed-bits.ts";

/** Swizzle<b,m,s>{}, with CuTe's conditions on the numbers. */
export function makeSwizzleValue(ctx: Context, b: number, m: number, s: number): Swizzle {
  const refuse = (message: string, at: string): never => ctx.stop({ code: "bad-swizzle", message, at });
  if (m < 0) refuse("MBase must be positive", "swizzle.hpp:61");
  if (b < 0) refuse("BBits must be positive", "swizzle.hpp:62");
  if (Math.abs(s) < b) refuse("abs(SShift) must be at least BBits", "swizzle.hpp:63");
  return { kind: "swizzle", b, m, s };
}

const mask = (b: number): number => 2 ** b - 1;

/** The source bits: those that are XORed onto the others. */
export const yyy = (sw: Swizzle): number => mask(sw.b) * 2 ** (sw.m + Math.max(0, sw.s));
/** The target bits: those that change. */
export const zzz = (sw: Swizzle): number => mask(sw.b) * 2 ** (sw.m - Math.min(0, sw.s));

/** `sw(offset)`: offset ^ shiftr(offset & yyy, s). */
export function applySwizzle(ctx: Context, sw: Swizzle, offset: Offset): Int | Exclude<Offset, Index> {
  if (offset.kind === "mixed") {
    const source = mixedAnd(offset, staticInt(yyy(sw)));
    return mixedXor(offset, mixedShiftRight(source, sw.s));
  }
  if (!isInt(offset)) return ctx.stop({ code: "no-overload", message: "a swizzle of a coordinate" });
  const source = bitAnd(offset, staticInt(yyy(sw)));
  return bitXor(offset, shiftBy(source, sw.s));
}

/** `shiftr(x, s)`: to the left for negative s. */
export const shiftBy = (x: Int, s: number): Int => (s >= 0 ? shiftRight(x, staticInt(s)) : shiftLeft(x, staticInt(-s)));

export function popcount(x: number): number {
  let count = 0;
  for (let rest = x; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}

/** Trailing zeros of a 32-bit number; 32 for 0. */
export function trailingZeros(x: number): number {
  if (x === 0) return 32;
  let count = 0;
  for (let rest = x; rest % 2 === 0; rest /= 2) count++;
  return count;
}

/** `make_swizzle<Y,Z>()`: the swizzle that XORs bits Y onto bits Z. */
export function makeSwizzle(ctx: Context, y: number, z: number): Swizzle {
  const bits = popcount(y);
  if (bits !== popcount(z)) {
    ctx.stop({ code: "bad-swizzle", message: "Y and Z have different numbers of bits", at: "swizzle.hpp:110" });
  }
  const lowY = trailingZeros(y);
  const lowZ = trailingZeros(z);
  const sw = makeSwizzleValue(ctx, bits, Math.min(lowY, lowZ) % 32, lowY - lowZ);
  if (yyy(sw) + zzz(sw) !== y + z || bitsOverlap(y, z)) {
    ctx.stop({ code: "bad-swizzle", message: "the bits of Y or Z are not adjacent", at: "swizzle.hpp:115" });
  }
  return sw;
}

const bitsOverlap = (y: number, z: number): boolean => (BigInt(y) & BigInt(z)) !== 0n;

/** `composition(Swizzle, Swizzle)`: of equal shift only. */
export function mergeSwizzles(ctx: Context, a: Swizzle, b: Swizzle): Swizzle {
  if (a.s !== b.s) {
    ctx.stop({ code: "bad-swizzle", message: "only swizzles of the same shift merge", at: "swizzle.hpp:125" });
  }
  const xor = (x: number, y: number): number => Number(BigInt(x) ^ BigInt(y));
  return makeSwizzle(ctx, xor(yyy(a), yyy(b)), xor(zzz(a), zzz(b)));
}

/** `composition(layout, Swizzle)`: the layout takes the swizzle's bits to others, which are swizzled after it (swizzle_layout.hpp:327). */
export function layoutOverSwizzle(ctx: Context, a: Layout, sw: Swizzle): ComposedLayout | Layout {
  const outer = makeSwizzle(ctx, maskThrough(ctx, a, yyy(sw)), maskThrough(ctx, a, zzz(sw)));
  return outer.b === 0 ? a : { kind: "composed", outer, offset: ZERO, inner: a };
}

export function maskThrough(ctx: Context, a: Layout, bits: number): number {
  const image = layoutAt(ctx, a, staticInt(bits));
  if (image.kind === "num" && image.know === "static") return image.value;
  return ctx.stop({ code: "not-static", message: "a swizzle's bits must map to static numbers" });
}
