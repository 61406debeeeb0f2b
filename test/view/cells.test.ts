// Cells of large pictures: their numbers are those of the layout, and no label is made before somebody asks.
import { expect, test } from "vitest";
import { layoutAt } from "../../src-engine/algebra/layout/coords.ts";
import type { AnyLayout } from "../../src-engine/algebra/value.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { evaluateText } from "../../src-engine/calculator/expression.ts";
import { layoutView } from "../../src-engine/views/layout-view.ts";
import { offsetAtIndex } from "../../src-engine/views/offset-table.ts";
import { changedCell, indexOf, offsetOf } from "../../src-engine/views/view.ts";

const ctx = makeContext("cpp");
const layouts = [
  "_24:_3",
  "(_4,_8):(_8,_1)",
  "((_2,_4),(_3,_2)):((_24,_1),(_8,_4))",
  "(_4,_6,_2):(_1,_4,_24)",
  "composition(Swizzle<3,3,3>{}, (_8,_64):(_64,_1))",
];

test.each(layouts)("%s: the offset at an index, and index and offset of each cell", (text) => {
  const layout = evaluateText(ctx, text) as AnyLayout;
  const at = offsetAtIndex(ctx, layout);
  for (let k = 0; k < 64; k++) expect(at(k)).toBe(numberIn(layoutAt(ctx, layout, k)));
  const view = layoutView(ctx, layout, { title: "", dialect: "cpp" });
  for (const cell of view.cells({ row: 0, column: 0, rows: 8, columns: 8, step: 1 })) {
    expect(String(cell.index)).toBe(cell.labels.index);
    expect(String(cell.offset)).toBe(cell.labels.offset);
  }
});

const numberIn = (offset: { readonly kind: string }) => ("value" in offset ? offset.value : undefined);

test("a changed cell asks for labels only when it is asked", () => {
  let asked = 0;
  const cell = {
    row: 1,
    column: 2,
    index: 5,
    offset: 9,
    tones: { offset: 9 },
    get labels() {
      asked++;
      return { index: "5", offset: "9" };
    },
  };
  const changed = changedCell(cell, { link: "a" });
  expect([indexOf(changed), offsetOf(changed), changed.link, asked]).toEqual([5, 9, "a", 0]);
  expect(changed.labels.offset).toBe("9");
  expect(asked).toBe(1);
});
