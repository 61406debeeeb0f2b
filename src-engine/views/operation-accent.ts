// What a tiler picks, accented on A: the rows of its first mode, the columns of its second; of one layout the cells of the first tile.
//
// The numbers on A's axes and the tiler's title have the same colour, so that one sees which positions the tiler names.
import type { Context } from "../algebra/context.ts";
import { layoutAt, size } from "../algebra/layout/coords.ts";
import type { Layout } from "../algebra/value.ts";
import { type Axis, type Cell, changedCell, indexOf, type Panel, type View } from "./view.ts";

/** More positions than these are no accent. */
const most = 4096;

/** The values of a layout; none of one that is too large or symbolic. */
export function positionsOf(ctx: Context, layout: Layout): readonly number[] {
  const total = size(ctx, layout);
  if (total.kind !== "num" || total.value > most) return [];
  return Array.from({ length: total.value }, (_, i) => {
    const at = layoutAt(ctx, layout, i);
    return at.kind === "num" ? at.value : -1;
  });
}

/** A with its picked rows and columns, or the cells of the first tile. */
export function accentedInput(ctx: Context, a: Panel, modes: readonly Layout[]): Panel {
  const [first, second] = modes.map((mode) => positionsOf(ctx, mode));
  if (first === undefined) return a;
  const indices = new Set(first);
  if (second === undefined) return { ...a, view: framed(a.view, (cell) => indices.has(indexOf(cell))) };
  const { view } = a;
  const rows = accented(view.rows, 0, first);
  const columns = accented(view.columns, 1, second);
  return { ...a, view: { ...view, rows, columns } };
}

const accented = (axis: Axis, accent: number, positions: readonly number[]): Axis => ({
  ...axis,
  accent: { accent, positions },
});

export function framed(view: View, picked: (cell: Cell) => boolean): View {
  const mark = (cell: Cell): Cell => (picked(cell) ? changedCell(cell, { accent: 0 }) : cell);
  return { ...view, cells: (window) => view.cells(window).map(mark) };
}

/** A tiler's mode in the colour of what it picks. */
export const titled = (panel: Panel, accent: number): Panel => ({ ...panel, view: { ...panel.view, accent } });
