// The laws of the layout algebra, on random layouts. On failure fast-check prints the seed and the smallest counterexample.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { staticInt } from "../../src-engine/algebra/int/int.ts";
import { coalesce, filter } from "../../src-engine/algebra/layout/coalesce.ts";
import { complement } from "../../src-engine/algebra/layout/complement.ts";
import { composition } from "../../src-engine/algebra/layout/composition.ts";
import { cosize, size } from "../../src-engine/algebra/layout/coords.ts";
import { logicalDivide, zippedDivide } from "../../src-engine/algebra/layout/divide.ts";
import { leftInverse, rightInverse } from "../../src-engine/algebra/layout/inverse.ts";
import { flattenLayout, modeOf } from "../../src-engine/algebra/layout/modes.ts";
import { blockedProduct, logicalProduct } from "../../src-engine/algebra/layout/product.ts";
import { print } from "../../src-engine/algebra/notation/print.ts";
import { depthOf } from "../../src-engine/algebra/tuple/tree.ts";
import type { Layout } from "../../src-engine/algebra/value.ts";
import { attempt } from "../../src-engine/calculator/context.ts";
import { anyLayout, at, compactLayout, context, injectiveLayout, mixedLayout, numberAt, numberOf } from "./draw.ts";

const law = (name: string, property: fc.IProperty<never> | fc.IRawProperty<unknown>): void =>
  test(name, () => {
    fc.assert(property as fc.IProperty<unknown>, { numRuns: 200 });
  });

const sizeOf = (a: Layout): number => numberOf(size(context(), a));
const indices = (n: number): number[] => Array.from({ length: n }, (_, i) => i);
const image = (a: Layout): Set<number> => new Set(indices(sizeOf(a)).map((i) => numberAt(a, i)));

describe("coalesce", () => {
  law(
    "is the same function with no more than one level",
    fc.property(fc.oneof(anyLayout, mixedLayout), (a) => {
      const c = coalesce(context(), a);
      expect(depthOf(c.shape)).toBeLessThanOrEqual(1);
      expect(indices(sizeOf(a)).map((i) => at(c, i))).toEqual(indices(sizeOf(a)).map((i) => at(a, i)));
    }),
  );

  law(
    "changes nothing the second time",
    fc.property(fc.oneof(anyLayout, mixedLayout), (a) => {
      const once = coalesce(context(), a);
      expect(print(coalesce(context(), once))).toBe(print(once));
    }),
  );

  law(
    "of the flattened layout is that of the layout",
    fc.property(mixedLayout, (a) => {
      expect(print(coalesce(context(), flattenLayout(context(), a)))).toBe(print(coalesce(context(), a)));
    }),
  );
});

describe("filter", () => {
  law(
    "keeps the set of results",
    fc.property(anyLayout, (a) => {
      expect(image(filter(context(), a))).toEqual(image(a));
    }),
  );
});

describe("size and cosize", () => {
  law(
    "cosize is one more than the largest result",
    fc.property(fc.oneof(anyLayout, mixedLayout), (a) => {
      expect(numberOf(cosize(context(), a))).toBe(Math.max(...image(a)) + 1);
    }),
  );
});

describe("composition", () => {
  law(
    "R(i) = A(B(i)) wherever CuTe accepts it and no need says that it is inexact",
    fc.property(fc.oneof(compactLayout, mixedLayout), fc.oneof(injectiveLayout, mixedLayout), (a, b) => {
      const ctx = context();
      const outcome = attempt(() => composition(ctx, a, b));
      fc.pre("value" in outcome && ctx.needs.every((need) => need.holds === "yes"));
      if (!("value" in outcome)) return;
      const n = sizeOf(b);
      expect(indices(n).map((i) => at(outcome.value, i))).toEqual(indices(n).map((i) => at(a, numberAt(b, i))));
    }),
  );

  law(
    "a result that is not A(B(i)) carries a need that says so",
    fc.property(fc.oneof(compactLayout, mixedLayout), fc.oneof(injectiveLayout, mixedLayout), (a, b) => {
      const ctx = context();
      const outcome = attempt(() => composition(ctx, a, b));
      fc.pre("value" in outcome);
      if (!("value" in outcome)) return;
      const n = sizeOf(b);
      const exact =
        sizeOf(outcome.value) === n && indices(n).every((i) => at(outcome.value, i) === at(a, numberAt(b, i)));
      const needs = ctx.needs.filter((need) => need.kind === "exact");
      expect(needs.some((need) => need.holds !== "yes")).toBe(!exact || needs.some((need) => need.holds === "unknown"));
    }),
  );

  law(
    "with the identity changes nothing but the form",
    fc.property(injectiveLayout, (a) => {
      const identity: Layout = { kind: "layout", shape: size(context(), a), stride: staticInt(1) };
      const composed = composition(context(), a, identity);
      expect(indices(sizeOf(a)).map((i) => at(composed, i))).toEqual(indices(sizeOf(a)).map((i) => at(a, i)));
    }),
  );
});

