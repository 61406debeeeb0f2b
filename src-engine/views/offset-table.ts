// The offsets of a layout over rows and columns as plain numbers, for pictures of many cells: a layout is a sum over its modes,
// so each row and each column is asked once, and swizzles permute the sum.
import type { Context } from "../algebra/context.ts";
import { staticInt } from "../algebra/int/int.ts";
import { layoutAt } from "../algebra/layout/coords.ts";
import { applySwizzle, yyy } from "../algebra/swizzle/swizzle.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { leavesOf, modesOf } from "../algebra/tuple/tree.ts";
import type { AnyLayout, Coord, Int, Layout, Shape, Stride, Swizzle } from "../algebra/value.ts";

/** Larger offsets do not fit the bits of a JavaScript integer. */
const mostBits = 2 ** 31;

/** The offset at a row and a column; undefined where it is no number. */
export type OffsetAt = (row: number, column: number) => number | undefined;

/** `coordOf` gives the coordinate of a cell; what it fixes of further modes is the same for all cells. */
export function offsetTable(ctx: Context, a: AnyLayout, coordOf: (row: number, column: number) => Coord): OffsetAt {
  const parts = partsOf(a);
  if (parts === undefined) return (row, column) => numberOf(layoutAt(ctx, a, coordOf(row, column)));
  const { plain, swizzles } = parts;
  const along = (coord: (i: number) => Coord): ((i: number) => number | undefined) => {
    const known: (number | undefined)[] = [];
    return (i) => {
      if (!(i in known)) known[i] = numberOf(layoutAt(ctx, plain, coord(i)));
      return known[i];
    };
  };
  const ofRow = along((row) => coordOf(row, 0));
  const ofColumn = along((column) => coordOf(0, column));
  return (row, column) => {
    const [first, second, origin] = [ofRow(row), ofColumn(column), ofRow(0)];
    if (first === undefined || second === undefined || origin === undefined) return undefined;
    return swizzles.reduce(
      (offset, { swizzle, base }) => permuted(ctx, swizzle, base + offset),
      first + second - origin,
    );
  };
}

interface Permuted {
  readonly swizzle: Swizzle;
  readonly base: number;
}

/** The layout below swizzles, and the swizzles from the inside out; undefined of other compositions. */
function partsOf(a: AnyLayout): { readonly plain: Layout; readonly swizzles: readonly Permuted[] } | undefined {
  if (a.kind === "layout") return { plain: a, swizzles: [] };
  if (a.outer.kind !== "swizzle" || a.inner.kind === "swizzle") return undefined;
  const base = a.offset.kind === "flag" ? 0 : a.offset.kind === "num" ? a.offset.value : undefined;
  const inner = partsOf(a.inner);
  if (base === undefined || inner === undefined) return undefined;
  return { plain: inner.plain, swizzles: [...inner.swizzles, { swizzle: a.outer, base }] };
}

function permuted(ctx: Context, swizzle: Swizzle, offset: number): number {
  if (offset >= mostBits) return numberOf(applySwizzle(ctx, swizzle, staticInt(offset))) ?? Number.NaN;
  const source = offset & yyy(swizzle);
  return offset ^ (swizzle.s >= 0 ? source >> swizzle.s : source << -swizzle.s);
}

/** The offset at an index; in plain numbers where shape and stride are numbers, as pictures ask for every index. */
export function offsetAtIndex(ctx: Context, a: AnyLayout): (index: number) => number | undefined {
  const exact = (index: number) => numberOf(layoutAt(ctx, a, index));
  if (a.kind !== "layout") return exact;
  const strides = leavesOf<Stride>(a.stride);
  const leaves = leavesOf<Int>(a.shape).map(
    (extent, i) => [numberOf(extent), numberOf(strides[i] ?? a.stride)] as const,
  );
  if (leaves.some(([extent, stride]) => extent === undefined || stride === undefined)) return exact;
  const total = leaves.reduce((product, [extent]) => product * (extent ?? 0), 1);
  return (index) => {
    if (index < 0 || index >= total) return exact(index);
    let [rest, offset] = [index, 0];
    for (const [extent = 1, stride = 0] of leaves) {
      offset += (rest % extent) * stride;
      rest = Math.floor(rest / extent);
    }
    return offset;
  };
}

/** The place in the domain, first mode first; undefined where an extent before the last has no number. */
export function indexTable(
  shape: Shape,
  at: (row: number, column: number) => Coord,
): (row: number, column: number) => number | undefined {
  const sizes = modesOf(shape).map((mode) => product(mode));
  if (sizes.slice(0, -1).some(({ kind }) => kind !== "num")) return () => undefined;
  const steps: number[] = [];
  sizes.reduce((step, n) => {
    steps.push(step);
    return n.kind === "num" ? step * n.value : step;
  }, 1);
  const placeOf = (c: Coord | undefined): number => (c?.kind === "num" ? c.value : Number.NaN);
  const indexAt = (coord: Coord): number =>
    coord.kind === "tuple"
      ? coord.items.reduce((sum: number, one, i) => sum + placeOf(one) * (steps[i] ?? 0), 0)
      : placeOf(coord);
  // A sum over rows and columns, each of which is asked once.
  const [ofRow, ofColumn, origin]: [number[], number[], number] = [[], [], indexAt(at(0, 0))];
  return (row, column) => {
    ofRow[row] ??= indexAt(at(row, 0));
    ofColumn[column] ??= indexAt(at(0, column));
    const index = (ofRow[row] ?? Number.NaN) + (ofColumn[column] ?? Number.NaN) - origin;
    return Number.isNaN(index) ? undefined : index;
  };
}

const numberOf = (offset: { readonly kind: string }): number | undefined =>
  "value" in offset && offset.kind === "num" && typeof offset.value === "number" ? offset.value : undefined;
