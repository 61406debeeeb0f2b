// Pictures of operations: every element of the result says which elements of the inputs made it, and it is so.
import { describe, expect, test } from "vitest";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { evaluateText } from "../../src-engine/calculator/expression.ts";
import { operationPicture } from "../../src-engine/views/operation-picture.ts";
import { layoutIn } from "../../src-engine/views/operation-trace.ts";
import { areLinked, type Cell, whole } from "../../src-engine/views/view.ts";
import { isPicture } from "../../src-engine/views/view-options.ts";

const ctx = makeContext("cpp");

/** The sheet of `op(args)`: the cells of each panel. */
function sheet(op: string, args: readonly string[]): readonly (readonly Cell[])[] {
  const result = layoutIn(evaluateText(ctx, `${op}(${args.join(", ")})`));
  if (result === undefined) throw new Error("no layout");
  const inputs = args.map((text, i) => ({ name: "AB"[i] ?? "", value: evaluateText(ctx, text) }));
  const picture = operationPicture(ctx, op, inputs, result, "cpp");
  if (!isPicture(picture)) throw new Error(picture.why);
  return picture.panels.map(({ view }) => view.cells(whole(view)));
}

/** Offsets of the cells in the other panels that pointing at a result's cell marks. */
function made(op: string, args: readonly string[], row: number, column: number): readonly string[] {
  const panels = sheet(op, args);
  const cell = panels.at(-1)?.find((one) => one.row === row && one.column === column);
  if (cell === undefined) throw new Error("no such cell");
  return panels.slice(0, -1).map((cells) =>
    cells
      .filter((one) => areLinked(one, cell))
      .map((one) => one.labels.offset)
      .join(" "),
  );
}

test.each([
  ["logical_divide", ["(_4,_8):(_8,_1)", "(_2,_4)"]],
  ["zipped_divide", ["(_8,_8):(_8,_1)", "(_4,_2)"]],
  ["flat_divide", ["(_8,_8):(_8,_1)", "(_4,_2)"]],
  ["logical_divide", ["_24:_3", "_4:_2"]],
  ["composition", ["(_4,_8):(_8,_1)", "(_2,_4):(_4,_2)"]],
  ["composition", ["(_8,_8):(_8,_1)", "(_2,_4)"]],
  ["blocked_product", ["(_2,_2):(_1,_2)", "(_3,_3):(_1,_3)"]],
  ["raked_product", ["(_2,_2):(_1,_2)", "(_3,_3):(_1,_3)"]],
  ["tile_to_shape", ["Sw<2,0,2> o _0 o (_4,_4):(_4,_1)", "(_8,_8)"]],
  ["local_tile", ["(_8,_8):(_8,_1)", "(_4,_4)", "(1,0)"]],
  ["local_partition", ["(_8,_8):(_8,_1)", "(_2,_4):(_4,_1)", "3"]],
  ["coalesce", ["(_4,(_2,_4)):(_1,(_4,_8))"]],
] as const)("%s%j: every element has its source in A", (op, args) => {
  const panels = sheet(op, args);
  const sources = new Set(panels[0]?.map(({ link }) => link));
  for (const cell of panels.at(-1) ?? []) expect(cell.from?.some((link) => sources.has(link))).toBe(true);
});

describe("what a tiler picks is accented on A", () => {
  const pictured = (op: string, args: readonly string[], extra: "complement" | "none" = "none") => {
    const result = layoutIn(evaluateText(ctx, `${op}(${args.join(", ")})`));
    if (result === undefined) throw new Error("no layout");
    const inputs = args.map((text, i) => ({ name: "AB"[i] ?? "", value: evaluateText(ctx, text) }));
    const picture = operationPicture(ctx, op, inputs, result, "cpp", extra);
    if (!isPicture(picture)) throw new Error(picture.why);
    return picture.panels.map(({ view }) => view);
  };
  const accented = (cells: readonly Cell[] | undefined): readonly string[] =>
    (cells ?? []).filter(({ accent }) => accent !== undefined).map(({ labels }) => labels.offset ?? "");

  test("by mode: rows of the first, columns of the second, in the colours of the tiler's titles", () => {
    const [a, first, second] = pictured("logical_divide", ["(_12,_32):(_32,_1)", "(_3:_4, _8:_4)"]);
    expect(a?.rows.accent).toEqual({ accent: 0, positions: [0, 4, 8] });
    expect(a?.columns.accent).toEqual({ accent: 1, positions: [0, 4, 8, 12, 16, 20, 24, 28] });
    expect([first?.accent, second?.accent]).toEqual([0, 1]);
  });
  test("by one layout: the cells of the first tile", () => {
    const [a] = pictured("logical_divide", ["(_4,_4):(_1,_4)", "(_2,_2):(_1,_4)"]);
    expect(accented(a?.cells(whole(a)))).toEqual(["0", "4", "1", "5"]);
  });
  test("with the complement of each mode, coloured as its tiles", () => {
    const titles = pictured("logical_divide", ["(_12,_32):(_32,_1)", "(_3:_4, _8:_4)"], "complement").map(
      ({ title }) => title,
    );
    expect(titles.slice(3, 5)).toEqual(["B[0]* = _4:_1", "B[1]* = _4:_1"]);
  });
  test("a composition: A in copies of the result, which begin where the complement says", () => {
    const views = pictured("composition", ["(_4,_4):(_4,_1)", "(_2,_2):(_1,_2)"], "complement");
    const [a, , rest] = views;
    expect(rest?.title).toBe("complement = _4:_1");
    const cells = a?.cells(whole(a)) ?? [];
    expect(accented(cells)).toEqual(["0", "1", "2", "3"]);
    expect(new Set(cells.map((cell) => `${cell.column} ${cell.tones["copy of the result"]}`)).size).toBe(4);
  });
});

describe("which cells made this one", () => {
  test("a divide: the element of A, and its place in each mode of the tiler", () =>
    expect(made("zipped_divide", ["(_8,_8):(_8,_1)", "(_4,_2)"], 1, 3)).toEqual(["42", "1", "0"]));
  test("a composition: B's value is an index into A", () =>
    expect(made("composition", ["(_4,_8):(_8,_1)", "(_2,_4):(_4,_2)"], 1, 1)).toEqual(["17", "6"]));
  test("a product: an element of the block, and the copy", () =>
    expect(made("raked_product", ["(_2,_2):(_1,_2)", "(_3,_3):(_1,_3)"], 0, 5)).toEqual(["2", "6"]));
  test("a tile that is not the first", () =>
    expect(made("local_tile", ["(_8,_8):(_8,_1)", "(_4,_4)", "(1,0)"], 1, 1)[0]).toBe("41"));
  test("a complement: A once more at each of its offsets", () =>
    expect(made("complement", ["(_4,_2):(_1,_8)", "_32"], 2, 3)).toEqual(["2", "20"]));
});
