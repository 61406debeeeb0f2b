// The one SVG renderer: a Picture to SVG text plus the geometry that turns a mouse position back into a cell.
//
// It draws View cells and knows no layout. Cells of one tone share one path and labels carry no attributes but their
// place, so that a hover picture of some thousand cells stays under the editors' size limits.
import { accentColor, type Palette, palettes, type Theme } from "./palette.ts";
import { drawGrid, drawHeaders, GRID_FROM, num } from "./svg-axes.ts";
import { drawFills } from "./svg-fills.ts";
import {
  areStacked,
  CELL_HEIGHT,
  CHARACTER,
  FONT,
  headerHeight,
  headerOf,
  heightOf,
  LINE_HEIGHT,
  MARGIN,
  pick,
  placePanels,
  STRIP,
  stepNote,
  stepOf,
  TITLE_HEIGHT,
  titleIn,
  titleWidth,
  widthOf,
} from "./svg-metrics.ts";
import { type Axis, type Cell, labelOf, linesOf, type Panel, type Picture, type View, type Window } from "./view.ts";

export interface SvgOptions {
  readonly theme: Theme;
  /** Label and colour mode; a panel that lacks it uses its own first. */
  readonly label?: string;
  readonly color?: string;
  /** Largest size in pixels: what does not fit is cut at a mode boundary and said below the picture. */
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** First row and column of the part to draw, for panning. */
  readonly from?: { readonly row: number; readonly column: number };
  /** One drawn cell stands for step × step. */
  readonly step?: number;
  /** Square cells of so many pixels without labels: colours alone, for a picture seen from afar. */
  readonly cell?: number;
  /** Those cells are so many times as wide as high. */
  readonly stretch?: number;
  /** Titles are no wider than their panels: on a sheet that would not fit otherwise. */
  readonly cutTitles?: boolean;
  /** Nested modes have the coordinate of each level on the axes. */
  readonly levels?: true | undefined;
  /** As many cells as there is room for: where one pans, what is cut need not end at a mode boundary. */
  readonly filled?: true;
  /** Many cells without labels are one image of pixels: for screens, where they are redrawn often. */
  readonly pixels?: true | undefined;
  /** Labels no lower than this: a first drawing of what is scrolled to, that is soon drawn whole. */
  readonly labelledTo?: number | undefined;
  /** Nothing is said below the cells: what they are is said elsewhere. */
  readonly bare?: true | undefined;
  /** Leaves out the title of a picture with one panel: for places that say it in words already. */
  readonly untitled?: true | undefined;
  /** Cells to frame, by panel index: linked highlights, isolated threads. */
  readonly highlight?: (panel: number, cell: Cell) => boolean;
}

export interface PanelGeometry {
  readonly panel: number;
  readonly x: number;
  readonly y: number;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly window: Window;
  /** The cells that are drawn. */
  readonly cells: readonly Cell[];
}

export interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  readonly panels: readonly PanelGeometry[];
}

const MOST_COLUMNS = 256;
const MOST_COMPACT = 4096;

export interface Laid {
  readonly panel: Panel;
  readonly window: Window;
  readonly cells: readonly Cell[];
  readonly label: string;
  readonly color: string;
  readonly cellWidth: number;
  readonly cellHeight: number;
  readonly header: number;
  readonly width: number;
  readonly height: number;
  readonly note: string;
  /** Height of the title's line, and of what stands above the columns. */
  readonly title: number;
  readonly above: number;
  readonly levels: true | undefined;
}

export function renderSvg(picture: Picture, options: SvgOptions): Drawing {
  const { body, width, height, panels } = drawSheet(picture, options);
  return { svg: standalone(body, { width, height }, options.theme, picture.summary), width, height, panels };
}

export interface Sheet {
  readonly body: string;
  readonly width: number;
  readonly height: number;
  readonly panels: readonly PanelGeometry[];
}

/** A document of its own, on the theme's background. */
export function standalone(
  body: string,
  { width, height }: Pick<Sheet, "width" | "height">,
  theme: Theme,
  summary: string,
): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ` +
    `aria-label="${xml(summary)}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="${FONT}">` +
    `<rect width="${width}" height="${height}" fill="${palettes[theme].background}"/>${body}</svg>`
  );
}

