// Where one looks: zoom and the first visible cell. Below a readable size cells are colours alone, and in a large picture
// one drawn cell stands for step × step cells.
//
// Pure arithmetic, so that a picture of 4096 × 4096 cells costs no more than what is on the screen.

export interface Viewport {
  /** 1 draws a cell in its natural size. */
  readonly zoom: number;
  readonly row: number;
  readonly column: number;
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** Natural size of a cell in pixels. */
  readonly cellWidth: number;
  readonly cellHeight: number;
  /** Room that titles and headers take beside the cells, at scale 1. */
  readonly margins: Size;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Of a picture that is not there yet. */
export const nothingYet: Extent = {
  rows: 1,
  columns: 1,
  cellWidth: 30,
  cellHeight: 18,
  margins: { width: 60, height: 62 },
};

export const start: Viewport = { zoom: 1, row: 0, column: 0 };

/** Smaller labels are not read. */
export const smallest = 0.62;
/** A small picture grows to this when it is fitted. */
const largestFit = 2;
const zoomLimits = { min: 1 / 4096, max: 4 };

/** Every cell of a picture of at most so many is drawn, in pixels of at least `smallestCell`; of a larger one so many of its cells. */
const mostCompact = 1 << 15;
const smallestCell = 1;
/** A part of a very large one is panned a lot: fewer and larger cells, each of which may stand for several. */
const sampledCell = 8;

export interface Detail {
  /** How many cells one drawn cell stands for, and the scale at which it is drawn. */
  readonly step: number;
  readonly scale: number;
  /** Cells without labels, of so many pixels. */
  readonly cell?: number;
}

/** Labels as long as they can be read, then colours alone, then the colours of every n-th of so many cells. */
export function detail(zoom: number, cells: number): Detail {
  if (zoom >= smallest) return { step: 1, scale: zoom };
  const pixels = zoom * compactCell;
  const step = Math.min(
    stepOf(sampledCell / pixels),
    stepOf(Math.max(Math.sqrt(cells / mostCompact), smallestCell / pixels)),
  );
  // Cells that stand for several are an image of any size, which fills the room.
  return { step, scale: 1, cell: step === 1 ? Math.floor(pixels) : pixels * step };
}

const stepOf = (least: number): number => 2 ** Math.ceil(Math.log2(Math.max(1, least)));

/** At zoom 1; the square cells of a picture without labels. */
const compactCell = 18;

/** The extent of what is drawn at a zoom: cells without labels are square, and of whole pixels. */
export function extentAt(extent: Extent, { cell, step }: Detail, zoom: number): Extent {
  if (cell === undefined) return extent;
  const size = cell / step / zoom;
  return { ...extent, cellWidth: size, cellHeight: size };
}

/** What is left for cells. */
export const roomAt = (host: Size, scale: number, margins: Size): Size => ({
  width: Math.max(80, host.width - margins.width * scale),
  height: Math.max(80, host.height - margins.height * scale),
});

/** `host` is the whole place of the picture, titles and headers included. */
export function fitted(extent: Extent, host: Size): Viewport {
  const { rows, columns, cellWidth, cellHeight, margins } = extent;
  const labelled = Math.min(
    largestFit,
    host.width / (columns * cellWidth + margins.width),
    host.height / (rows * cellHeight + margins.height),
  );
  const room = roomAt(host, 1, margins);
  const square = Math.min(smallest * 0.99, room.width / (columns * compactCell), room.height / (rows * compactCell));
  const zoom = labelled < smallest ? square : labelled;
  return { zoom: clamp(zoom, zoomLimits.min, zoomLimits.max), row: 0, column: 0 };
}

/** Zooms by a factor around a cell, which stays where it is. */
export function zoomBy(viewport: Viewport, factor: number, around: { row: number; column: number }): Viewport {
  const zoom = clamp(viewport.zoom * factor, zoomLimits.min, zoomLimits.max);
  const ratio = viewport.zoom / zoom;
  return {
    zoom,
    row: around.row - (around.row - viewport.row) * ratio,
    column: around.column - (around.column - viewport.column) * ratio,
  };
}

/** More rows or columns than these are seen from afar first. */
const overview = 1024;
const readable = 0.7;

/** Whether a fitted picture stays so at first: it can be read, or is too large to begin with a corner of it. */
export const isSeenWhole = ({ rows, columns }: Extent, { zoom }: Viewport): boolean =>
  Math.max(rows, columns) > overview || zoom >= readable;

export function panBy(viewport: Viewport, rows: number, columns: number): Viewport {
  return { ...viewport, row: viewport.row + rows, column: viewport.column + columns };
}

/** How many cells are visible. */
export function visible(viewport: Viewport, extent: Extent, room: Size): { rows: number; columns: number } {
  return {
    rows: room.height / (extent.cellHeight * viewport.zoom),
    columns: room.width / (extent.cellWidth * viewport.zoom),
  };
}

/** Keeps the picture on the screen. */
export function bounded(viewport: Viewport, extent: Extent, room: Size): Viewport {
  const seen = visible(viewport, extent, room);
  return {
    zoom: viewport.zoom,
    row: clamp(viewport.row, 0, Math.max(0, extent.rows - seen.rows)),
    column: clamp(viewport.column, 0, Math.max(0, extent.columns - seen.columns)),
  };
}

/** The first drawn cell: on a multiple of the step, so that cells do not flicker while panning. */
export function firstCell(viewport: Viewport, { step }: Detail): { readonly row: number; readonly column: number } {
  const floor = (n: number) => Math.max(0, Math.floor(n / step) * step);
  return { row: floor(viewport.row), column: floor(viewport.column) };
}

/** Moves just enough for a cell to be seen. */
export function reveal(
  viewport: Viewport,
  cell: { row: number; column: number },
  extent: Extent,
  room: Size,
): Viewport {
  const seen = visible(viewport, extent, room);
  const into = (at: number, from: number, count: number) =>
    at < from ? at : at > from + count - 2 ? at - Math.max(0, count - 2) : from;
  return {
    zoom: viewport.zoom,
    row: into(cell.row, viewport.row, seen.rows),
    column: into(cell.column, viewport.column, seen.columns),
  };
}

const clamp = (n: number, low: number, high: number): number => Math.min(high, Math.max(low, n));
