// A picture coloured by another layout: `(8,8):(1,0)` by rows, `(8,8):(0,1)` by columns, `(4,2):(0,1)` by pairs of …
//
// The layout is asked at a cell's own (row, column); a layout of one mode, or one with fewer elements, at the cell's index.
import type { Context } from "../algebra/context.ts";
import { staticInt } from "../algebra/int/int.ts";
import { layoutAt, size } from "../algebra/layout/coords.ts";
import { modeOf, rankOfLayout } from "../algebra/layout/modes.ts";
import { type AnyLayout, tuple } from "../algebra/value.ts";
import { type Cell, changedCell, indexOf, type Picture, type View } from "./view.ts";

export const byLayout = "by layout";

export function colouredBy(ctx: Context, picture: Picture, layout: AnyLayout): Picture {
  const panels = picture.panels.map((panel) => ({ ...panel, view: coloured(ctx, panel.view, layout) }));
  return { ...picture, panels };
}

function coloured(ctx: Context, view: View, layout: AnyLayout): View {
  const tone = toneOf(ctx, layout);
  return {
    ...view,
    colorModes: [byLayout, ...view.colorModes.filter((mode) => mode !== byLayout)],
    cells: (window) =>
      view.cells(window).map((cell) => changedCell(cell, { tones: { ...cell.tones, [byLayout]: tone(cell) } })),
  };
}

function toneOf(ctx: Context, layout: AnyLayout): (cell: Cell) => number {
  const two = rankOfLayout(ctx, layout) >= 2;
  const extents = two && layout.kind === "layout" ? [0, 1].map((i) => size(ctx, modeOf(ctx, layout, i))) : [];
  const [rows, columns] = extents.map((n) => (n.kind === "num" ? n.value : undefined));
  return (cell) => {
    const { row, column } = cell.at ?? cell;
    const inside = rows !== undefined && columns !== undefined && row < rows && column < columns;
    const index = inside ? Number.NaN : indexOf(cell);
    const at = inside
      ? layoutAt(ctx, layout, tuple([staticInt(row), staticInt(column)]))
      : Number.isInteger(index)
        ? layoutAt(ctx, layout, index)
        : undefined;
    return at?.kind === "num" ? at.value : 0;
  };
}
