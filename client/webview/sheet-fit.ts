// The zoom at which a sheet of several panels is seen whole: with labels where they can be read, else by its colours.
import { naturalPanels, sheetSize } from "../../src-engine/view/svg-metrics.ts";
import type { Picture } from "../../src-engine/view/view.ts";
import { detail, isCompactable, type Size } from "./viewport.ts";

/** A small sheet grows to this. */
const largest = 2;
const smallest = 1 / 256;
/** From one zoom to the next that is tried. */
const finer = 0.94;

export function fittedSheet(picture: Picture, label: string, room: Size): number {
  const panels = naturalPanels(picture, label);
  const compactable = isCompactable(cellsOf(picture));
  for (let zoom = largest; zoom > smallest; zoom *= finer) {
    const { scale, ...drawn } = detail(zoom, compactable);
    const { width, height } = sheetSize(panels, drawn);
    if (width * scale <= room.width && height * scale <= room.height) return zoom;
  }
  return smallest;
}

export const cellsOf = (picture: Picture): number =>
  picture.panels.reduce((sum, { view }) => sum + view.rows.extent * view.columns.extent, 0);
