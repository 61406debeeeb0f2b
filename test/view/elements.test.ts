// What a picture shows is the layout's function, element by element: every cell of every view against the layout asked alone.
import { describe, expect, test } from "vitest";
import { type Context, OpStop } from "../../src-engine/algebra/context.ts";
import { staticInt } from "../../src-engine/algebra/int/int.ts";
import { layoutAt } from "../../src-engine/algebra/layout/coords.ts";
import { shapeOf } from "../../src-engine/algebra/layout/modes.ts";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import { product } from "../../src-engine/algebra/tuple/int-tuple.ts";
import { modesOf } from "../../src-engine/algebra/tuple/tree.ts";
import type { AnyLayout, Layout } from "../../src-engine/algebra/value.ts";
import { banksView } from "../../src-engine/views/banks-view.ts";
import { layoutView } from "../../src-engine/views/layout-view.ts";
import { resolveFlag } from "../../src-engine/views/resolve-flag.ts";
import { tvView } from "../../src-engine/views/tv-view.ts";
import { type View, whole } from "../../src-engine/views/view.ts";

const ctx: Context = {
  dialect: "cpp",
  step: () => {},
  need: () => {},
  stop: (stop) => {
    throw new OpStop(stop);
  },
};

const read = (text: string): AnyLayout => parse(text) as AnyLayout;
const offsetAt = (a: AnyLayout, at: readonly number[]): number => {
  const coord = at.length === 1 ? staticInt(at[0]!) : ({ kind: "tuple", items: at.map((n) => staticInt(n)) } as const);
  const offset = layoutAt(ctx, a, coord);
  return offset.kind === "num" ? offset.value : Number.NaN;
};

/** Cells whose label or tone is another offset than the layout's. */
const wrongCells = (view: View, a: AnyLayout): readonly string[] =>
  view.cells(whole(view)).flatMap(({ row, column, element = [], labels, tones }) => {
    const offset = offsetAt(a, element);
    return labels.offset === String(offset) && tones.offset === offset ? [] : [`(${row},${column})`];
  });

/** The same numbers in every run. */
let state = 20260517;
function pick(least: number, most: number): number {
  state = (state * 48271) % 2147483647;
  return least + (state % (most - least + 1));
}
const extents = () => Array.from({ length: pick(1, 2) }, () => pick(1, 5));
const leaves = (texts: readonly (number | string)[]) => `(${texts.map((n) => `_${n}`).join(",")})`;
const layouts = Array.from({ length: 40 }, () => {
  const shapes = Array.from({ length: pick(1, 2) }, extents);
  const strides = shapes.map((mode) => mode.map(() => pick(0, 40)));
  return `(${shapes.map(leaves).join(",")}):(${strides.map(leaves).join(",")})`;
});
const swizzled = ["Sw<3,4,3>", "Sw<2,3,4>", "Sw<1,2,3>"].map(
  (swizzle) => `${swizzle} o _0 o ((_8,_2),(_16,_2)):((_16,_128),(_1,_256))`,
);

describe("a picture is its layout", () => {
  test.each([...layouts, ...swizzled])("%s", (text) => {
    const a = read(text);
    expect(wrongCells(layoutView(ctx, a, { title: "", dialect: "cpp" }), a)).toEqual([]);
  });

  test.each([
    "((_16,_8),_1,_4):((_32,_1),_0,_8)",
    "((_8,(_4,_2)),_1,(_2,_2)):((_64,(_1,_8)),_0,(_16,_32))",
    "((_16,_8),_1,_2,_3):((_16,_1),_0,_8,_256)",
    "Sw<2,3,3> o _0 o ((_16,_16),_1,_2):((_32,_1),_0,_16)",
  ])("as an MMA's operand, rows and columns of the tile: %s", (text) => {
    const a = read(text);
    const view = layoutView(ctx, a, { title: "", dialect: "cpp", asOperand: true });
    const [first, , across] = modesOf(shapeOf(ctx, a));
    const [rows, columns] = modesOf(first!).map((mode) => numberIn(product(mode)));
    expect([view.rows.extent, view.columns.extent]).toEqual([rows, columns! * numberIn(product(across!))]);
    expect(wrongCells(view, a)).toEqual([]);
    const indexes = new Set(view.cells(whole(view)).map(({ index }) => index));
    expect(indexes.size).toBe(view.rows.extent * view.columns.extent);
  });

  test.each([
    ["Sw<3,4,3> o smem_ptr[16b](unset) o ((_8,_2),(_64,_1)):((_64,_512),(_1,_0))", 16],
    ["Sw<2,4,3> o smem_ptr[8b](unset) o (_8,_64,_2):(_64,_1,_512)", 8],
    ["(_16,_8):(_8,_1)", 32],
  ] as const)("in banks: %s", (text, bits) => {
    const { layout } = resolveFlag(ctx, read(text));
    const view = banksView(ctx, layout, "", bits)!;
    const here = view.cells(whole(view)).filter(({ element }) => element!.length > 0);
    expect(here.length).toBe(modesOf(shapeOf(ctx, layout)).reduce((all, mode) => all * numberIn(product(mode)), 1));
    const wrong = here.filter(({ row, column, element }) => {
      const offset = offsetAt(layout, element!);
      return offset !== row * view.columns.extent + column;
    });
    expect(wrong).toEqual([]);
  });

  test.each([
    ["((_4,_8),(_2,_2)):((_32,_1),(_16,_8))", 16, 8],
    ["((_4,_8,_4),(_2,_2,_8)):((_128,_1,_16),(_64,_8,_512))", 64, 64],
    ["(_128,(_8,_4)):(_0,(_1,_8))", 8, 4],
  ] as const)("by thread and value: %s", (text, rows, columns) => {
    const tv = read(text) as Layout;
    const view = tvView(ctx, tv, {
      title: "",
      kind: "tv",
      rows,
      columns,
      rowName: "m",
      columnName: "n",
      transposed: false,
    })!;
    const wrong = view.cells(whole(view)).filter(({ row, column, labels, tones }) => {
      if (tones.thread === -1) return false;
      const value = Number(labels.value!.slice(1));
      return offsetAt(tv, [tones.thread!, value]) !== row + column * rows;
    });
    expect(wrong).toEqual([]);
  });
});

const numberIn = (n: { readonly kind: string }): number => ("value" in n ? Number(n.value) : 1);
