// A thread-value layout over a tile: which thread holds which element, and as which of its values.
//
// A TV layout maps (thread, value) to the 1-D index of the tile. The picture turns it round: every cell of the (M, N) tile
// names its thread and value, as CuTe's print_latex draws tiled copies and MMAs. An element that several threads hold
// shows the first and how many there are.
import type { Context } from "../algebra/context.ts";
import { size } from "../algebra/layout/coords.ts";
import { modeOf } from "../algebra/layout/modes.ts";
import type { Layout } from "../algebra/value.ts";
import { cellsOf } from "./layout-view.ts";
import { offsetAtIndex } from "./offset-table.ts";
import type { Scale } from "./scale.ts";
import { type Axis, type Cell, tonedCell, type View } from "./view.ts";

/** Elements that are turned round for a picture; a larger TV layout is said, not drawn. */
const MOST_ELEMENTS = 1 << 20;

export interface TvViewOptions {
  readonly title: string;
  readonly kind: "tv" | "mma" | "copy";
  /** Extent of the tile. */
  readonly rows: number;
  readonly columns: number;
  readonly rowName: string;
  readonly columnName: string;
  /** The tile index is drawn with its first coordinate along the columns: B of an MMA as K × N. */
  readonly transposed: boolean;
  /** Both axes count one index, line after line as one reads: a TV layout without a tile. */
  readonly wrapped?: true;
  /** Only this thread, for isolation. */
  readonly thread?: number;
}

interface Owner {
  readonly thread: number;
  readonly value: number;
  readonly others: number;
}

export function tvView(ctx: Context, tv: Layout, options: TvViewOptions): View | undefined {
  const threads = size(ctx, modeOf(ctx, tv, 0));
  const values = size(ctx, modeOf(ctx, tv, 1));
  if (threads.kind !== "num" || values.kind !== "num" || options.rows * options.columns > MOST_ELEMENTS)
    return undefined;
  const [threadCount, valueCount] = [threads.value, values.value];
  if (Math.max(threadCount, valueCount) > MOST_ELEMENTS) return undefined;
  let held: Held | undefined;
  const rows = { ...plainAxis(options.rows, options.rowName), ...(options.wrapped ? { every: options.columns } : {}) };
  const columns = plainAxis(options.columns, options.columnName);
  return {
    kind: options.kind,
    title: options.title,
    rows,
    columns,
    labelModes: ["thread value", "thread", "value", "index"],
    stacked: "thread value",
    colorModes: colorsOf(threadCount),
    scales: { ...threadScale(threadCount), ...valueScale(threadCount, valueCount) },
    summary: `${options.title}: ${threadCount} threads with ${valueCount} values each over ${options.rows}×${options.columns} elements`,
    cells: (window) => {
      held ??= heldIn(ctx, tv, threadCount, valueCount);
      const { ownerOf, valueAt } = held;
      const of = window.only === undefined ? ownedCell : colouredCell;
      return cellsOf(window, rows, columns, (row, column) => {
        const index = options.transposed ? column + row * options.columns : row + column * options.rows;
        return of({ row, column, index, valueAt }, ownerOf(index, options.thread));
      });
    },
  };
}

const plainAxis = (extent: number, name: string): Axis => ({ extent, periods: [], name });

/** Colours of threads; what nobody holds has the tone `nobody`. */
export const threadScale = (count: number): { readonly thread: Scale } => ({ thread: { kind: "threads", count } });
export const nobody = -1;

/** What belongs to one thread, or to one CTA, is told apart by its values: as a ramp from the first to the last. */
export const valueScale = (threads: number, values: number): Readonly<Record<string, Scale>> =>
  threads === 1 ? { value: { kind: "ramp", most: values - 1 } } : {};

const colorsOf = (threads: number): readonly string[] => (threads === 1 ? ["value", "thread"] : ["thread", "value"]);

interface Held {
  /** The first that holds an element, or the one asked for where it does. */
  readonly ownerOf: (index: number, only: number | undefined) => Owner | undefined;
  /** As which of a thread's values. */
  readonly valueAt: (index: number, thread: number) => number | undefined;
}

/**
 * The index of (thread, value) is the sum of the two modes' offsets. Threads with equal offsets hold the same elements (all 128
 * of a warpgroup what it reads from shared memory): they are followed once.
 */
function heldIn(ctx: Context, tv: Layout, threads: number, values: number): Held {
  const threadOffsets = offsetsOf(ctx, modeOf(ctx, tv, 0), threads);
  const byValue = counted(offsetsOf(ctx, modeOf(ctx, tv, 1), values));
  const firsts = new Map<number, { readonly thread: number; readonly value: number; others: number }>();
  for (const [threadOffset, thread] of counted(threadOffsets))
    for (const [valueOffset, value] of byValue) {
      const index = threadOffset + valueOffset;
      const count = thread.count * value.count;
      const known = firsts.get(index);
      if (known === undefined) firsts.set(index, { thread: thread.first, value: value.first, others: count - 1 });
      else known.others += count;
    }
  firsts.delete(Number.NaN);
  const valueAt = (index: number, thread: number): number | undefined => {
    const from = index - (threadOffsets[thread] ?? Number.NaN);
    return Number.isNaN(from) ? undefined : byValue.get(from)?.first;
  };
  return {
    ownerOf: (index, only) => {
      const first = firsts.get(index);
      if (first === undefined || only === undefined) return first;
      const value = valueAt(index, only);
      return value === undefined ? undefined : { thread: only, value, others: first.others };
    },
    valueAt,
  };
}

/** Each offset with the first that has it, and how many have it. */
function counted(offsets: readonly number[]): ReadonlyMap<number, { readonly first: number; count: number }> {
  const found = new Map<number, { readonly first: number; count: number }>();
  offsets.forEach((offset, i) => {
    const known = found.get(offset);
    if (known === undefined) found.set(offset, { first: i, count: 1 });
    else known.count++;
  });
  return found;
}

/** The mode as a function; what is no number is NaN. */
function offsetsOf(ctx: Context, mode: Layout, count: number): readonly number[] {
  const offsetAt = offsetAtIndex(ctx, mode);
  return Array.from({ length: count }, (_, i) => offsetAt(i) ?? Number.NaN);
}

interface ElementPlace extends Pick<Held, "valueAt"> {
  readonly row: number;
  readonly column: number;
  readonly index: number;
}

const colouredCell = (place: ElementPlace, owner: Owner | undefined): Cell =>
  tonedCell(place, { thread: owner?.thread ?? nobody, value: owner?.value ?? 0 });

function ownedCell({ row, column, index, valueAt }: ElementPlace, owner: Owner | undefined): Cell {
  if (owner === undefined)
    return { row, column, labels: { index: String(index) }, tones: { thread: nobody, value: 0 } };
  return {
    row,
    column,
    get labels() {
      const more = owner.others > 0 ? `+${owner.others}` : "";
      return {
        "thread value": `T${owner.thread}${more} V${owner.value}`,
        thread: `T${owner.thread}${more}`,
        value: `V${owner.value}`,
        index: String(index),
      };
    },
    tones: { thread: owner.thread, value: owner.value, others: owner.others },
    isHeldBy: (thread) => valueAt(index, thread) !== undefined,
  };
}
