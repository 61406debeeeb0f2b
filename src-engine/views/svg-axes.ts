// What stands around and between the cells of a panel: grid lines, the numbers of rows and columns, the levels of nested modes.
import type { Palette } from "./palette.ts";
import type { Laid } from "./svg.ts";
import { CHARACTER, HEADER_HEIGHT, headerOf, LEVEL_HEIGHT, LEVEL_WIDTH } from "./svg-metrics.ts";
import { type Axis, boundaryWeight, type Level, levelsOf, numberAt } from "./view.ts";

/** Grid lines of cells smaller than this would hide them. */
export const GRID_FROM = 7;
/** Rows lower than this have no number each. */
const LINE = 11;
/** Of the small print on the axes. */
const NARROW = 5.5;

export const num = (n: number): string => String(Math.round(n * 10) / 10);

/** Cell borders in one path, boundaries of outer modes in heavier ones. */
export function drawGrid(laid: Laid, x: number, y: number, palette: Palette): string {
  const { window, cellWidth, cellHeight } = laid;
  const rows = Math.ceil(window.rows / window.step);
  const columns = Math.ceil(window.columns / window.step);
  const byWeight = new Map<number, string[]>();
  const lightest = cellHeight < GRID_FROM ? 1 : 0;
  const spaced = (axis: Axis): Axis => ({
    ...axis,
    periods: axis.periods.filter((period) => lightest === 0 || period * cellHeight >= 3 * GRID_FROM),
  });
  const [rowAxis, columnAxis] = [spaced(laid.panel.view.rows), spaced(laid.panel.view.columns)];
  const add = (weight: number, line: string): void => {
    if (weight < lightest) return;
    const lines = byWeight.get(weight);
    if (lines === undefined) byWeight.set(weight, [line]);
    else lines.push(line);
  };
  for (let r = 0; r <= rows; r++) {
    const edge = r === 0 || r === rows;
    const weight = edge ? 1 : boundaryWeight(rowAxis, window.row + r * window.step);
    add(weight, `M${num(x)} ${num(y + r * cellHeight)}h${num(columns * cellWidth)}`);
  }
  for (let c = 0; c <= columns; c++) {
    const edge = c === 0 || c === columns;
    const weight = edge ? 1 : boundaryWeight(columnAxis, window.column + c * window.step);
    add(weight, `M${num(x + c * cellWidth)} ${num(y)}v${num(rows * cellHeight)}`);
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

export function drawHeaders(laid: Laid, x: number, y: number, palette: Palette): string {
  const { window, cellWidth, cellHeight, panel } = laid;
  const { rows, columns } = panel.view;
  const texts: string[] = [];
  const narrow = CHARACTER * numberAt(columns, columns.extent - 1, "column").length + 2;
  const room = Math.max(1, Math.ceil(narrow / cellWidth));
  const every = cellHeight < LINE ? 2 ** Math.ceil(Math.log2(room)) : room;
  const low = cellHeight < LINE ? 2 ** Math.ceil(Math.log2(LINE / cellHeight)) : 1;
  const middle = cellHeight / 2 + (cellHeight < LINE ? 3 : 4);
  const [rowColor, columnColor] = [accentAt(rows, palette), accentAt(columns, palette)];
  for (let r = 0; r * window.step < window.rows; r += low) {
    const at = `x="${num(x - 4)}" y="${num(y + r * cellHeight + middle)}" text-anchor="end"`;
    const row = window.row + r * window.step;
    texts.push(`<text ${at}${rowColor(row * (rows.every ?? 1))}>${numberAt(rows, row, "row")}</text>`);
  }
  for (let c = 0; c * window.step < window.columns; c += every) {
    const at = `x="${num(x + c * cellWidth + cellWidth / 2)}" y="${num(y - 4)}" text-anchor="middle"`;
    const column = window.column + c * window.step;
    texts.push(
      `<text ${at}${columnColor(column * (columns.every ?? 1))}>${numberAt(columns, column, "column")}</text>`,
    );
  }
  const levels = laid.levels === true ? drawLevels(laid, x, y, palette) : "";
  return `<g fill="${palette.muted}" font-size="9">${texts.join("")}</g>${levels}`;
}

/** The attributes of a number that another panel picks. */
function accentAt({ accent }: Axis, palette: Palette): (position: number) => string {
  if (accent === undefined) return () => "";
  const picked = new Set(accent.positions);
  const color = palette.accents[accent.accent] ?? palette.text;
  return (position) => (picked.has(position) ? ` fill="${color}" font-weight="bold"` : "");
}

interface Block {
  /** In cells of the window. */
  readonly from: number;
  readonly to: number;
  readonly coordinate: number;
}

/** The innermost level stands next to the numbers of the cells, the outermost farthest from them. */
function drawLevels({ window, cellWidth, cellHeight, panel }: Laid, x: number, y: number, palette: Palette): string {
  const { rows, columns } = panel.view;
  const texts: string[] = [];
  const lines: string[] = [];
  const left = x - headerOf(rows);
  levelsOf(columns).forEach((level, i) => {
    const bottom = y - HEADER_HEIGHT - i * LEVEL_HEIGHT;
    for (const { from, to, coordinate } of blocks(level, window.column, window.columns)) {
      const [start, end] = [x + from * cellWidth, x + to * cellWidth];
      const text = fitting(i, coordinate, end - start);
      texts.push(`<text x="${num((start + end) / 2)}" y="${num(bottom - 3)}" text-anchor="middle">${text}</text>`);
      lines.push(`M${num(start)} ${num(bottom)}v-${LEVEL_HEIGHT}M${num(end)} ${num(bottom)}v-${LEVEL_HEIGHT}`);
    }
  });
  levelsOf(rows).forEach((level, i) => {
    const right = left - i * LEVEL_WIDTH;
    for (const { from, to, coordinate } of blocks(level, window.row, window.rows)) {
      const [start, end] = [y + from * cellHeight, y + to * cellHeight];
      const at = `x="${num(right - 5)}" y="${num((start + end) / 2 + 3)}" text-anchor="end"`;
      texts.push(`<text ${at}>${fitting(i, coordinate, LEVEL_WIDTH)}</text>`);
      lines.push(`M${num(right)} ${num(start)}h-${LEVEL_WIDTH}M${num(right)} ${num(end)}h-${LEVEL_WIDTH}`);
    }
  });
  return (
    `<path stroke="${palette.line}" stroke-width="0.5" d="${lines.join("")}"/>` +
    `<g fill="${palette.text}" font-size="9">${texts.join("")}</g>`
  );
}

/** The runs of equal coordinates of a level inside a window. */
function blocks({ period, count }: Level, first: number, extent: number): readonly Block[] {
  const out: Block[] = [];
  for (let at = 0; at < extent; ) {
    const block = Math.floor((first + at) / period);
    const to = Math.min(extent, (block + 1) * period - first);
    out.push({ from: at, to, coordinate: block % count });
    at = to;
  }
  return out;
}

/** `[1]=3` where there is room, the number alone elsewhere. */
function fitting(level: number, coordinate: number, room: number): string {
  const named = `[${level}]=${coordinate}`;
  return named.length * NARROW + 4 <= room ? named : String(coordinate);
}
