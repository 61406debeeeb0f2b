// The one SVG renderer: a Picture to SVG text plus the geometry that turns a mouse position back into a cell.
//
// It draws View cells and knows no layout. Cells of one tone share one path and labels carry no attributes but their
// place, so that a hover picture of some thousand cells stays under the editors' size limits.
import { type Palette, palettes, type Theme, toneColor } from "./palette.ts";
import { type Axis, boundaryWeight, type Cell, type Panel, type Picture, type View, type Window } from "./view.ts";

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
  /** Leaves out the title of a picture with one panel: for places that say it in words already. */
  readonly untitled?: true;
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
}

export interface Drawing {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
  readonly panels: readonly PanelGeometry[];
}

const FONT = 11;
const CHARACTER = 6.7;
const CELL_HEIGHT = 18;
const TITLE_HEIGHT = 18;
const HEADER_HEIGHT = 14;
const GAP = 14;
const MARGIN = 6;
const STRIP = 4;
const MOST_COLUMNS = 256;

interface Laid {
  readonly panel: Panel;
  readonly window: Window;
  readonly cells: readonly Cell[];
  readonly label: string;
  readonly color: string;
  readonly cellWidth: number;
  readonly header: number;
  readonly width: number;
  readonly height: number;
  readonly note: string;
  /** Height of the title's line. */
  readonly title: number;
}

export function renderSvg(picture: Picture, options: SvgOptions): Drawing {
  const palette = palettes[options.theme];
  const share = sheetExtent(picture.panels);
  const title = options.untitled === true && picture.panels.length === 1 ? 0 : TITLE_HEIGHT;
  const laid = picture.panels.map((panel) => layOut(panel, options, share, title));
  const { xs, ys, width, height } = placePanels(laid);
  const parts: string[] = [];
  const geometry: PanelGeometry[] = [];
  laid.forEach((panel, i) => {
    const x = MARGIN + (xs[i] ?? 0) + panel.header;
    const y = MARGIN + (ys[i] ?? 0) + panel.title + HEADER_HEIGHT;
    parts.push(drawPanel(panel, i, x, y, palette, options));
    geometry.push({ panel: i, x, y, cellWidth: panel.cellWidth, cellHeight: CELL_HEIGHT, window: panel.window });
  });
  const w = Math.ceil(width + 2 * MARGIN);
  const h = Math.ceil(height + 2 * MARGIN);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" role="img" ` +
    `aria-label="${xml(picture.summary)}" font-family="ui-monospace,Menlo,Consolas,monospace" font-size="${FONT}">` +
    `<rect width="${w}" height="${h}" fill="${palette.background}"/>${parts.join("")}</svg>`;
  return { svg, width: w, height: h, panels: geometry };
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
  const step = options.step ?? 1;
  const from = options.from ?? { row: 0, column: 0 };
  const header = CHARACTER * String(view.rows.extent - 1).length + 8;
  const roomX = options.maxWidth / share.across - header - 2 * MARGIN;
  const roomY = options.maxHeight / share.down - title - HEADER_HEIGHT - 2 * MARGIN - (title === 0 ? 14 : CELL_HEIGHT);
  const rows = extentIn(view.rows, from.row, Math.floor(roomY / CELL_HEIGHT), step);
  // The first columns are drawn in any case: what they need in width says how many more can be, so that few are asked for in vain.
  const first = view.cells({ ...from, rows: rows * step, columns: STRIP * step, step });
  const most = Math.min(MOST_COLUMNS, Math.max(1, Math.ceil(roomX / widthOf(first, label))));
  const probe = view.cells({ ...from, rows: rows * step, columns: most * step, step });
  const cellWidth = widthOf(probe, label);
  const columns = extentIn(view.columns, from.column, Math.floor(roomX / cellWidth), step);
  const window: Window = { ...from, rows: rows * step, columns: columns * step, step };
  const cells = probe.filter((c) => c.column < from.column + columns * step);
  const note = cutNote(view, window);
  return {
    panel,
    window,
    cells,
    label,
    color,
    cellWidth,
    header,
    width:
      header + Math.max(columns * cellWidth, title === 0 ? 0 : CHARACTER * view.title.length, CHARACTER * note.length),
    height: title + HEADER_HEIGHT + rows * CELL_HEIGHT + (note === "" ? 0 : CELL_HEIGHT),
    note,
    title,
  };
}

const widthOf = (cells: readonly Cell[], label: string): number =>
  Math.max(16, ...cells.map((c) => CHARACTER * (c.labels[label] ?? "").length + 6));

const pick = (modes: readonly string[], wanted: string | undefined): string =>
  wanted !== undefined && modes.includes(wanted) ? wanted : (modes[0] ?? "");

/** How many cells of an axis to draw in the room: all, or as many as end at the heaviest boundary that still fits. */
function extentIn(axis: Axis, from: number, room: number, step: number): number {
  const total = Math.ceil((axis.extent - from) / step);
  const most = Math.max(1, room);
  if (total <= most) return Math.max(1, total);
  const period = [...axis.periods].reverse().find((p) => p % step === 0 && p / step <= most);
  return period === undefined ? most : Math.floor(most / (period / step)) * (period / step);
}

function cutNote(view: View, window: Window): string {
  const shown = `${window.rows}×${window.columns}`;
  const all = `${view.rows.text ?? view.rows.extent}×${view.columns.text ?? view.columns.extent}`;
  const whole = window.rows >= view.rows.extent && window.columns >= view.columns.extent;
  const named = view.rows.text === undefined && view.columns.text === undefined;
  if (whole && named && window.step === 1) return "";
  return `${shown} of ${all}${window.step > 1 ? `, every ${window.step}th` : ""}`;
}

