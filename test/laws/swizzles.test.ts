// Laws of swizzles: involutions that permute within blocks, alone and over layouts.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dynamicInt, staticInt } from "../../src-engine/algebra/int/int.ts";
import { layoutAt } from "../../src-engine/algebra/layout/coords.ts";
import { makeLayoutRight } from "../../src-engine/algebra/layout/make.ts";
import { sliceAndOffset } from "../../src-engine/algebra/layout/slice.ts";
import { mixedValue } from "../../src-engine/algebra/swizzle/mixed-bits.ts";
import { applySwizzle } from "../../src-engine/algebra/swizzle/swizzle.ts";
import type { Offset } from "../../src-engine/algebra/tuple/scalar.ts";
import type { ComposedLayout, Coord, Int, Swizzle, Underscore } from "../../src-engine/algebra/value.ts";
import { underscore } from "../../src-engine/algebra/value.ts";
import { context } from "./draw.ts";

const swizzle: fc.Arbitrary<Swizzle> = fc
  .tuple(fc.nat(3), fc.nat(4), fc.nat(2), fc.boolean())
  .map(([b, m, more, down]) => ({ kind: "swizzle", b, m, s: (down ? -1 : 1) * Math.max(1, b + more) }));

function numberOf(x: Offset): number {
  const value: Int =
    x.kind === "mixed" ? mixedValue(x) : x.kind === "num" || x.kind === "sym" ? x : staticInt(Number.NaN);
  if (value.kind === "num") return value.value;
  throw new Error("a number was expected");
}

const apply = (sw: Swizzle, x: number): number => numberOf(applySwizzle(context(), sw, dynamicInt(x)));

describe("a swizzle", () => {
  test("applied twice is the identity", () => {
    fc.assert(
      fc.property(swizzle, fc.nat(1 << 20), (sw, x) => {
        expect(apply(sw, apply(sw, x))).toBe(x);
      }),
    );
  });

  test("permutes every block of 2^(B+M+|S|) offsets", () => {
    fc.assert(
      fc.property(swizzle, (sw) => {
        const block = 2 ** (sw.b + sw.m + Math.abs(sw.s));
        const seen = new Set(Array.from({ length: block }, (_, i) => apply(sw, i)));
        expect(seen.size).toBe(block);
        expect(Math.max(...seen)).toBeLessThan(block);
      }),
      { numRuns: 40 },
    );
  });
});

describe("a slice of a swizzled layout", () => {
  test("has the layout's results at the slice's places, whether it decays or keeps the swizzle", () => {
    const rows = fc.constantFrom(4, 8, 16);
    const columns = fc.constantFrom(8, 16, 32);
    fc.assert(
      fc.property(swizzle, rows, columns, fc.nat(15), fc.boolean(), fc.boolean(), (sw, m, n, k, byRow, fixed) => {
        const inner = makeLayoutRight({ kind: "tuple", items: [staticInt(m), staticInt(n)] });
        const whole: ComposedLayout = { kind: "composed", outer: sw, offset: staticInt(0), inner };
        const index = (fixed ? staticInt : dynamicInt)(k % (byRow ? m : n));
        const coord: Coord = { kind: "tuple", items: byRow ? [index, underscore] : [underscore, index] };
        const { layout, offset } = sliceAndOffset(context(), coord, whole);
        for (let i = 0; i < (byRow ? n : m); i++) {
          const items: (Int | Underscore)[] = byRow ? [index, dynamicInt(i)] : [dynamicInt(i), index];
          const want = numberOf(layoutAt(context(), whole, { kind: "tuple", items }));
          expect(numberOf(layoutAt(context(), layout, i)) + numberOf(offset)).toBe(want);
        }
      }),
    );
  });
});
