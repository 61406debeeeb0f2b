// A view whose cells take long to make and are asked for again with every zoom: each row of them is made once.
import type { Cell, View } from "./view.ts";

/** More cells than these are not kept. */
const most = 1 << 16;

export function remembered(view: View): View {
  const { rows, columns } = view;
  if (rows.extent * columns.extent > most) return view;
  const kept = new Map<number, readonly Cell[]>();
  const cellsOfRow = (row: number): readonly Cell[] => {
    const known = kept.get(row);
    if (known !== undefined) return known;
    const made = view.cells({ row, column: 0, rows: 1, columns: columns.extent, step: 1 });
    kept.set(row, made);
    return made;
  };
  return {
    ...view,
    cells: ({ row, column, rows: count, columns: across, step }) => {
      const out: Cell[] = [];
      const end = Math.min(row + count, rows.extent);
      const last = column + across;
      for (let r = row; r < end; r += step)
        for (const cell of cellsOfRow(r))
          if (cell.column >= column && cell.column < last && (cell.column - column) % step === 0) out.push(cell);
      return out;
    },
  };
}
