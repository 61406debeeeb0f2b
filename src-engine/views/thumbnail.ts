// A picture within a small box that shows how the whole is built: with its numbers where all of them fit, else every cell as a
// colour, beside the first cells in their full size.

import { gatheredView, runOf } from "./gathered-view.ts";
import { palettes, type Theme } from "./palette.ts";
import { drawSheet, renderSvg, type Sheet, type SvgOptions, standalone, xml } from "./svg.ts";
import { num } from "./svg-axes.ts";
import { CHARACTER, GAP, MARGIN, naturalPanels, pick, sheetSize, TITLE_HEIGHT } from "./svg-metrics.ts";
import { inOneLine, type Picture, type View } from "./view.ts";

export interface ThumbnailOptions {
  readonly theme: Theme;
  readonly label: string;
  readonly color: string;
  readonly maxWidth: number;
  readonly maxHeight: number;
  /** Width that is kept for the enlarged cells. */
  readonly detail?: number;
}

/** Room below the cells, and their margin, for the words that say what the colours mean. */
const LEGEND = 11;
/** A cell of colour has at most so many pixels; below the smallest one stands for several. */
const [smallest, largest] = [1, 6];
/** What is narrower than this is stretched; what stays a line is no picture. */
const [THIN, THICK] = [180, 8];
const MOST_STRETCH = 6;
/** The enlarged cells are left out where they have less room. */
const LEAST_DETAIL = 120;

/** Wider sheets of an MMA are shown as a whole in colours, with the threads of its first cells beside it. */
const MOST_SHEET = 1600;
const ENLARGED = { maxWidth: 1500, maxHeight: 460, detail: 420 } as const;

/** For a file: undefined where every cell has room for its thread and value. */
export function wideMma(picture: Picture, theme: Theme): string | undefined {
  const isMma = picture.panels.every(({ view }) => view.kind === "mma");
  const { width } = sheetSize(naturalPanels(picture, undefined), { step: 1, cutTitles: false });
  return isMma && width > MOST_SHEET ? thumbnail(picture, { theme, label: "", color: "", ...ENLARGED }) : undefined;
}

/** Undefined where even colours would be a mere line. */
export function thumbnail(picture: Picture, options: ThumbnailOptions): string | undefined {
  const full = wholeOf(picture, options) ?? wholeOf(inOneLine(picture), options);
  if (full !== undefined) return full;
  const sheet = arranged(picture);
  const overview = overviewOf(sheet, options);
  if (overview === undefined) return undefined;
  const detail = detailOf(sheet, overview, options);
  const name = options.detail === undefined ? "" : nameOf(picture, sheet);
  const words = [name + legendOf(sheet, options), ...together(picture, sheet)].join("; ");
  const palette = palettes[options.theme];
  const bottom = Math.max(overview.height, detail?.sheet.height ?? 0) + LEGEND - MARGIN;
  const width = Math.max(overview.width + (detail?.sheet.width ?? 0), Math.ceil(CHARACTER * words.length) + 2 * MARGIN);
  const body = [
    overview.body,
    `<text x="${MARGIN}" y="${bottom - 2}" fill="${palette.muted}">${xml(words)}</text>`,
    detail === undefined ? "" : frameOf(overview, detail, palette.highlight),
    detail === undefined ? "" : `<g transform="translate(${overview.width} 0)">${detail.sheet.body}</g>`,
  ];
  return standalone(body.join(""), { width, height: bottom + MARGIN }, options.theme, picture.summary);
}

/** The picture with its labels where all of it has room, or where nobody knows how large it is. */
function wholeOf(picture: Picture, options: ThumbnailOptions): string | undefined {
  // What boxes and colours are stands in the title.
  const full = renderSvg(picture, isTma(picture) ? options : { ...options, untitled: true });
  return isWhole(picture, full) || picture.panels.some(({ view }) => isSymbolic(view)) ? full.svg : undefined;
}

const isTma = ({ panels }: Picture): boolean => panels.every(({ view }) => view.kind === "tma");

const isSymbolic = ({ rows, columns }: View): boolean => rows.text !== undefined || columns.text !== undefined;

