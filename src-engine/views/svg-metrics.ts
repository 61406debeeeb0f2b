// Sizes of the drawing in pixels, and what follows from them: how wide a cell is, how large a whole sheet would be.
import {
  type Axis,
  type Cell,
  labelOf,
  levelsOf,
  linesOf,
  numberAt,
  type Panel,
  type Picture,
  type View,
  type Window,
} from "./view.ts";

export const FONT = 11;
export const CHARACTER = 6.7;
export const CELL_HEIGHT = 18;
/** Of a cell whose label has two lines, and from one of them to the next. */
export const STACKED_HEIGHT = 28;
export const LINE_HEIGHT = 11;
export const TITLE_HEIGHT = 18;
export const HEADER_HEIGHT = 14;
/** A level of a nested mode on its axis. */
export const LEVEL_HEIGHT = 13;
export const LEVEL_WIDTH = 34;
export const GAP = 14;
export const MARGIN = 6;
/** Columns that are drawn in any case. */
export const STRIP = 4;

/** A panel with fewer cells than this keeps them all, whatever the step of its sheet. */
const FEWEST = 12;

export const widthOf = (view: Pick<View, "stacked">, cells: readonly Cell[], label: string): number =>
  cells
    .flatMap((cell) => linesOf(view, label, labelOf(cell, label)))
    .reduce((most, line) => Math.max(most, CHARACTER * line.length + 6), 16);

export const heightOf = ({ stacked }: Pick<View, "stacked">, label: string): number =>
  stacked === label ? STACKED_HEIGHT : CELL_HEIGHT;

/** Width of what stands left of the rows: their numbers, and the coordinates of their levels. */
export const headerOf = (rows: Axis, levels?: true): number =>
  CHARACTER * numberAt(rows, rows.extent - 1, "row").length +
  8 +
  (levels === true ? LEVEL_WIDTH * levelsOf(rows).length : 0);

/** Height of what stands above the columns. */
export const headerHeight = (columns: Axis, levels?: true): number =>
  HEADER_HEIGHT + (levels === true ? LEVEL_HEIGHT * levelsOf(columns).length : 0);

export const pick = (modes: readonly string[], wanted: string | undefined): string =>
  wanted !== undefined && modes.includes(wanted) ? wanted : (modes[0] ?? "");

/** Small panels of a sheet that is seen from afar are drawn whole. */
export function stepOf(view: View, step: number): number {
  const most = Math.max(view.rows.extent, view.columns.extent);
  let own = step;
  while (own > 1 && most / own < FEWEST) own /= 2;
  return own;
}

/** The first and the last cells of a view: how wide its labels get, without asking for all of them. */
export function cornersOf(view: View): readonly Cell[] {
  const { rows, columns } = view;
  const corner = (row: number, column: number): Window => ({ row, column, rows: 1, columns: STRIP, step: 1 });
  const last = { row: Math.max(0, rows.extent - 1), column: Math.max(0, columns.extent - STRIP) };
  const windows = [corner(0, 0), corner(last.row, 0), corner(0, last.column), corner(last.row, last.column)];
  return windows.flatMap((window) => view.cells(window));
}

export const naturalCellWidth = (view: View, label: string | undefined): number =>
  widthOf(view, cornersOf(view), pick(view.labelModes, label));

/** Of a title over cells without labels at least so much is said. */
const TITLE_LEAST = 11;

/** Room that a title takes; where titles are cut the cells decide. */
export function titleWidth(title: string, cells: number, cut: boolean): number {
  const whole = CHARACTER * title.length;
  return cut ? Math.min(whole, Math.max(cells, CHARACTER * TITLE_LEAST)) : whole;
}

/** As much of a title as fits. */
export function titleIn(title: string, width: number): string {
  const most = Math.floor(width / CHARACTER + 1e-6);
  return title.length <= most ? title : `${title.slice(0, Math.max(1, most - 1))}…`;
}

