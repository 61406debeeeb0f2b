// How large a picture is, in cells: what zooming to fit goes by.
import type { Picture } from "../../src-engine/view/view.ts";

export function sheetExtent(picture: Picture): { readonly rows: number; readonly columns: number } {
  const [only] = picture.panels;
  if (only !== undefined && picture.panels.length === 1)
    return { rows: only.view.rows.extent, columns: only.view.columns.extent };
  return {
    rows: total(sumBy(picture, "row", (v) => v.rows.extent)),
    columns: total(sumBy(picture, "column", (v) => v.columns.extent)),
  };
}

function sumBy(
  picture: Picture,
  slot: "row" | "column",
  extent: (v: Picture["panels"][number]["view"]) => number,
): number[] {
  const sizes: number[] = [];
  for (const p of picture.panels) sizes[p[slot]] = Math.max(sizes[p[slot]] ?? 0, extent(p.view) + 4);
  return sizes;
}

const total = (sizes: readonly number[]): number => sizes.reduce((sum, size) => sum + (size ?? 0), 0);
