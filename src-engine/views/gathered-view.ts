// A view with the cells that go together in one: the eight elements of a chunk, the values that a thread holds side by side.
import { pick } from "./svg-metrics.ts";
import { nobody } from "./tv-view.ts";
import { type Axis, type Cell, type Picture, type View, whole } from "./view.ts";

const LOOKED_AT = { rows: 8, columns: 64 };

/** How many cells side by side always have one colour: the greatest common divisor of the runs at the corner. */
export function runOf(view: View, color: string | undefined): number {
  const mode = pick(view.colorModes, color);
  if (view.scales?.[mode]?.kind === "ramp") return 1;
  const columns = Math.min(LOOKED_AT.columns, view.columns.extent);
  const cells = view.cells({ row: 0, column: 0, rows: LOOKED_AT.rows, columns, step: 1 });
  let common = columns;
  let run = 0;
  cells.forEach((cell, i) => {
    const next = cells[i + 1];
    run++;
    if (next?.row === cell.row && next.tones[mode] === cell.tones[mode]) return;
    common = gcd(common, run);
    run = 0;
  });
  return view.columns.extent % common === 0 && common < columns ? common : 1;
}

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/** `count` columns in one, labelled by the first and the last: `72–79`, `T0 V0–7`. */
export function gatheredView(view: View, count: number): View {
  if (count === 1) return view;
  const columns: Axis = {
    ...view.columns,
    extent: view.columns.extent / count,
    periods: view.columns.periods.filter((p) => p % count === 0 && p > count).map((p) => p / count),
    every: count,
  };
  return {
    ...view,
    columns,
    // A cell of several elements is wide as it is.
    stacked: undefined,
    cells: (window) => {
      const end = Math.min(window.row + window.rows, view.rows.extent);
      const last = Math.min(window.column + window.columns, columns.extent);
      const out: Cell[] = [];
      for (let row = window.row; row < end; row += window.step)
        for (let column = window.column; column < last; column += window.step) {
          const cells = view.cells({ row, column: column * count, rows: 1, columns: count, step: 1 });
          const [first, final] = [cells[0], cells.at(-1)];
          if (first !== undefined && final !== undefined) out.push(joined(first, final, column));
        }
      return out;
    },
  };
}

function joined(first: Cell, last: Cell, column: number): Cell {
  const labels = Object.entries(first.labels).map(([mode, text]) => [mode, between(text, last.labels[mode] ?? "")]);
  return { row: first.row, column, labels: Object.fromEntries(labels), tones: first.tones };
}

/** What two labels share is written once: `(0,8)` and `(0,15)` are `(0,8–15)`, `(8,0,1)` and `(15,0,1)` are `(8–15,0,1)`. */
function between(first: string, last: string): string {
  const [from, to] = [first, last].map((text) => text.split(/(\d+)/));
  const differ = from?.flatMap((part, i) => (part === to?.[i] ? [] : [i])) ?? [];
  const [only] = differ;
  if (only === undefined) return first;
  if (differ.length > 1 || from?.length !== to?.length || only % 2 === 0) return `${first}…`;
  return from?.map((part, i) => (i === only ? `${part}–${to?.[i]}` : part)).join("") ?? first;
}

/** Memory with the elements in one cell that stay side by side (64 columns of halves are 8 of 16 bytes), wide copies
 * with a thread's values, wide swizzles with what they move together. */
export function inChunks(picture: Picture): Picture {
  const panels = picture.panels.map((panel) => ({ ...panel, view: chunked(panel.view) }));
  return { ...picture, panels };
}

function chunked(view: View): View {
  if (view.kind === "copy" || view.kind === "tv" || view.kind === "mma")
    return gatheredView(
      view,
      together(view, (a, b) => a.thread === b.thread && (a.thread === nobody || (a.value ?? 0) + 1 === b.value)),
    );
  if (view.colorModes[0] === "chunk")
    return gatheredView(
      view,
      together(view, (a, b) => (a.offset ?? 0) + 1 === b.offset),
    );
  const { count, text } = view.chunk ?? { count: 1, text: "" };
  return count === 1 ? view : { ...gatheredView(view, count), title: `${view.title}: ${text} a cell` };
}

/** Tiles that are no wider than this show every element. */
const NARROW = 16;
/** Of larger ones only a part is drawn. */
const MOST_CELLS = 1 << 16;

/** How many columns side by side follow each other everywhere: a thread's values, `T0 V0–7`, or the offsets of a swizzle's chunk. */
function together(view: View, follows: (before: Cell["tones"], after: Cell["tones"]) => boolean): number {
  const { extent } = view.columns;
  if (extent <= NARROW || extent * view.rows.extent > MOST_CELLS) return 1;
  const cells = view.cells(whole(view));
  const fits = (count: number): boolean =>
    extent % count === 0 &&
    cells.every((cell, i) => cell.column % count === 0 || follows(cells[i - 1]?.tones ?? {}, cell.tones));
  return [8, 4, 2].find(fits) ?? 1;
}
