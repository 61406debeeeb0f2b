// Between pixels and cells of a drawing: which cell lies under a point, where a cell lies, and the frames of some cells.
import { type Drawing, outline, renderSvg, type SvgOptions } from "../../src-engine/views/svg.ts";
import type { Cell, Picture } from "../../src-engine/views/view.ts";
import { type Extent, nothingYet, type Size } from "./viewport.ts";

export interface Box extends Size {
  readonly left: number;
  readonly top: number;
}

interface Place {
  readonly panel: number;
  readonly row: number;
  readonly column: number;
}

/** Whether the title is the value itself, which the page says above the picture. */
export function isSaidAbove(picture: Picture | undefined): true | undefined {
  const [only, second] = picture?.panels ?? [];
  const plain = only?.view.kind === "layout" || only?.view.kind === "swizzle" || only?.view.kind === "banks";
  return plain && second === undefined && !/ = |: /.test(only.view.title) ? true : undefined;
}

/** How large the cells of a picture of one panel are, by those that fit one screen. */
export function extentOf(
  picture: Picture,
  options: Pick<SvgOptions, "theme" | "label" | "color" | "levels" | "untitled">,
): Extent {
  const probe = renderSvg(picture, { ...options, maxWidth: 20_000, maxHeight: 400 }).panels[0];
  const view = picture.panels[0]?.view;
  return {
    rows: view?.rows.extent ?? 1,
    columns: view?.columns.extent ?? 1,
    cellWidth: probe?.cellWidth ?? 30,
    cellHeight: probe?.cellHeight ?? 18,
    margins: probe === undefined ? nothingYet.margins : { width: probe.x + 10, height: probe.y + 24 },
  };
}

/** The cell at a point of the drawing, in its own pixels. */
export function cellAt(drawing: Drawing | undefined, x: number, y: number): Place | undefined {
  for (const g of drawing?.panels ?? []) {
    const column = g.window.column + Math.floor((x - g.x) / g.cellWidth) * g.window.step;
    const row = g.window.row + Math.floor((y - g.y) / g.cellHeight) * g.window.step;
    const inside =
      x >= g.x && y >= g.y && column < g.window.column + g.window.columns && row < g.window.row + g.window.rows;
    if (inside) return { panel: g.panel, row, column };
  }
  return undefined;
}

/** Where a cell is, in pixels of the page. */
export function boxOf(drawing: Drawing | undefined, scale: number, { panel, row, column }: Place): Box | undefined {
  const g = drawing?.panels.find((p) => p.panel === panel);
  if (g === undefined) return undefined;
  const { x, y, cellWidth, cellHeight, window } = g;
  return {
    left: (x + Math.floor((column - window.column) / window.step) * cellWidth) * scale,
    top: (y + Math.floor((row - window.row) / window.step) * cellHeight) * scale,
    width: cellWidth * scale,
    height: cellHeight * scale,
  };
}

export function framesPath(drawing: Drawing | undefined, isFramed: (panel: number, cell: Cell) => boolean): string {
  return (drawing?.panels ?? [])
    .flatMap((g) => g.cells.filter((cell) => isFramed(g.panel, cell)).map((cell) => outline(g, cell)))
    .join("");
}

/** Scrolls just enough for a box to be seen, with a little around it. */
export function scrollInto(host: HTMLElement, { left, top, width, height }: Box): void {
  const into = (at: number, extent: number, from: number, room: number) =>
    at < from ? Math.max(0, at - 2 * extent) : at + 2 * extent > from + room ? at + 2 * extent - room : from;
  host.scrollTo(
    into(left, width, host.scrollLeft, host.clientWidth),
    into(top, height, host.scrollTop, host.clientHeight),
  );
}