/** The panels of a picture without the document around them. */
export function drawSheet(picture: Picture, options: SvgOptions): Sheet {
  const palette = palettes[options.theme];
  const share = sheetExtent(picture.panels);
  const title = options.untitled === true && picture.panels.length === 1 ? 0 : TITLE_HEIGHT;
  const laid = inColumns(picture.panels.map((panel) => layOut(panel, options, share, title)));
  const { xs, ys, width, height } = placePanels(laid);
  const parts: string[] = [];
  const geometry: PanelGeometry[] = [];
  laid.forEach((panel, i) => {
    const x = MARGIN + (xs[i] ?? 0) + panel.header;
    const y = MARGIN + (ys[i] ?? 0) + panel.title + panel.above;
    parts.push(drawPanel(panel, i, x, y, palette, options));
    const { cellWidth, cellHeight, window, cells } = panel;
    geometry.push({ panel: i, x, y, cellWidth, cellHeight, window, cells });
  });
  const w = Math.ceil(width + 2 * MARGIN);
  const h = Math.ceil(height + 2 * MARGIN);
  return { body: parts.join(""), width: w, height: h, panels: geometry };
}

/** Panels below each other that count the same have their columns below each other. */
function inColumns(laid: readonly Laid[]): readonly Laid[] {
  return laid.map((one) => {
    const { column, columns } = one.window;
    const alike = laid.filter(({ panel, window }) => {
      return areStacked(panel, one.panel) && window.column === column && window.columns === columns;
    });
    const cellWidth = Math.max(...alike.map((other) => other.cellWidth));
    const header = Math.max(...alike.map((other) => other.header));
    const reach = Math.max(one.width - one.header, (columns / one.window.step) * cellWidth);
    return { ...one, cellWidth, header, width: header + reach };
  });
}

/** How many panels share the width and the height. */
function sheetExtent(panels: readonly Panel[]): { readonly across: number; readonly down: number } {
  return {
    across: Math.max(...panels.map((p) => p.column)) + 1,
    down: Math.max(...panels.map((p) => p.row)) + 1,
  };
}

function layOut(panel: Panel, options: SvgOptions, share: { across: number; down: number }, title: number): Laid {
  const view = panel.view;
  const label = pick(view.labelModes, options.label);
  const color = pick(view.colorModes, options.color);
  const wanted = options.step ?? 1;
  const step = share.across * share.down > 1 ? stepOf(view, wanted) : wanted;
  const from = options.from ?? { row: 0, column: 0 };
  // Levels stand where every cell is drawn, with its label.
  const levels = step === 1 && options.cell === undefined ? options.levels : undefined;
  const header = headerOf(view.rows, levels);
  const above = headerHeight(view.columns, levels);
  const roomX = options.maxWidth / share.across - header - 2 * MARGIN;
  const roomY =
    options.maxHeight / share.down -
    title -
    above -
    2 * MARGIN -
    (options.bare === true ? 0 : title === 0 ? 14 : CELL_HEIGHT);
  const cellHeight = options.cell ?? heightOf(view, label);
  const extent = options.filled === true ? asManyAsFit : extentIn;
  const rows = extent(view.rows, from.row, Math.floor(roomY / cellHeight), step);
  // The first columns are drawn in any case: what they need in width says how many more can be, so that few are asked for in vain.
  const wide = options.cell === undefined ? undefined : options.cell * (options.stretch ?? 1);
  const widthNeeded = (cells: readonly Cell[]): number => wide ?? widthOf(view, cells, label);
  const first =
    options.cell === undefined ? view.cells({ ...from, rows: rows * step, columns: STRIP * step, step }) : [];
  const most = Math.min(
    options.cell === undefined ? MOST_COLUMNS : MOST_COMPACT,
    Math.max(1, Math.ceil(roomX / widthNeeded(first))),
  );
  const colors = options.cell === undefined ? {} : ({ unlabelled: true, color } as const);
  const probe = view.cells({ ...from, rows: rows * step, columns: most * step, step, ...colors });
  const cellWidth = widthNeeded(probe);
  const columns = extent(view.columns, from.column, Math.floor(roomX / cellWidth), step);
  const window: Window = { ...from, rows: rows * step, columns: columns * step, step };
  const cells = probe.filter((c) => c.column < from.column + columns * step);
  const note = options.bare === true ? "" : cutNote(view, window);
  const compact = options.cutTitles === true && share.across * share.down > 1;
  const titled = title === 0 ? 0 : titleWidth(view.title, columns * cellWidth, compact);
  const reach = Math.max(columns * cellWidth, titled, CHARACTER * note.length);
  return {
    panel,
    window,
    cells,
    label,
    color,
    cellWidth,
    cellHeight,
    header,
    width: header + reach,
    height: title + above + rows * cellHeight + (note === "" ? 0 : CELL_HEIGHT),
    note,
    title,
    above,
    levels,
  };
}

/**
 * How many cells of an axis to draw in the room: all, or as many as end at the heaviest boundary that still fits. Where
 * there is none, an extent of eights ends at one of them: chunks and banks end there.
 */
