// A layout of few rows or few columns in lines, as one reads: 64 × 1 are four lines of sixteen, 2 × 256 eight bands of 2 × 32.
//
// The numbers on the axes stay those of the layout: before a line (above a column) stands the coordinate of its first element,
// above the columns (before the rows) what is to be added to it. Lines end where a nested mode ends.
import { type Axis, type Cell, changedCell, type View, type Window } from "./view.ts";

/** What has more rows and columns than this is no strip; shorter strips stay one. */
const [THIN, LONG] = [4, 32];
/** How many times as long as it is thin. */
const STRIP = 16;
const LINE = 16;

/** Rows and columns of the strip; `along` is the long one. */
interface Fold {
  readonly along: "rows" | "columns";
  /** Elements of the long axis in a line, and of the short one. */
  readonly length: number;
  readonly thin: number;
}

export function foldedView(view: View): View {
  const fold = foldOf(view);
  if (fold === undefined) return view;
  const { rows, columns } = axesOf(view, fold);
  const cells = (window: Window) => cellsOf(view, fold, { ...window, ...within(window, rows, columns) });
  return { ...view, rows, columns, folded: { rows: view.rows.extent, columns: view.columns.extent }, cells };
}

function foldOf({ rows, columns }: View): Fold | undefined {
  if (rows.text !== undefined || columns.text !== undefined) return undefined;
  const along = rows.extent > columns.extent ? "rows" : "columns";
  const [long, short] = along === "rows" ? [rows, columns] : [columns, rows];
  if (short.extent > THIN || long.extent <= LONG || long.extent < STRIP * short.extent) return undefined;
  return { along, length: lineOf(long, long.extent * short.extent), thin: short.extent };
}

/** About a square of elements, at least sixteen; a whole number of the innermost mode where it has some. */
function lineOf({ periods }: Axis, elements: number): number {
  let length = LINE;
  while (length * length < elements) length *= 2;
  const fitting = periods.find((period) => period >= length / 2 && period <= 2 * length);
  const [inner] = periods;
  return fitting ?? (inner !== undefined && inner < length ? inner * Math.round(length / inner) : length);
}

function axesOf(view: View, { along, length, thin }: Fold): { readonly rows: Axis; readonly columns: Axis } {
  const [long, short] = along === "rows" ? [view.rows, view.columns] : [view.columns, view.rows];
  const count = Math.ceil(long.extent / length);
  const { nested: _, ...plain } = long;
  const inLine = { ...plain, extent: length, periods: long.periods.filter((p) => p < length && length % p === 0) };
  const outer = long.periods.filter((p) => p > length && p % length === 0).map((p) => (p / length) * thin);
  const lines = { extent: count * thin, name: long.name };
  if (thin === 1) return { rows: { ...lines, periods: outer, every: length }, columns: inLine };
  const bands = { ...lines, periods: [thin, ...outer], bands: { thin, length } };
  return along === "columns"
    ? { rows: { ...bands, name: short.name }, columns: inLine }
    : { rows: inLine, columns: bands };
}

function within(window: Window, rows: Axis, columns: Axis): Pick<Window, "rows" | "columns"> {
  return {
    rows: Math.min(window.rows, rows.extent - window.row),
    columns: Math.min(window.columns, columns.extent - window.column),
  };
}

/** Line by line as the view has them. */
function cellsOf(view: View, { along, length, thin }: Fold, window: Window): readonly Cell[] {
  const isUpright = along === "rows" && thin > 1;
  const [first, lines, from, wanted] = isUpright
    ? [window.column, window.columns, window.row, window.rows]
    : [window.row, window.rows, window.column, window.columns];
  const out: Cell[] = [];
  for (let line = first; line < first + lines; line += window.step) {
    const start = Math.floor(line / thin) * length;
    const [across, ahead] = [
      { at: line % thin, count: 1 },
      { at: start + from, count: wanted },
    ];
    const [row, column] = along === "rows" ? [ahead, across] : [across, ahead];
    const part = { row: row.at, column: column.at, rows: row.count, columns: column.count };
    for (const cell of view.cells({ ...window, ...part })) {
      const ahead = (along === "rows" ? cell.row : cell.column) - start;
      const place = isUpright ? { row: ahead, column: line } : { row: line, column: ahead };
      out.push(changedCell(cell, { ...place, at: { row: cell.row, column: cell.column } }));
    }
  }
  return isUpright ? out.sort((a, b) => a.row - b.row || a.column - b.column) : out;
}
