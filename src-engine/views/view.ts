// What a picture shows, without saying how it is drawn: lazy grids of cells with labels and colours.
//
// A View knows no Layout. It gives its extent and, for a window of rows and columns at a level of detail, the cells in
// it, so that 4096 × 4096 costs as much as 8 × 8. The renderers (svg.ts, text.ts, tikz.ts) draw it and know nothing else.
import type { Scale } from "./scale.ts";

/** A cell. `labels` by label mode (offset, index, coordinate, thread …); `tones` by colour mode: equal numbers, equal colours. */
export interface Cell {
  readonly row: number;
  readonly column: number;
  /** Often made only when somebody asks: most cells of a large picture are seen by their colours alone. */
  readonly labels: Readonly<Record<string, string>>;
  readonly tones: Readonly<Record<string, number>>;
  /** The element's place in its layout's domain, and its offset, where they are numbers. */
  readonly index?: number | undefined;
  readonly offset?: number | undefined;
  /** The coordinate of the element that stands here, by mode; empty where none does. */
  readonly element?: readonly number[];
  /** Its row and column in the layout, where the picture has it elsewhere: a strip in lines. */
  readonly at?: { readonly row: number; readonly column: number };
  /** Cells of a picture with equal links are the same element: pointing at one marks the others. */
  readonly link?: string;
  /** Links of the cells in other panels that it was made of. */
  readonly from?: readonly string[];
  /** Framed in this accent: another panel picks it. */
  readonly accent?: number;
  /** Of an element of several threads, whose label is the first's: whether this one is among them. */
  readonly isHeldBy?: (thread: number) => boolean;
}

/** The cell with other colours, links or labels; labels are still made only when somebody asks. */
export function changedCell(cell: Cell, by: Partial<Omit<Cell, "labels">>, labels?: () => Cell["labels"]): Cell {
  const { element, at, link, from, accent, isHeldBy } = cell;
  return {
    row: cell.row,
    column: cell.column,
    tones: cell.tones,
    get labels() {
      return labels === undefined ? cell.labels : labels();
    },
    index: cell.index,
    offset: cell.offset,
    ...(element === undefined ? {} : { element }),
    ...(at === undefined ? {} : { at }),
    ...(link === undefined ? {} : { link }),
    ...(from === undefined ? {} : { from }),
    ...(accent === undefined ? {} : { accent }),
    ...(isHeldBy === undefined ? {} : { isHeldBy }),
    ...by,
  };
}

/** Its place in the layout's domain; a cell that has none is not a number. */
export const indexOf = (cell: Pick<Cell, "index" | "labels">): number =>
  cell.index ?? Number(cell.labels.index ?? Number.NaN);

/** Its offset, or what stands for it, as its label says it. */
export const offsetText = (cell: Pick<Cell, "offset" | "labels">): string =>
  cell.offset === undefined ? (cell.labels.offset ?? "") : String(cell.offset);

export const offsetOf = (cell: Pick<Cell, "offset" | "labels">): number => cell.offset ?? Number(cell.labels.offset);

/** Stands between the label modes of one that shows several. */
const together = " · ";

export const isTogether = (mode: string): boolean => mode.includes(together);

export const labelsTogether = (...modes: readonly string[]): string => modes.join(together);

/** What a cell says in a label mode, also in one of several together. */
export const labelOf = ({ labels }: Pick<Cell, "labels">, mode: string): string =>
  labels[mode] ?? (isTogether(mode) ? mode.split(together).map((one) => labels[one] ?? "") : []).join(together);

/** A label with each of its words in a line of its own where the view stacks that mode. */
export const linesOf = ({ stacked }: Pick<View, "stacked">, mode: string, label: string): readonly string[] =>
  stacked === mode ? label.split(" ") : [label];

/** The same with low and wide cells, where there is more width than height; the picture itself where nothing is stacked. */
export const inOneLine = (picture: Picture): Picture =>
  picture.panels.every(({ view }) => view.stacked === undefined)
    ? picture
    : {
        ...picture,
        panels: picture.panels.map((panel) => ({ ...panel, view: { ...panel.view, stacked: undefined } })),
      };

/** Whether pointing at one of two cells marks the other. */
export function areLinked(a: Cell, b: Cell): boolean {
  if (a.link !== undefined && (a.link === b.link || b.from?.includes(a.link) === true)) return true;
  return b.link !== undefined && a.from?.includes(b.link) === true;
}

/** The rows and columns to give, in cells of the view; with `step` above 1 only every step-th row and column is given. */
export interface Window {
  readonly row: number;
  readonly column: number;
  readonly rows: number;
  readonly columns: number;
  readonly step: number;
  /** Only colours will be drawn: a view whose cells come from afar may leave out what they say. */
  readonly unlabelled?: true;
  /** The colour mode that will be drawn. */
  readonly color?: string;
  /** Nothing but the tones of this colour mode will be used: a view may leave out all else but the place. */
  readonly only?: string;
}