const isWhole = (picture: Picture, { panels }: Pick<Sheet, "panels">): boolean =>
  panels.every(({ panel, window }) => {
    const view = picture.panels[panel]?.view;
    return view !== undefined && window.rows >= view.rows.extent && window.columns >= view.columns.extent;
  });

/** Every panel whole, as large as it can be; the enlarged cells keep their room beside it. */
function overviewOf(picture: Picture, options: ThumbnailOptions): Sheet | undefined {
  const panels = naturalPanels(picture, options.label);
  const width = options.maxWidth - (options.detail ?? 2 * LEAST_DETAIL);
  // A picture of one panel has no title.
  const height = options.maxHeight - LEGEND + (picture.panels.length === 1 ? TITLE_HEIGHT : 0);
  const most = Math.max(...picture.panels.flatMap(({ view }) => [view.rows.extent, view.columns.extent]));
  const isSmooth = isScaled(picture, options);
  for (const cell of isSmooth ? anySizes(most) : wholeSizes(most)) {
    const step = 2 ** Math.max(0, Math.ceil(Math.log2(smallest / cell)));
    const drawn = { step, cell: cell * step };
    const size = sheetSize(panels, { ...drawn, cutTitles: true });
    if (size.width > width || size.height > height) continue;
    const stretch = stretchOf(picture, cell);
    if (stretch === undefined) return undefined;
    const how = { ...drawn, stretch: isSmooth ? stretch : Math.floor(stretch) };
    return drawSheet(picture, compact(options, how));
  }
  return undefined;
}

const isScaled = ({ panels }: Picture, { color }: ThumbnailOptions): boolean =>
  panels.every(({ view }) => view.scales?.[pick(view.colorModes, color)] !== undefined);

/** Gradients, and threads in blocks of a warp, may have any size. */
function anySizes(most: number): readonly number[] {
  const sizes: number[] = [];
  for (let cell = largest; cell * most > 8; cell *= 0.95) sizes.push(cell);
  return sizes;
}

/** Colours that repeat every few cells are cells of whole pixels: in cells of 0.9 there would be stripes that are not there. */
function wholeSizes(most: number): readonly number[] {
  const sizes: number[] = [];
  for (let cell: number = largest; cell * most > 8; cell = cell > 1 ? cell - 1 : cell / 2) sizes.push(cell);
  return sizes;
}

/** Of one panel that is thin; a picture that stays a line has none. */
function stretchOf({ panels }: Picture, cell: number): number | undefined {
  const [only, second] = panels;
  if (only === undefined || second !== undefined) return 1;
  const { rows, columns } = only.view;
  const [wide, high] = [columns.extent * cell, rows.extent * cell];
  if (wide * MOST_STRETCH < THICK || high < THICK) return undefined;
  return Math.min(MOST_STRETCH, Math.max(1, THIN / wide));
}

function compact(
  { theme, label, color }: ThumbnailOptions,
  how: Required<Pick<SvgOptions, "step" | "cell" | "stretch">>,
): SvgOptions {
  const room = { maxWidth: 1e5, maxHeight: 1e5 };
  const highlight: NonNullable<SvgOptions["highlight"]> = (_, { tones }) =>
    tones.lane === 0 || (tones.thread === 0 && tones.others === 0);
  return { theme, label, color, ...how, ...room, cutTitles: true, untitled: true, bare: true, pixels: true, highlight };
}

interface Detail {
  readonly sheet: Sheet;
  readonly panel: number;
  /** Cells of the view that one drawn cell stands for. */
  readonly gathered: number;
}

/** The first cells of the panel that says most: what a copy reads, what an MMA accumulates, what lies in shared memory. */
function detailOf(picture: Picture, overview: Sheet, options: ThumbnailOptions): Detail | undefined {
  const index = picture.panels.some(({ view }) => view.kind === "tma" || view.kind === "mma")
    ? picture.panels.length - 1
    : 0;
  const view = picture.panels[index]?.view;
  const maxWidth = options.maxWidth - overview.width - GAP;
  if (view === undefined || maxWidth < LEAST_DETAIL - GAP) return undefined;
  const gathered = runOf(view, options.color);
  const alone = { ...picture, panels: [{ view: gatheredView(view, gathered), row: 0, column: 0 }] };
  const label = view.kind === "tma" ? (view.labelModes[0] ?? "") : options.label;
  const sheet = drawSheet(alone, {
    ...options,
    label,
    maxWidth,
    maxHeight: options.maxHeight - LEGEND + 1,
    untitled: true,
    bare: true,
  });
  return { sheet, panel: index, gathered };
}

