// What is counted about layouts, as operations of the calculator: `offset_table(A)`, `slice_contiguity(A, (0,_))`,
// `functionally_equal(A, B)`, `bit_matrix(A)`, `from_bit_matrix(M, shape)`, `bank_conflicts(A, 16)`.

import type { Context, Op } from "../../algebra/context.ts";
import { staticInt } from "../../algebra/int/int.ts";
import { idx2crd } from "../../algebra/layout/coords.ts";
import { shapeOf } from "../../algebra/layout/modes.ts";
import { slice } from "../../algebra/layout/slice.ts";
import { print } from "../../algebra/notation/print.ts";
import { type AnyLayout, tuple, type Value } from "../../algebra/value.ts";
import { bankConflicts, coalescing, type Memory, nvidia } from "../../costs/access.ts";
import { layoutOfBits } from "../../costs/bit-layout.ts";
import { bitMatrix, bitMatrixText } from "../../costs/bit-matrix.ts";
import { contiguity, footprint } from "../../costs/memory.ts";
import { offsetsOf, type Threads, threadsOf } from "../../costs/offsets.ts";
import { copySideRows, operandRows } from "../../costs/operands.ts";
import { permutation } from "../../costs/permutation.ts";
import { analysis, type Row } from "../../costs/report.ts";
import * as arg from "./arguments.ts";

const op = (name: string, signature: string, doc: string, run: Op["run"]): Op => ({ name, signature, doc, run });

const text = (value: string): Value => ({ kind: "text", value });
const yesNo = (value: boolean): Value => staticInt(value ? 1 : 0);
const list = (numbers: readonly number[]): Value => tuple(numbers.map((n) => staticInt(n)));

function counted(ctx: Context, a: AnyLayout): readonly number[] {
  const offsets = offsetsOf(ctx, a);
  if (offsets !== undefined && offsets.length > 0) return offsets;
  return ctx.stop({ code: "unsupported", message: "a layout with numbers, of at most 65,536 elements, is wanted" });
}

/** Two coordinates of at most so many offsets a table shows. */
const longestTable = 4096;

function offsetTable(ctx: Context, a: AnyLayout): string {
  const offsets = counted(ctx, a);
  if (offsets.length > longestTable)
    return ctx.stop({ code: "unsupported", message: `a table of at most ${longestTable} elements` });
  const coords = new Map<number, string[]>();
  const shape = shapeOf(ctx, a);
  offsets.forEach((offset, index) => {
    const coord = print(idx2crd(ctx, staticInt(index), shape), "dsl");
    coords.set(offset, [...(coords.get(offset) ?? []), coord]);
  });
  const width = Math.max(...[...coords.keys()].map((offset) => String(offset).length));
  return [...coords]
    .sort(([x], [y]) => x - y)
    .map(([offset, at]) => `${String(offset).padStart(width)}  ${at.join(" ")}`)
    .join("\n");
}

function sliceContiguity(ctx: Context, args: arg.Args): number {
  const part = slice(ctx, arg.coord(ctx, args[1]), arg.anyLayout(ctx, args[0]));
  const offsets = counted(ctx, part);
  return contiguity(offsets);
}

function functionallyEqual(ctx: Context, args: arg.Args): boolean {
  const [a, b] = [counted(ctx, arg.anyLayout(ctx, args[0])), counted(ctx, arg.anyLayout(ctx, args[1]))];
  return a.length === b.length && a.every((offset, i) => offset === b[i]);
}

function matrixOf(ctx: Context, a: AnyLayout): readonly (readonly boolean[])[] {
  const matrix = bitMatrix(counted(ctx, a));
  return (
    matrix ??
    ctx.stop({ code: "unsupported", message: "the layout is not linear over bits: sizes must be powers of two" })
  );
}

/** Banks, their bytes, and threads at a time, from the given argument on. */
function memoryIn(ctx: Context, args: arg.Args, from: number): Memory {
  const at = (i: number, usual: number): number => (args[i] === undefined ? usual : atLeastOne(ctx, args[i]));
  return {
    banks: at(from, nvidia.banks),
    bankBytes: at(from + 1, nvidia.bankBytes),
    warp: at(from + 2, nvidia.warp),
  };
}

function atLeastOne(ctx: Context, v: Value | undefined): number {
  const n = arg.number(ctx, v);
  return n >= 1 ? n : arg.bad(ctx, "a number from 1", v);
}

function threadsIn(ctx: Context, args: arg.Args): { readonly threads: Threads; readonly bits: number } {
  const layout = arg.anyLayout(ctx, args[0]);
  return {
    threads: threadsOf(ctx, layout, counted(ctx, layout)),
    bits: args[1] === undefined ? 16 : arg.number(ctx, args[1]),
  };
}

/** A matrix as rows of 0 and 1, the lowest bit of the offset first. */
function rowsIn(ctx: Context, v: Value | undefined): readonly (readonly boolean[])[] {
  const rows = v?.kind === "tuple" ? v.items : [];
  const bits = rows.map((row) =>
    row.kind === "tuple" ? row.items.map((bit) => bit.kind === "num" && bit.value === 1) : [],
  );
  const width = bits[0]?.length ?? 0;
  if (width === 0 || bits.some((row) => row.length !== width))
    return arg.bad(ctx, "rows of 0 and 1 of equal length", v);
  return bits;
}

function fromBits(ctx: Context, args: arg.Args): Value {
  const found = layoutOfBits(ctx, rowsIn(ctx, args[0]), arg.shape(ctx, args[1]));
  return found ?? ctx.stop({ code: "unsupported", message: "no layout with at most one swizzle has this matrix" });
}

