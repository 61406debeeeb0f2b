// Several pictures on one sheet: beside each other for comparison, or as the operands of a GEMM.
import { changedCell, type Panel, type Picture, type View } from "./view.ts";

/** Wider sheets go below each other. */
const mostColumns = 48;

export function besideEachOther(pictures: readonly Picture[]): Picture {
  const columns = pictures.map((picture) => extentOf(picture, "column"));
  const cells = pictures.reduce((sum, { panels }) => sum + Math.max(0, ...panels.map((p) => p.view.columns.extent)), 0);
  const across = cells <= mostColumns;
  let at = 0;
  const panels = pictures.flatMap((picture, i) => {
    const from = at;
    at += across ? (columns[i] ?? 1) : extentOf(picture, "row");
    return picture.panels.map((panel) =>
      across ? { ...panel, column: panel.column + from } : { ...panel, row: panel.row + from },
    );
  });
  const title = pictures.map((picture) => picture.title).join(" and ");
  return { title, summary: title, panels };
}

const extentOf = ({ panels }: Picture, side: "row" | "column"): number => Math.max(...panels.map((p) => p[side])) + 1;

/** A (M,K) left of C (M,N), B (N,K) above it as K × N; undefined where the extents do not go together. */
export function gemmSheet(pictures: readonly Picture[]): Picture | undefined {
  const [a, b, c] = pictures.map((picture) => picture.panels[0]?.view);
  if (a === undefined || b === undefined || c === undefined || pictures.length !== 3) return undefined;
  const fits =
    a.rows.extent === c.rows.extent && b.rows.extent === c.columns.extent && a.columns.extent === b.columns.extent;
  if (!fits) return undefined;
  const panel = (view: View, name: string, row: number, column: number): Panel => ({
    view: { ...view, title: `${name} ${view.title}` },
    row,
    column,
  });
  return {
    title: "C = A B",
    summary: `A ${a.title}, B ${b.title} as K×N, C ${c.title}`,
    panels: [
      panel(counting(transposed(b), "k", "n"), "B, as K×N:", 0, 1),
      panel(counting(a, "m", "k"), "A", 1, 0),
      panel(counting(c, "m", "n"), "C", 1, 1),
    ],
  };
}

/** With axes that say what they count. */
const counting = (view: View, rows: string, columns: string): View => ({
  ...view,
  rows: { ...view.rows, name: rows },
  columns: { ...view.columns, name: columns },
});

/** Rows and columns exchanged. */
export const transposed = (view: View): View => ({
  ...view,
  rows: view.columns,
  columns: view.rows,
  cells: ({ row, column, rows, columns, step }) =>
    view
      .cells({ row: column, column: row, rows: columns, columns: rows, step })
      .map((cell) => changedCell(cell, { row: cell.column, column: cell.row }))
      .sort((x, y) => x.row - y.row || x.column - y.column),
});
