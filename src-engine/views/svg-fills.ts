// The colours of a panel's cells: paths, one for each colour, or an image with a pixel a cell where there are no labels to fit.
import type { Palette } from "./palette.ts";
import { pngOf } from "./png.ts";
import { fadedColor, scaledColor } from "./scale.ts";
import { type Grid, type Laid, outline, type SvgOptions } from "./svg.ts";
import { GRID_FROM, num } from "./svg-axes.ts";
import type { Cell } from "./view.ts";

/** Colours that an image can have. */
const MOST_COLORS = 256;

export function drawFills(laid: Laid, grid: Grid, palette: Palette, options: SvgOptions, index: number): string {
  const plain = colorOf(laid, palette, options);
  const small = laid.cellHeight < GRID_FROM;
  // Cells too small for a frame have its colour.
  const color = (cell: Cell): string =>
    small && options.highlight?.(index, cell) === true ? palette.highlight : plain(cell);
  const image = small && options.pixels === true ? drawPixels(laid, grid, palette, color) : undefined;
  return image ?? drawPaths(laid, grid, color);
}

/** A ramp says more than eight tones where one sees the whole from afar; beside labels the tones tell neighbours apart. */
function colorOf({ panel, color, window }: Laid, palette: Palette, options: SvgOptions): (cell: Cell) => string {
  const scale = panel.view.scales?.[color];
  const toneIn = (cell: Cell): number => cell.tones[color] ?? 0;
  if (scale?.kind !== "ramp" || options.cell !== undefined) return (cell) => scaledColor(palette, toneIn(cell), scale);
  if (window.step === 1) return (cell) => scaledColor(palette, toneIn(cell), undefined);
  // A ramp has few colours, and a large picture that is panned asks for thousands of them in every frame.
  const faded = new Map<string, string>();
  return (cell) => {
    const color = scaledColor(palette, toneIn(cell), scale);
    const known = faded.get(color) ?? fadedColor(palette, color, scale);
    faded.set(color, known);
    return known;
  };
}

/** Undefined where the colours are too many. */
function drawPixels(
  { cells, window, cellWidth, cellHeight }: Laid,
  { x, y }: Grid,
  palette: Palette,
  color: (cell: Cell) => string,
): string | undefined {
  const width = Math.ceil(window.columns / window.step);
  const height = Math.ceil(window.rows / window.step);
  const colors = new Map([[palette.background, 0]]);
  const pixels = new Uint8Array(width * height);
  for (const cell of cells) {
    const fill = color(cell);
    const index = colors.get(fill) ?? colors.size;
    colors.set(fill, index);
    pixels[((cell.row - window.row) / window.step) * width + (cell.column - window.column) / window.step] = index;
  }
  if (colors.size > MOST_COLORS) return undefined;
  const box = `x="${num(x)}" y="${num(y)}" width="${num(width * cellWidth)}" height="${num(height * cellHeight)}"`;
  const data = pngOf(width, pixels, [...colors.keys()]);
  return `<image ${box} preserveAspectRatio="none" image-rendering="pixelated" href="data:image/png;base64,${data}"/>`;
}

/** Cells of one colour are one path; neighbours of one colour in a row one box of it, where there are no labels to fit. */
function drawPaths(laid: Laid, grid: Grid, color: (cell: Cell) => string): string {
  const byColor = new Map<string, string[]>();
  const { step } = laid.window;
  for (let i = 0; i < laid.cells.length; ) {
    const cell = laid.cells[i];
    if (cell === undefined) break;
    const fill = color(cell);
    let run = 1;
    for (; laid.cellHeight < GRID_FROM; run++) {
      const next = laid.cells[i + run];
      if (next === undefined || next.row !== cell.row || next.column !== cell.column + run * step) break;
      if (color(next) !== fill) break;
    }
    const box = outline({ ...grid, cellWidth: grid.cellWidth * run }, cell, grid.cellWidth);
    const group = byColor.get(fill);
    if (group === undefined) byColor.set(fill, [box]);
    else group.push(box);
    i += run;
  }
  const paths = [...byColor].map(([fill, boxes]) => `<path fill="${fill}" d="${boxes.join("")}"/>`).join("");
  return laid.cellHeight < GRID_FROM ? `<g shape-rendering="crispEdges">${paths}</g>` : paths;
}
