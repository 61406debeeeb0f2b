// Strips in lines: as text, and the law that the numbers on the axes add up to each cell's own coordinate.
import { expect, test } from "vitest";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { renderText } from "../../src-engine/views/text.ts";
import { numberAt, type View, whole } from "../../src-engine/views/view.ts";
import { isPicture, type ViewOptions, viewOf } from "../../src-engine/views/view-of.ts";

const ctx = makeContext("cpp", 1e8);

function viewsOf(layout: string, options: Partial<ViewOptions> = {}): readonly View[] {
  const picture = viewOf(ctx, parse(layout), { dialect: "cpp", ...options });
  if (!isPicture(picture)) throw new Error(picture.why);
  return picture.panels.map(({ view }) => view);
}

function text(layout: string): string {
  const picture = viewOf(ctx, parse(layout), { dialect: "cpp" });
  if (!isPicture(picture)) throw new Error(picture.why);
  return renderText(picture, { maxRows: 3, maxColumns: 6 })
    .split("\n")
    .filter((line) => !line.includes("+--"))
    .map((line) => line.trim())
    .join("\n");
}

test("a column of 64 in lines of sixteen, before each the number of its first element", () => {
  expect(text("(_64,_1):(_3,_0)")).toMatchInlineSnapshot(`
    "(_64,_1):(_3,_0)
    0     1     2     3     4     5
    0 |   0 |   3 |   6 |   9 |  12 |  15 |
    16 |  48 |  51 |  54 |  57 |  60 |  63 |
    32 |  96 |  99 | 102 | 105 | 108 | 111 |
    3×6 of 4×16
    "
  `);
});

test("lines end where a mode ends", () => {
  expect(text("((_12,_8),_1):((_1,_16),_0)")).toMatchInlineSnapshot(`
    "((_12,_8),_1):((_1,_16),_0)
    0    1    2    3    4    5
    0 |  0 |  1 |  2 |  3 |  4 |  5 |
    12 | 16 | 17 | 18 | 19 | 20 | 21 |
    24 | 32 | 33 | 34 | 35 | 36 | 37 |
    3×6 of 8×12
    "
  `);
});

test("two rows in bands: before a line its row, and the column where it begins", () => {
  expect(text("(_2,_256):(_256,_1)")).toMatchInlineSnapshot(`
    "(_2,_256):(_256,_1)
    0     1     2     3     4     5
    0,0 |   0 |   1 |   2 |   3 |   4 |   5 |
    1,0 | 256 | 257 | 258 | 259 | 260 | 261 |
    0,32 |  32 |  33 |  34 |  35 |  36 |  37 |
    3×6 of 16×32
    "
  `);
});

test("two columns in bands beside each other", () => {
  expect(text("(_64,_2):(_2,_1)")).toMatchInlineSnapshot(`
    "(_64,_2):(_2,_1)
    0,0    0,1   16,0   16,1   32,0   32,1
    0 |    0 |    1 |   32 |   33 |   64 |   65 |
    1 |    2 |    3 |   34 |   35 |   66 |   67 |
    2 |    4 |    5 |   36 |   37 |   68 |   69 |
    3×6 of 16×8
    "
  `);
});

test("what is short, square or of unknown length stays as it is", () => {
  const extents = (layout: string, options?: Partial<ViewOptions>) =>
    viewsOf(layout, options).map(({ rows, columns }) => `${rows.extent}×${columns.extent}`);
  expect(extents("_32:_1")).toEqual(["1×32"]);
  expect(extents("(_64,_8):(_8,_1)")).toEqual(["64×8"]);
  expect(extents("(_1,_64):(_0,_1)", { strip: true })).toEqual(["1×64"]);
  expect(extents("Sw<3,3,3> o _0 o (_1,_512):(_0,_1)", { view: "swizzle" })).toEqual(["16×32", "16×32"]);
});

test("each element once, where the axes say that it is", () => {
  const layouts = [
    "_64:_1",
    "_1000:_3",
    "(_1,_100):(_0,_7)",
    "(_3,_200):(_200,_1)",
    "(_200,_4):(_4,_1)",
    "((_6,_9),_2):((_2,_12),_1)",
  ];
  for (const layout of layouts)
    for (const view of viewsOf(layout)) {
      const { folded } = view;
      if (folded === undefined) throw new Error(`${layout} is no strip`);
      const cells = view.cells(whole(view));
      expect(new Set(cells.map(({ at }) => `${at?.row},${at?.column}`)).size, layout).toBe(
        folded.rows * folded.columns,
      );
      expect(cells.length, layout).toBe(folded.rows * folded.columns);
      for (const { row, column, at } of cells) expect(along(view, row, column), layout).toEqual([at?.row, at?.column]);
      const part = view.cells({ row: 1, column: 2, rows: 3, columns: 5, step: 2 });
      expect(
        part.map(({ row, column }) => [row, column]),
        layout,
      ).toEqual(
        cells
          .filter(({ row: r, column: c }) => [1, 3].includes(r) && [2, 4, 6].includes(c))
          .map(({ row: r, column: c }) => [r, c]),
      );
    }
});

/** The coordinate that the numbers before and above a cell say. */
function along({ rows, columns, folded }: View, row: number, column: number): readonly number[] {
  const [before, above] = [numberAt(rows, row, "row"), numberAt(columns, column, "column")].map((number) =>
    number.split(",").map(Number),
  );
  const [first = 0, second] = before ?? [];
  const [third = 0, fourth] = above ?? [];
  if (second !== undefined) return [first, second + third];
  if (fourth !== undefined) return [first + third, fourth];
  return folded?.rows === 1 ? [0, first + third] : [first + third, 0];
}