/** Around the cells that are enlarged beside it. */
function frameOf(overview: Sheet, { sheet, panel, gathered }: Detail, color: string): string {
  const place = overview.panels.find((one) => one.panel === panel);
  const window = sheet.panels[0]?.window;
  if (place === undefined || window === undefined) return "";
  const { step } = place.window;
  const [w, h] = [((window.columns * gathered) / step) * place.cellWidth, (window.rows / step) * place.cellHeight];
  return `<rect x="${num(place.x)}" y="${num(place.y)}" width="${num(w)}" height="${num(h)}" fill="none" stroke="${color}"/>`;
}

/** Of an operand that is drawn alone, where there is room for it. */
const nameOf = ({ panels }: Picture, { panels: [only, second] }: Picture): string =>
  panels.length === 1 || only?.view.kind !== "mma" || second !== undefined ? "" : `${only.view.title}: `;

/** What the colours mean. */
function legendOf(picture: Picture, { color }: ThumbnailOptions): string {
  const view = picture.panels.at(-1)?.view;
  if (view === undefined) return "";
  const mode = pick(view.colorModes, color);
  const scale = view.scales?.[mode];
  if (mode === "copy") return view.summary;
  if (scale?.kind === "ramp") return `light to dark: ${mode}s 0 to ${scale.most}`;
  if (scale?.kind === "threads" && scale.of === "lanes")
    return `${scale.count > LANES ? "each of two CTAs: " : ""}a colour the 32 lanes that a warp reads, a shade a lane, lane 0 red`;
  if (scale?.kind === "threads")
    return scale.count > 32 ? "a colour a warp, a shade a lane, T0 red" : "a colour for four threads, T0 red";
  return mode === "chunk" ? "eight colours: the chunks of a row of memory" : `coloured by ${mode}`;
}

/** In one row where that makes them larger, with short titles. */
function arranged(picture: Picture): Picture {
  const telling = picture.panels.filter(({ view, repeats }) => repeats !== true && !isHeldByAll(view));
  const kept = telling.length === 0 ? picture.panels.slice(-1) : telling;
  const panels = kept.map((panel, i) => ({
    ...panel,
    ...(kept.length < 3 ? { row: 0, column: i } : {}),
    view: { ...panel.view, title: shortTitle(panel.view.title) },
  }));
  return { ...picture, panels };
}

const [WARP, LANES] = [32, 128];

/** What whole warps hold together, as wgmma's operands in shared memory, is of one colour, as is what one CTA has. */
function isHeldByAll(view: View): boolean {
  const scale = view.scales?.CTA;
  if (view.kind === "mma" && scale?.kind === "threads" && scale.count === 1) return true;
  const corner = view.cells({ row: 0, column: 0, rows: 8, columns: 8, step: 1 });
  return view.kind === "mma" && corner.every(({ tones }) => (tones.others ?? 0) >= WARP - 1);
}

/** The operands that are not drawn. */
function together(picture: Picture, { panels }: Picture): readonly string[] {
  const drawn = new Set(panels.map(({ view }) => view.title));
  const left = picture.panels.filter(({ view, repeats }) => repeats !== true && !drawn.has(shortTitle(view.title)));
  const names = left.map(({ view }) => shortTitle(view.title)).join(" and ");
  const s = left.length === 1 ? "s" : "";
  const lies = left[0]?.view.lies;
  if (left.length === 0) return [];
  return [lies === undefined ? `${names} belong${s} to all threads together` : `${names} lie${s} ${lies}`];
}

/** What stands before a layout, a colon or a comma: `smem Sw<3,4,3> o …` is `smem`. */
const shortTitle = (title: string): string => title.replace(/(?:[,:]| \S*[<(]).*$/, "");