function extentIn(axis: Axis, from: number, room: number, step: number): number {
  const total = Math.ceil((axis.extent - from) / step);
  const most = Math.max(1, room);
  if (total <= most) return Math.max(1, total);
  const period = [...axis.periods].reverse().find((p) => p % step === 0 && p / step <= most);
  if (period !== undefined) return Math.floor(most / (period / step)) * (period / step);
  return most > 16 && axis.extent % 8 === 0 ? most - (most % 8) : most;
}

const asManyAsFit = (axis: Axis, from: number, room: number, step: number): number =>
  Math.max(1, Math.min(room, Math.ceil((axis.extent - from) / step)));

function cutNote(view: View, window: Window): string {
  const shown = `${window.rows}×${window.columns}`;
  const all = `${view.rows.text ?? view.rows.extent}×${view.columns.text ?? view.columns.extent}`;
  const whole = window.rows >= view.rows.extent && window.columns >= view.columns.extent;
  const named = view.rows.text === undefined && view.columns.text === undefined;
  if (whole && named) return stepNote(window.step);
  return [`${shown} of ${all}`, stepNote(window.step)].filter((part) => part !== "").join(", ");
}

/** The outline of a cell as a path; of several in a row, where they are `pitch` apart. */
export function outline(g: Omit<PanelGeometry, "panel" | "cells">, cell: Cell, pitch = g.cellWidth): string {
  const x = g.x + ((cell.column - g.window.column) / g.window.step) * pitch;
  const y = g.y + ((cell.row - g.window.row) / g.window.step) * g.cellHeight;
  return `M${num(x)} ${num(y)}h${num(g.cellWidth)}v${num(g.cellHeight)}h-${num(g.cellWidth)}z`;
}

function drawPanel(laid: Laid, index: number, x: number, y: number, palette: Palette, options: SvgOptions): string {
  const { window, cellWidth, cellHeight } = laid;
  const grid = { x, y, cellWidth, cellHeight, window };
  const title =
    laid.title === 0
      ? ""
      : `<text x="${num(x)}" y="${num(y - laid.above - 5)}" fill="${accentColor(palette, laid.panel.view.accent)}" font-weight="bold">${xml(titleIn(laid.panel.view.title, Math.max(laid.width - laid.header, 1)))}</text>`;
  const frames =
    laid.cellHeight < GRID_FROM ? [] : laid.cells.filter((cell) => options.highlight?.(index, cell) === true);
  return (
    title +
    drawFills(laid, grid, palette, options, index) +
    drawGrid(laid, x, y, palette) +
    drawHeaders(laid, x, y, palette) +
    (options.cell === undefined ? drawLabels(laid, grid, palette, options.labelledTo) : "") +
    accented(laid, grid, palette) +
    framed(frames, grid, palette.highlight) +
    drawNote(laid, x, y, palette)
  );
}

export type Grid = Omit<PanelGeometry, "panel" | "cells">;

const framed = (cells: readonly Cell[], grid: Grid, color: string): string =>
  cells.length === 0
    ? ""
    : `<path fill="none" stroke="${color}" stroke-width="2" d="${cells.map((cell) => outline(grid, cell)).join("")}"/>`;

/** Cells that another panel picks, in its colour. */
const accented = ({ cells }: Laid, grid: Grid, palette: Palette): string =>
  palette.accents
    .map((color, accent) =>
      framed(
        cells.filter((cell) => cell.accent === accent),
        grid,
        color,
      ),
    )
    .join("");

function drawLabels(
  laid: Laid,
  { x, y, cellWidth, cellHeight, window }: Grid,
  palette: Palette,
  to = Number.POSITIVE_INFINITY,
): string {
  const labels = laid.cells.flatMap((cell) => {
    const cy = y + ((cell.row - window.row) / window.step) * cellHeight;
    const text = cy > to ? "" : labelOf(cell, laid.label);
    if (text === "") return [];
    const cx = x + ((cell.column - window.column) / window.step) * cellWidth;
    const lines = linesOf(laid.panel.view, laid.label, text);
    const first = cy + cellHeight / 2 + 4 - (LINE_HEIGHT / 2) * (lines.length - 1);
    return lines.map(
      (line, i) => `<text x="${num(cx + cellWidth / 2)}" y="${num(first + i * LINE_HEIGHT)}">${xml(line)}</text>`,
    );
  });
  return `<g fill="${palette.text}" text-anchor="middle">${labels.join("")}</g>`;
}

function drawNote(laid: Laid, x: number, y: number, palette: Palette): string {
  if (laid.note === "") return "";
  const bottom = y + Math.ceil(laid.window.rows / laid.window.step) * laid.cellHeight + 13;
  return `<text x="${num(x)}" y="${num(bottom)}" fill="${palette.muted}">${xml(laid.note)}</text>`;
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const xml = (text: string): string => text.replace(/[&<>"]/g, (c) => entities[c] ?? c);