function report(ctx: Context, args: arg.Args): string {
  const [value] = args;
  const rows: readonly Row[] =
    value?.kind === "mma-atom"
      ? operandRows(ctx, value)
      : value?.kind === "copy-atom"
        ? copySideRows(ctx, value)
        : analysis(
            ctx,
            arg.anyLayout(ctx, value),
            args[1] === undefined ? 16 : arg.number(ctx, args[1]),
            memoryIn(ctx, args, 2),
          );
  return rows.map(([name, said]) => `${name}: ${said.includes("\n") ? `\n${said}` : said}`).join("\n");
}

const cyclesOf = (ctx: Context, a: AnyLayout) =>
  permutation(counted(ctx, a)) ?? ctx.stop({ code: "unsupported", message: "the layout is no permutation" });

const first = (ctx: Context, args: arg.Args): AnyLayout => arg.anyLayout(ctx, args[0]);

const all: readonly Op[] = [
  op(
    "analyse",
    "(layout or atom [, bits, banks, bank bytes, warp]) → text",
    "Memory, banks, coalescing, permutation; an atom's coverage.",
    (ctx, a) => text(report(ctx, a)),
  ),
  op("offset_table", "(layout) → text", "Each offset with the coordinates that have it.", (ctx, a) =>
    text(offsetTable(ctx, first(ctx, a))),
  ),
  op("image", "(layout) → offsets", "The offsets that occur, sorted.", (ctx, a) =>
    list([...new Set(counted(ctx, first(ctx, a)))].sort((x, y) => x - y).slice(0, longestTable)),
  ),
  op("contiguity", "(layout) → elements", "How many elements from the first on follow each other.", (ctx, a) =>
    staticInt(contiguity(counted(ctx, first(ctx, a)))),
  ),
  op("slice_contiguity", "(layout, coord) → elements", "The same of a slice: `(0,_)`.", (ctx, a) =>
    staticInt(sliceContiguity(ctx, a)),
  ),
  op("functionally_equal", "(a, b) → boolean", "The same offset at every index, however it is written.", (ctx, a) =>
    yesNo(functionallyEqual(ctx, a)),
  ),
  op(
    "gemm",
    "(A, B, C [, tile]) → C",
    "C of A (M,K), B (N,K) and C (M,N), or of three TV layouts over a tile (M,N,K): for their picture.",
    (ctx, a) => {
      for (const one of a.slice(0, 2)) arg.anyLayout(ctx, one);
      if (a[3] !== undefined) arg.shape(ctx, a[3]);
      return arg.anyLayout(ctx, a[2]);
    },
  ),
  op(
    "copy_tv",
    "(source, destination, tile or bits) → destination",
    "What threads read and write, as TV layouts over a tile (M,N), or of an atom whose values have so many bits: for its picture.",
    (ctx, a) => {
      arg.plainLayout(ctx, a[0]);
      arg.shape(ctx, a[2]);
      return arg.plainLayout(ctx, a[1]);
    },
  ),
  op(
    "footprint",
    "(layout) → (first, last, used)",
    "Offsets from the first to the last, and how many are used.",
    (ctx, a) => {
      const f = footprint(counted(ctx, first(ctx, a)));
      return list([f.first, f.last, f.unique]);
    },
  ),
  op(
    "bank_conflicts",
    "((thread,value) layout [, bits, banks, bank bytes, warp]) → ways",
    "How often a warp's worst shared-memory access repeats.",
    (ctx, a) => {
      const { threads, bits } = threadsIn(ctx, a);
      return staticInt(bankConflicts(threads, bits, 0, memoryIn(ctx, a, 2)).ways);
    },
  ),
  op(
    "coalescing",
    "((thread,value) layout [, bits, warp]) → (sectors, lines)",
    "Sectors of 32 and lines of 128 bytes of a warp.",
    (ctx, a) => {
      const { threads, bits } = threadsIn(ctx, a);
      const warp = a[2] === undefined ? nvidia.warp : atLeastOne(ctx, a[2]);
      const { sectors, lines } = coalescing(threads, bits, 0, { ...nvidia, warp });
      return list([sectors, lines]);
    },
  ),
  op("cycles", "(layout) → cycles", "Of a layout that is a permutation.", (ctx, a) =>
    tuple(
      cyclesOf(ctx, first(ctx, a))
        .cycles.slice(0, longestTable)
        .map((cycle) => tuple(cycle.map((n) => staticInt(n)))),
    ),
  ),
  op(
    "permutation_order",
    "(layout) → times",
    "How often a permutation is applied until everything is back.",
    (ctx, a) => staticInt(cyclesOf(ctx, first(ctx, a)).order),
  ),
  op("bit_matrix", "(layout) → text", "Which bits of the index make a bit of the offset.", (ctx, a) =>
    text(bitMatrixText(matrixOf(ctx, first(ctx, a)))),
  ),
  op("to_F2_matrix", "(layout) → rows", "The same as rows of 0 and 1, the offset's lowest bit first.", (ctx, a) =>
    tuple(matrixOf(ctx, first(ctx, a)).map((row) => tuple(row.map((bit) => staticInt(bit ? 1 : 0))))),
  ),
  op(
    "from_F2_matrix",
    "(rows, shape) → layout",
    "The layout of a matrix of bits, with a swizzle where it needs one.",
    fromBits,
  ),
];

/** The calculator's own: no names of CuTe, so they stand beside the table of operations. */
export const analysisOps: ReadonlyMap<string, Op> = new Map(all.map((one) => [one.name, one]));
