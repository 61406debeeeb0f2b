// A view with the cells that go together in one: the eight elements of a chunk, the values that a thread holds side by side.
import { pick } from "./svg-metrics.ts";
import type { Axis, Cell, View } from "./view.ts";

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

/** What two labels share is written once: `(0,8)` and `(0,15)` are `(0,8–15)`. */
function between(first: string, last: string): string {
  if (first === last) return first;
  const [a, b] = [first, last].map((text) => /^(.*?)(\d+)(\D*)$/.exec(text));
  return a !== undefined && a !== null && b !== undefined && b !== null && a[1] === b[1] && a[3] === b[3]
    ? `${a[1]}${a[2]}–${b[2]}${a[3]}`
    : `${first}…`;
}