export interface NaturalPanel {
  readonly panel: Panel;
  readonly cellWidth: number;
  readonly cellHeight: number;
}

export interface SheetDetail {
  readonly step: number;
  readonly cell?: number | undefined;
  readonly cutTitles: boolean;
  readonly levels?: true | undefined;
}

/** Stands below a panel that shows only some of its cells: `every 4th`. */
export const stepNote = (step: number): string =>
  step === 1 ? "" : `every ${step}${step % 10 === 2 && step % 100 !== 12 ? "nd" : "th"}`;

/** What a sheet takes at scale 1 when every step-th row and column is drawn, or cells without labels of `cell` pixels. */
export function sheetSize(
  panels: readonly NaturalPanel[],
  { step, cell, cutTitles, levels }: SheetDetail,
): { readonly width: number; readonly height: number } {
  const sized = panels.map(({ panel, cellWidth, cellHeight }) => {
    const { view } = panel;
    const own = stepOf(view, step);
    const columns = Math.ceil(view.columns.extent / own);
    const wide = columns * (cell ?? cellWidth);
    const shown = own === 1 && cell === undefined ? levels : undefined;
    const header = Math.max(
      ...panels
        .filter((other) => areStacked(other.panel, panel))
        .map((other) => headerOf(other.panel.view.rows, shown)),
    );
    const width = header + Math.max(wide, titleWidth(view.title, wide, cutTitles), CHARACTER * stepNote(own).length);
    const rows = Math.ceil(view.rows.extent / own) * (cell ?? cellHeight);
    const height = TITLE_HEIGHT + headerHeight(view.columns, shown) + rows + (own > 1 ? CELL_HEIGHT : 0);
    return { panel, width, height };
  });
  const { width, height } = placePanels(sized);
  return { width: width + 2 * MARGIN, height: height + 2 * MARGIN };
}

interface Sized {
  readonly panel: Panel;
  readonly width: number;
  readonly height: number;
}

/** Where panels stand beside and below each other, and the room that all of them take. */
export function placePanels(laid: readonly Sized[]): { xs: number[]; ys: number[]; width: number; height: number } {
  const widths: number[] = [];
  const heights: number[] = [];
  // What has its row for itself may be as wide as it likes: it moves no other panel.
  const alone = (l: Sized): boolean =>
    l.panel.column === 0 && !laid.some((o) => o !== l && o.panel.row === l.panel.row);
  const widest = Math.max(0, ...laid.filter(alone).map((l) => l.width));
  for (const l of laid) {
    widths[l.panel.column] = Math.max(widths[l.panel.column] ?? 0, alone(l) ? 0 : l.width);
    heights[l.panel.row] = Math.max(heights[l.panel.row] ?? 0, l.height);
  }
  const offset = (sizes: readonly number[], index: number): number =>
    Array.from(sizes.slice(0, index)).reduce((sum, size) => sum + (size ?? 0) + GAP, 0);
  return {
    xs: laid.map((l) => offset(widths, l.panel.column)),
    ys: laid.map((l) => offset(heights, l.panel.row)),
    width: Math.max(widest, offset(widths, widths.length) - GAP),
    height: offset(heights, heights.length) - GAP,
  };
}

export function naturalPanels({ panels }: Picture, label: string | undefined): readonly NaturalPanel[] {
  const own = panels.map((panel) => ({
    panel,
    cellWidth: naturalCellWidth(panel.view, label),
    cellHeight: heightOf(panel.view, pick(panel.view.labelModes, label)),
  }));
  return own.map((one) => {
    const stacked = own.filter((other) => areStacked(other.panel, one.panel));
    return { ...one, cellWidth: Math.max(...stacked.map(({ cellWidth }) => cellWidth)) };
  });
}

/** Below each other, with columns that count the same: B above C. */
export const areStacked = (a: Panel, b: Panel): boolean =>
  a.column === b.column &&
  a.view.columns.extent === b.view.columns.extent &&
  a.view.columns.name === b.view.columns.name;
