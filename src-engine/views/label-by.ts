// A picture with labels of one's own: the n-th of a list stands at offset n, as data would lie in memory.
import { type Cell, changedCell, type Picture, type View } from "./view.ts";

export const ownList = "own list";

/** `a,b,c`, `a b c`, or `abc` letter by letter; items with commas inside are in quotes: `"1,5", "2,5"`. */
export function listOf(text: string): readonly string[] {
  const quoted = [...text.matchAll(/"([^"]*)"/g)].map(([, item]) => item ?? "");
  if (quoted.length > 0) return quoted;
  const items = text.trim().split(text.includes(",") ? /\s*,\s*/ : /\s+/);
  const [only = ""] = items;
  return items.length === 1 ? [...only] : items;
}

/** Labels by offset; where a cell has no offset (threads, banks) by its index. What is beyond the list has none. */
export function labelledBy(picture: Picture, list: readonly string[]): Picture {
  const panels = picture.panels.map((panel) => ({ ...panel, view: labelled(panel.view, list) }));
  return { ...picture, panels };
}

const labelled = (view: View, list: readonly string[]): View => ({
  ...view,
  labelModes: [ownList, ...view.labelModes.filter((mode) => mode !== ownList)],
  cells: (window) =>
    view.cells(window).map((cell) => changedCell(cell, {}, () => ({ ...cell.labels, [ownList]: at(cell, list) }))),
});

function at({ labels }: Cell, list: readonly string[]): string {
  const place = Number(labels.offset ?? labels.index ?? Number.NaN);
  return Number.isInteger(place) ? (list[place] ?? "") : "";
}
