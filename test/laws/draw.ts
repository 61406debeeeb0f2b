// Random layouts, tilers and coordinates for the laws. Sizes are small, so that every law can be checked at every index.
import fc from "fast-check";
import { dynamicInt, staticInt } from "../../src-engine/algebra/int/int.ts";
import { layoutAt } from "../../src-engine/algebra/layout/coords.ts";
import { asArith } from "../../src-engine/algebra/tuple/scalar.ts";
import type { Int, Layout, Shape, Stride, Strides, Tree } from "../../src-engine/algebra/value.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";

export const context = () => makeContext("cpp", 5_000_000);

/** What `layout(i)` gives, as text; a number for integral layouts. */
export function at(a: Layout, i: number): string {
  const value = asArith(layoutAt(context(), a, i));
  if (value.kind === "num") return String(value.value);
  return value.kind === "arith" ? JSON.stringify(value.items) : "symbolic";
}

export const numberAt = (a: Layout, i: number): number => Number(at(a, i));

export function numberOf(a: Int): number {
  if (a.kind === "num") return a.value;
  throw new Error("a number was expected");
}

interface Mode {
  readonly size: number;
  readonly gap: number;
  readonly key: number;
}

const mode: fc.Arbitrary<Mode> = fc.record({
  size: fc.constantFrom(1, 2, 3, 4, 5, 6, 8),
  gap: fc.constantFrom(1, 1, 1, 1, 2, 3),
  key: fc.nat(1000),
});

/** Modes in a random order of strides, each a multiple of the reach before it: injective, compact where no gap is drawn. */
function strided(modes: readonly Mode[], gaps: boolean): { readonly sizes: number[]; readonly strides: number[] } {
  const order = modes.map((_, i) => i).sort((a, b) => modes[a]!.key - modes[b]!.key || a - b);
  const strides = modes.map(() => 0);
  let next = 1;
  for (const i of order) {
    if (gaps) next *= modes[i]!.gap;
    strides[i] = next;
    next *= modes[i]!.size;
  }
  return { sizes: modes.map((m) => m.size), strides };
}

const tree = <T>(items: readonly Tree<T>[]): Tree<T> => (items.length === 1 ? items[0]! : { kind: "tuple", items });

/** The first modes as they are, the others as one nested mode. */
function nested<T>(items: readonly T[], split: number): Tree<T> {
  if (split <= 0 || split >= items.length - 1) return tree<T>([...items]);
  return tree<T>([...items.slice(0, split), { kind: "tuple", items: items.slice(split) }]);
}

const layoutOf = (modes: readonly Mode[], gaps: boolean, split: number, know: (i: number) => Int["know"]): Layout => {
  const { sizes, strides } = strided(modes, gaps);
  const int = (value: number, i: number): Int => (know(i) === "static" ? staticInt(value) : dynamicInt(value));
  const shape: Shape = nested<Int>(sizes.map(int), split);
  const stride: Strides = nested<Stride>(
    strides.map((d, i) => int(d, i + 1)),
    split,
  );
  return { kind: "layout", shape, stride };
};

const modes = fc.array(mode, { minLength: 1, maxLength: 4 });

/** Static and injective: what inverses and complements are for. */
export const injectiveLayout = fc.tuple(modes, fc.nat(3)).map(([m, split]) => layoutOf(m, true, split, () => "static"));
export const compactLayout = fc.tuple(modes, fc.nat(3)).map(([m, split]) => layoutOf(m, false, split, () => "static"));

/** Static and dynamic integers mixed. */
export const mixedLayout = fc
  .tuple(modes, fc.nat(3), fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
  .map(([m, split, dynamic]) => layoutOf(m, true, split, (i) => (dynamic[i % 6] ? "dynamic" : "static")));

/** Any strides at all, zeros and overlaps included. */
export const anyLayout = fc
  .array(fc.tuple(fc.constantFrom(1, 2, 3, 4), fc.constantFrom(0, 1, 2, 3, 4, 6, 8, 12)), {
    minLength: 1,
    maxLength: 4,
  })
  .map(
    (pairs): Layout => ({
      kind: "layout",
      shape: tree<Int>(pairs.map(([s]) => staticInt(s))),
      stride: tree<Stride>(pairs.map(([, d]) => staticInt(d))),
    }),
  );
