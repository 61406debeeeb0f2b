// The zoom at which a sheet of several panels is seen whole: with labels where they can be read, else by its colours.
import { naturalPanels, sheetSize } from "../../src-engine/view/svg-metrics.ts";
import type { Picture } from "../../src-engine/view/view.ts";
import { detail, isCompactable, type Size, smallest } from "./viewport.ts";

/** A small sheet grows to this. */
const largest = 2;
const least = 1 / 256;
/** From one zoom to the next that is tried. */
const finer = 0.94;

export interface SheetFit {
  readonly zoom: number;
  /** Titles are cut to the width of their panels. */
  readonly cutTitles: boolean;
}

/** With whole titles and labels if it can be, then with cut titles, then by colours; else as small as can be read. */
export function fittedSheet(
  picture: Picture,
  { label, levels }: { readonly label: string; readonly levels: true | undefined },
  room: Size,
): SheetFit {
  const panels = naturalPanels(picture, label);
  const compactable = isCompactable(cellsOf(picture));
  for (const cutTitles of [false, true])
    for (let zoom = largest; zoom > (cutTitles ? least : smallest); zoom *= finer) {
      const { scale, ...drawn } = detail(zoom, compactable);
      const { width, height } = sheetSize(panels, { ...drawn, cutTitles, levels });
      if (width * scale <= room.width && height * scale <= room.height) return { zoom, cutTitles };
    }
  return { zoom: smallest, cutTitles: true };
}

export const cellsOf = (picture: Picture): number =>
  picture.panels.reduce((sum, { view }) => sum + view.rows.extent * view.columns.extent, 0);