function placePanels(laid: readonly Laid[]): { xs: number[]; ys: number[]; width: number; height: number } {
  const widths: number[] = [];
  const heights: number[] = [];
  // What has its row for itself may be as wide as it likes: it moves no other panel.
  const alone = (l: Laid): boolean => l.panel.column === 0 && !laid.some((o) => o !== l && o.panel.row === l.panel.row);
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

function drawPanel(laid: Laid, index: number, x: number, y: number, palette: Palette, options: SvgOptions): string {
  const place = (cell: Cell): { cx: number; cy: number } => ({
    cx: x + ((cell.column - laid.window.column) / laid.window.step) * laid.cellWidth,
    cy: y + ((cell.row - laid.window.row) / laid.window.step) * CELL_HEIGHT,
  });
  const tones = new Map<string, string[]>();
  const labels: string[] = [];
  const frames: string[] = [];
  for (const cell of laid.cells) {
    const { cx, cy } = place(cell);
    const fill = toneColor(palette, cell.tones[laid.color] ?? 0);
    const box = `M${num(cx)} ${num(cy)}h${num(laid.cellWidth)}v${CELL_HEIGHT}h-${num(laid.cellWidth)}z`;
    const group = tones.get(fill);
    if (group === undefined) tones.set(fill, [box]);
    else group.push(box);
    const text = cell.labels[laid.label] ?? "";
    if (text !== "") labels.push(`<text x="${num(cx + laid.cellWidth / 2)}" y="${num(cy + 13)}">${xml(text)}</text>`);
    if (options.highlight?.(index, cell)) frames.push(box);
  }
  const fills = [...tones].map(([fill, boxes]) => `<path fill="${fill}" d="${boxes.join("")}"/>`).join("");
  const title =
    laid.title === 0
      ? ""
      : `<text x="${num(x)}" y="${num(y - HEADER_HEIGHT - 5)}" fill="${palette.text}" font-weight="bold">${xml(laid.panel.view.title)}</text>`;
  return (
    title +
    fills +
    drawGrid(laid, x, y, palette) +
    drawHeaders(laid, x, y, palette) +
    `<g fill="${palette.text}" text-anchor="middle">${labels.join("")}</g>` +
    (frames.length > 0
      ? `<path fill="none" stroke="${palette.highlight}" stroke-width="2" d="${frames.join("")}"/>`
      : "") +
    drawNote(laid, x, y, palette)
  );
}

/** Cell borders in one path, boundaries of outer modes in heavier ones. */
function drawGrid(laid: Laid, x: number, y: number, palette: Palette): string {
  const { window, cellWidth } = laid;
  const rows = Math.ceil(window.rows / window.step);
  const columns = Math.ceil(window.columns / window.step);
  const byWeight = new Map<number, string[]>();
  const add = (weight: number, line: string): void => {
    const lines = byWeight.get(weight);
    if (lines === undefined) byWeight.set(weight, [line]);
    else lines.push(line);
  };
  for (let r = 0; r <= rows; r++) {
    const edge = r === 0 || r === rows;
    const weight = edge ? 1 : boundaryWeight(laid.panel.view.rows, window.row + r * window.step);
    add(weight, `M${num(x)} ${num(y + r * CELL_HEIGHT)}h${num(columns * cellWidth)}`);
  }
  for (let c = 0; c <= columns; c++) {
    const edge = c === 0 || c === columns;
    const weight = edge ? 1 : boundaryWeight(laid.panel.view.columns, window.column + c * window.step);
    add(weight, `M${num(x + c * cellWidth)} ${num(y)}v${num(rows * CELL_HEIGHT)}`);
  }
  return [...byWeight]
    .sort(([a], [b]) => a - b)
    .map(([weight, lines]) => {
      const stroke = weight === 0 ? palette.line : palette.boundary;
      const width = weight === 0 ? 0.5 : 0.5 + 0.5 * weight;
      return `<path stroke="${stroke}" stroke-width="${width}" d="${lines.join("")}"/>`;
    })
    .join("");
}

function drawHeaders(laid: Laid, x: number, y: number, palette: Palette): string {
  const { window, cellWidth } = laid;
  const texts: string[] = [];
  const narrow = CHARACTER * String(laid.panel.view.columns.extent - 1).length + 2;
  const every = Math.max(1, Math.ceil(narrow / cellWidth));
  for (let r = 0; r * window.step < window.rows; r++) {
    const at = `x="${num(x - 4)}" y="${num(y + r * CELL_HEIGHT + 13)}" text-anchor="end"`;
    texts.push(`<text ${at}>${window.row + r * window.step}</text>`);
  }
  for (let c = 0; c * window.step < window.columns; c += every) {
    const at = `x="${num(x + c * cellWidth + cellWidth / 2)}" y="${num(y - 4)}" text-anchor="middle"`;
    texts.push(`<text ${at}>${window.column + c * window.step}</text>`);
  }
  return `<g fill="${palette.muted}" font-size="9">${texts.join("")}</g>`;
}

function drawNote(laid: Laid, x: number, y: number, palette: Palette): string {
  if (laid.note === "") return "";
  const bottom = y + Math.ceil(laid.window.rows / laid.window.step) * CELL_HEIGHT + 13;
  return `<text x="${num(x)}" y="${num(bottom)}" fill="${palette.muted}">${xml(laid.note)}</text>`;
}

const num = (n: number): string => String(Math.round(n * 10) / 10);

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const xml = (text: string): string => text.replace(/[&<>"]/g, (c) => entities[c] ?? c);
