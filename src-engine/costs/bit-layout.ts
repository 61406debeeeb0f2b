// The layout that a matrix of bits comes from: the inverse of bit-matrix.ts, with one swizzle where the bits need it.
//
// A column is the offset that one bit of the index adds. Columns that double are one mode; a mode of the shape whose columns
// do not is nested. What is found is checked by its own matrix.
import type { Context } from "../algebra/context.ts";
import { staticInt } from "../algebra/int/int.ts";
import { product } from "../algebra/tuple/int-tuple.ts";
import { modesOf } from "../algebra/tuple/tree.ts";
import { type AnyLayout, type Int, type Layout, type Shape, type Swizzle, type Tree, tuple } from "../algebra/value.ts";
import { bitMatrix } from "./bit-matrix.ts";
import { offsetsOf } from "./offsets.ts";

type Matrix = readonly (readonly boolean[])[];

/** Offsets of more bits are not searched. */
const mostBits = 24;

/** Undefined where the shape does not fit the matrix, or no layout with at most one swizzle has it. */
export function layoutOfBits(ctx: Context, matrix: Matrix, shape: Shape): AnyLayout | undefined {
  const sizes = modesOf(shape).map((mode) => product(mode));
  const bits = sizes.map((n) => (n.kind === "num" ? Math.log2(n.value) : Number.NaN));
  const width = matrix[0]?.length ?? 0;
  if (bits.some((n) => !Number.isInteger(n)) || bits.reduce((a, b) => a + b, 0) !== width) return undefined;
  if (matrix.length > mostBits) return undefined;
  const columns = Array.from({ length: width }, (_, j) =>
    matrix.reduce((value, row, i) => value + (row[j] === true ? 2 ** i : 0), 0),
  );
  const one = sizes.length === 1;
  const plain = affine(columns, bits, one);
  if (has(ctx, plain, matrix)) return plain;
  for (const swizzle of swizzles(matrix.length)) {
    const inner = affine(
      columns.map((column) => applied(swizzle, column)),
      bits,
      one,
    );
    const composed: AnyLayout = { kind: "composed", outer: swizzle, offset: staticInt(0), inner };
    if (has(ctx, composed, matrix)) return composed;
  }
  return undefined;
}

function has(ctx: Context, layout: AnyLayout, matrix: Matrix): boolean {
  const offsets = offsetsOf(ctx, layout);
  const own = offsets === undefined ? undefined : bitMatrix(offsets);
  if (own === undefined) return false;
  // Rows of zeros at the top say nothing.
  const rows = Math.max(own.length, matrix.length);
  const bit = (m: Matrix, i: number, j: number): boolean => m[i]?.[j] === true;
  return Array.from({ length: rows }, (_, i) => i).every((i) =>
    (matrix[0] ?? []).every((_, j) => bit(own, i, j) === bit(matrix, i, j)),
  );
}

/** Modes of strides that double; the bits of each mode follow each other. */
function affine(columns: readonly number[], bits: readonly number[], one: boolean): Layout {
  let from = 0;
  const modes = bits.map((count) => {
    const mode = modeOf(columns.slice(from, from + count));
    from += count;
    return mode;
  });
  const [only] = modes;
  if (one && only !== undefined) return { kind: "layout", ...only };
  return { kind: "layout", shape: tuple(modes.map((m) => m.shape)), stride: tuple(modes.map((m) => m.stride)) };
}

function modeOf(columns: readonly number[]): { readonly shape: Tree<Int>; readonly stride: Tree<Int> } {
  const runs: { size: number; stride: number }[] = [];
  for (const column of columns) {
    const last = runs.at(-1);
    if (last !== undefined && column === last.stride * last.size) last.size *= 2;
    else runs.push({ size: 2, stride: column });
  }
  const [first] = runs;
  if (first === undefined) return { shape: staticInt(1), stride: staticInt(0) };
  if (runs.length === 1) return { shape: staticInt(first.size), stride: staticInt(first.stride) };
  return { shape: tuple(runs.map((r) => staticInt(r.size))), stride: tuple(runs.map((r) => staticInt(r.stride))) };
}

function* swizzles(bits: number): Generator<Swizzle> {
  for (let b = 1; b <= bits / 2; b++)
    for (let s = b; s + b <= bits; s++) for (let m = 0; m + b + s <= bits; m++) yield { kind: "swizzle", b, m, s };
}

/** A swizzle is its own inverse. */
function applied({ b, m, s }: Swizzle, offset: number): number {
  const taken = offset & (((1 << b) - 1) << (m + s));
  return offset ^ (taken >> s);
}
