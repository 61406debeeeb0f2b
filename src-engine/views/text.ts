// A Picture as plain text: the grid that CuTe's print_layout writes, for terminals and editors without pictures.
import { type Cell, labelOf, numberAt, type Panel, type Picture, type Window } from "./view.ts";

export interface TextOptions {
  readonly label?: string;
  readonly maxRows: number;
  readonly maxColumns: number;
}

export function renderText(picture: Picture, options: TextOptions): string {
  return `${picture.panels.map((panel) => panelText(panel, options)).join("\n\n")}\n`;
}

function panelText({ view }: Panel, options: TextOptions): string {
  const rows = Math.min(view.rows.extent, options.maxRows);
  const columns = Math.min(view.columns.extent, options.maxColumns);
  const window: Window = { row: 0, column: 0, rows, columns, step: 1 };
  const label =
    options.label !== undefined && view.labelModes.includes(options.label) ? options.label : (view.labelModes[0] ?? "");
  const grid = gridOf(view.cells(window), rows, columns, label);
  const left = Array.from({ length: rows }, (_, r) => numberAt(view.rows, r, "row"));
  const above = Array.from({ length: columns }, (_, c) => numberAt(view.columns, c, "column"));
  const width = Math.max(...above.map((text) => text.length), ...grid.flat().map((text) => text.length));
  const head = Math.max(...left.map((text) => text.length)) + 2;
  const rule = `${" ".repeat(head)}+${`${"-".repeat(width + 2)}+`.repeat(columns)}`;
  const numbers = above.map((text) => ` ${text.padStart(width)} `).join(" ");
  const lines = grid.map(
    (row, r) => `${(left[r] ?? "").padStart(head - 1)} |${row.map((text) => ` ${text.padStart(width)} `).join("|")}|`,
  );
  const cut =
    rows < view.rows.extent ||
    columns < view.columns.extent ||
    view.rows.text !== undefined ||
    view.columns.text !== undefined
      ? [`${rows}×${columns} of ${view.rows.text ?? view.rows.extent}×${view.columns.text ?? view.columns.extent}`]
      : [];
  return [
    view.title,
    `${" ".repeat(head)} ${numbers}`.trimEnd(),
    ...lines.flatMap((line) => [rule, line]),
    rule,
    ...cut,
  ].join("\n");
}

function gridOf(cells: readonly Cell[], rows: number, columns: number, label: string): readonly (readonly string[])[] {
  const grid = Array.from({ length: rows }, () => Array.from({ length: columns }, () => ""));
  for (const cell of cells) {
    const row = grid[cell.row];
    if (row !== undefined && cell.column < columns) row[cell.column] = labelOf(cell, label);
  }
  return grid;
}
