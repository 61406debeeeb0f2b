// A thread-value layout over a tile: which thread holds which element, and as which of its values.
//
// A TV layout maps (thread, value) to the 1-D index of the tile. The picture turns it round: every cell of the (M, N) tile
// names its thread and value, as CuTe's print_latex draws tiled copies and MMAs. An element that several threads hold
// shows the first and how many there are.
import type { Context } from "../algebra/context.ts";
import { layoutAt, size } from "../algebra/layout/coords.ts";
import { modeOf } from "../algebra/layout/modes.ts";
import type { Layout } from "../algebra/value.ts";
import { cellsOf } from "./layout-view.ts";
import type { Axis, View } from "./view.ts";

/** (thread, value) pairs that are turned round for a picture; a larger TV layout is said, not drawn. */
const MOST_PAIRS = 1 << 17;

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
  if (threads.kind !== "num" || values.kind !== "num" || threads.value * values.value > MOST_PAIRS) return undefined;
  const [threadCount, valueCount] = [threads.value, values.value];
  let owners: ReadonlyMap<number, Owner> | undefined;
  const rows = plainAxis(options.rows, options.rowName);
  const columns = plainAxis(options.columns, options.columnName);
  return {
    kind: options.kind,
    title: options.title,
    rows,
    columns,
    labelModes: ["thread value", "thread", "value", "index"],
    colorModes: ["thread", "value"],
    summary: `${options.title}: ${threadCount} threads with ${valueCount} values each over ${options.rows}×${options.columns} elements`,
    cells: (window) => {
      owners ??= ownersOf(ctx, tv, threadCount, valueCount);
      return cellsOf(window, rows, columns, (row, column) => {
        const index = options.transposed ? column + row * options.columns : row + column * options.rows;
        return ownedCell(row, column, index, owners?.get(index), options.thread);
      });
    },
  };
}

const plainAxis = (extent: number, name: string): Axis => ({ extent, periods: [], name });

/** Threads that are eight apart often lie below each other: they get different tones, as neighbours do. */
export const threadTone = (thread: number): number => thread + 3 * Math.floor(thread / 8);

/** The index of (thread, value) is the sum of the two modes' offsets: each mode is walked once, not every pair. */
function ownersOf(ctx: Context, tv: Layout, threads: number, values: number): ReadonlyMap<number, Owner> {
  const [threadOffsets, valueOffsets] = [
    offsetsOf(ctx, modeOf(ctx, tv, 0), threads),
    offsetsOf(ctx, modeOf(ctx, tv, 1), values),
  ];
  const firsts = new Map<number, { readonly thread: number; readonly value: number; others: number }>();
  threadOffsets.forEach((threadOffset, thread) => {
    valueOffsets.forEach((valueOffset, value) => {
      const index = threadOffset + valueOffset;
      const first = firsts.get(index);
      if (first === undefined) firsts.set(index, { thread, value, others: 0 });
      else first.others++;
    });
  });
  firsts.delete(Number.NaN);
  return firsts;
}

/** The mode as a function; what is no number is NaN. */
function offsetsOf(ctx: Context, mode: Layout, count: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => {
    const offset = layoutAt(ctx, mode, i);
    return offset.kind === "num" ? offset.value : Number.NaN;
  });
}

function ownedCell(row: number, column: number, index: number, owner: Owner | undefined, only: number | undefined) {
  if (owner === undefined || (only !== undefined && owner.thread !== only))
    return { row, column, labels: { index: String(index) }, tones: { thread: 0, value: 0 } };
  const more = owner.others > 0 ? `+${owner.others}` : "";
  return {
    row,
    column,
    labels: {
      "thread value": `T${owner.thread}${more} V${owner.value}`,
      thread: `T${owner.thread}${more}`,
      value: `V${owner.value}`,
      index: String(index),
    },
    tones: { thread: threadTone(owner.thread), value: owner.value },
  };
}
