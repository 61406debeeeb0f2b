// Notebook files: code cells in order, magics blanked.
import { expect, test } from "vitest";
import { notebookCells, notebookLine } from "../../server/src/languages/python/lower/notebook.ts";

const book = JSON.stringify({
  cells: [
    { cell_type: "markdown", source: ["# title"] },
    { cell_type: "code", source: ["%pip install x\n", "a = 1\n", "  !ls\n", "b = 2"] },
    { cell_type: "code", source: "%%bash\nls" },
    { cell_type: "code", source: "%%time\nc = 3" },
  ],
});

test("code cells with their magics blanked", () => {
  const cells = notebookCells(book);
  expect(cells?.map((cell) => cell.text)).toEqual([
    "              \na = 1\n     \nb = 2",
    "      \n  ",
    "      \nc = 3",
  ]);
  expect(cells?.map((cell) => cell.index)).toEqual([1, 2, 3]);
});

test("lines count over the code cells with one empty line between", () => {
  const cells = notebookCells(book) ?? [];
  expect(cells.map((cell) => cell.firstLine)).toEqual([1, 6, 9]);
  expect(notebookLine(cells, 2, 2)).toBe(10);
});

test("what is no notebook", () => {
  expect(notebookCells("{")).toBeUndefined();
  expect(notebookCells("[]")).toBeUndefined();
  expect(notebookCells("null")).toBeUndefined();
});