describe("complement", () => {
  law(
    "shares nothing with the layout but 0, and is ordered",
    fc.property(injectiveLayout, fc.constantFrom(1, 24, 64, 120, 1000), (a, n) => {
      const rest = complement(context(), a, staticInt(n));
      const results = indices(sizeOf(rest)).map((i) => numberAt(rest, i));
      expect(results).toEqual([...results].sort((x, y) => x - y));
      const taken = image(a);
      expect(results.filter((r, i) => i > 0 && taken.has(r))).toEqual([]);
    }),
  );

  law(
    "completes the layout: together they reach at least the cotarget",
    fc.property(injectiveLayout, fc.constantFrom(1, 24, 64, 120, 1000), (a, n) => {
      const rest = complement(context(), a, staticInt(n));
      const sums = indices(sizeOf(rest)).flatMap((j) => [...image(a)].map((x) => x + numberAt(rest, j)));
      expect(new Set(sums).size).toBe(sums.length);
      expect(Math.max(...sums) + 1).toBeGreaterThanOrEqual(n);
    }),
  );
});

describe("inverses", () => {
  law(
    "A(right_inverse(A)(i)) = i",
    fc.property(fc.oneof(injectiveLayout, mixedLayout), (a) => {
      const inverse = rightInverse(context(), a);
      expect(indices(sizeOf(inverse)).map((i) => numberAt(a, numberAt(inverse, i)))).toEqual(indices(sizeOf(inverse)));
    }),
  );

  law(
    "left_inverse(A)(A(i)) = i for injective A",
    fc.property(injectiveLayout, (a) => {
      const inverse = leftInverse(context(), a);
      expect(indices(sizeOf(a)).map((i) => numberAt(inverse, numberAt(a, i)))).toEqual(indices(sizeOf(a)));
    }),
  );

  law(
    "of a compact layout are the same layout",
    fc.property(compactLayout, (a) => {
      expect(print(leftInverse(context(), a))).toBe(print(rightInverse(context(), a)));
    }),
  );
});

describe("division and product", () => {
  law(
    "logical_divide(A, B) is A o (B, complement(B, shape(coalesce(A))))",
    fc.property(compactLayout, injectiveLayout, (a, b) => {
      const ctx = context();
      const divided = attempt(() => logicalDivide(ctx, a, b));
      fc.pre("value" in divided);
      if (!("value" in divided)) return;
      const rest = complement(ctx, b, coalesce(ctx, a).shape);
      const both: Layout = {
        kind: "layout",
        shape: { kind: "tuple", items: [b.shape, rest.shape] },
        stride: { kind: "tuple", items: [b.stride, rest.stride] },
      };
      expect(print(divided.value)).toBe(print(composition(ctx, a, both)));
    }),
  );

  law(
    "mode 0 of a division by a size is the layout's beginning",
    fc.property(compactLayout, fc.constantFrom(1, 2, 3, 4), (a, n) => {
      const ctx = context();
      const divided = attempt(() => zippedDivide(ctx, a, staticInt(n)));
      fc.pre("value" in divided && sizeOf(a) % n === 0);
      if (!("value" in divided)) return;
      const tile = modeOf(ctx, divided.value, 0);
      expect(indices(n).map((i) => numberAt(tile, i))).toEqual(indices(n).map((i) => numberAt(a, i)));
    }),
  );

  law(
    "logical_product(A, B) begins with A, and mode 1 is the complement of A after B",
    fc.property(injectiveLayout, compactLayout, (a, b) => {
      const ctx = context();
      const product = attempt(() => logicalProduct(ctx, a, b));
      fc.pre("value" in product);
      if (!("value" in product)) return;
      expect(print(modeOf(ctx, product.value, 0))).toBe(print(a));
      const count = sizeOf(a) * numberOf(cosize(ctx, b));
      const free = complement(ctx, a, staticInt(count));
      expect(print(modeOf(ctx, product.value, 1))).toBe(print(composition(ctx, free, b)));
    }),
  );

  law(
    "blocked_product multiplies the sizes mode by mode",
    fc.property(compactLayout, compactLayout, (a, b) => {
      const ctx = context();
      const product = attempt(() => blockedProduct(ctx, a, b));
      fc.pre("value" in product);
      if (!("value" in product)) return;
      expect(sizeOf(product.value)).toBe(sizeOf(a) * sizeOf(b));
    }),
  );
});