/** Of a cell whose labels nobody will ask for. */
export const noLabels: Cell["labels"] = Object.freeze({});
/** Of one that gets its colours from what the view is part of. */
export const noTones: Cell["tones"] = Object.freeze({});

/** A cell of which nobody asks more than its colours. */
export const tonedCell = ({ row, column }: Pick<Cell, "row" | "column">, tones: Cell["tones"]): Cell => ({
  row,
  column,
  labels: noLabels,
  tones,
});

export interface Axis {
  /** How many rows or columns there are to draw; of a symbolic extent the first few. */
  readonly extent: number;
  /** The extent in notation where it is not the number drawn: `M`. */
  readonly text?: string;
  /** Sizes of the inner modes, cumulated, smallest first: a line stands at every multiple, heavier for the later ones. */
  readonly periods: readonly number[];
  /** The periods are levels of a nested mode, and not those of a memory. */
  readonly nested?: true;
  /** A position stands for so many of what is counted. */
  readonly every?: number;
  /** Bands of so few rows (or columns) each, with so many elements of the other axis in a line. */
  readonly bands?: { readonly thin: number; readonly length: number };
  /** What the axis counts: `m`, `thread`, `byte`. */
  readonly name: string;
  /** Positions that another panel picks: their numbers are in its accent. */
  readonly accent?: { readonly accent: number; readonly positions: readonly number[] };
}

/** What stands at a position of an axis; in bands the row and the column where the line begins. */
export function numberAt({ every, bands }: Axis, position: number, axis: "row" | "column"): string {
  if (bands === undefined) return String(position * (every ?? 1));
  const [thin, long] = [position % bands.thin, Math.floor(position / bands.thin) * bands.length];
  return axis === "row" ? `${thin},${long}` : `${long},${thin}`;
}

/** A level of a nested mode: its coordinate goes up every `period` positions, and begins again after `count` of them. */
export interface Level {
  readonly period: number;
  readonly count: number;
}

/** The levels of a nested mode, the innermost first; none of a flat one. */
export function levelsOf({ periods, extent, nested }: Axis): readonly Level[] {
  if (nested !== true) return [];
  const starts = [1, ...periods];
  return starts.map((period, i) => ({ period, count: (starts[i + 1] ?? extent) / period }));
}

export type ViewKind =
  | "layout"
  | "tiles"
  | "tv"
  | "swizzle"
  | "banks"
  | "tma"
  | "mma"
  | "copy"
  | "partition"
  | "access";

export interface View {
  readonly kind: ViewKind;
  readonly title: string;
  readonly rows: Axis;
  readonly columns: Axis;
  /** The first is the default. */
  readonly labelModes: readonly string[];
  readonly colorModes: readonly string[];
  /** The label mode whose two words stand above each other, as thread and value: cells are about as wide as high then. */
  readonly stacked?: string | undefined;
  /** Colour modes whose tones are more than eight that repeat. */
  readonly scales?: Readonly<Record<string, Scale>>;
  /** Columns that go together everywhere, and what they are: `8 elements, 4 banks`. */
  readonly chunk?: { readonly count: number; readonly text: string };
  /** Rows and columns of the layout, where the picture has them in lines. */
  readonly folded?: { readonly rows: number; readonly columns: number };
  /** Where all of it is, in words: what the picture may say in place of drawing it. */
  readonly lies?: string;
  /** The colour of its title, where other panels show in it what this one picks. */
  readonly accent?: number;
  /** A sentence for screen readers, and what is shown where nothing can be drawn. */
  readonly summary: string;
  cells(window: Window): readonly Cell[];
}

/** One or more views on a common sheet: an MMA has A left of C and B above it. */
export interface Picture {
  readonly title: string;
  readonly summary: string;
  readonly panels: readonly Panel[];
}

export interface Panel {
  readonly view: View;
  /** Place on the sheet's own coarse grid. */
  readonly row: number;
  readonly column: number;
  /** Its place where the room has another form: wide instead of tall. */
  readonly otherwise?: { readonly row: number; readonly column: number };
  /** Shows the same as the panel before it, under another name. */
  readonly repeats?: true;
  /** Of a picture of an operation: which of its inputs this is. */
  readonly input?: number;
}

/** The whole of a view, one cell a cell. */
export const whole = (view: View): Window => ({
  row: 0,
  column: 0,
  rows: view.rows.extent,
  columns: view.columns.extent,
  step: 1,
});

/** Weight of the line before `position`: 0 for a plain cell border, 1 and more for boundaries of outer modes. */
export function boundaryWeight(axis: Axis, position: number): number {
  let weight = 0;
  for (const period of axis.periods) if (position % period === 0) weight++;
  return weight;
}
