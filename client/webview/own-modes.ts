// Labels and colours of one's own: a list of labels by offset, a layout that says the colours. Each has a field that opens
// with something to start from.
import { labelledBy, listOf, ownList } from "../../src-engine/views/label-by.ts";
import type { Picture } from "../../src-engine/views/view.ts";
import { byLayout, colouredByText, type Language } from "./engine.ts";
import { page } from "./page.ts";

/** A picture as the two fields say. */
export function withOwnModes(picture: Picture | undefined, language: Language): Picture | undefined {
  const [colours, labels] = [page.colorBy.value.trim(), page.labelBy.value.trim()];
  const coloured = picture === undefined || colours === "" ? picture : colouredByText(picture, colours, language);
  return coloured === undefined || labels === "" ? coloured : labelledBy(coloured, listOf(labels));
}

/** The field of the colours' layout, after another choice. */
export function openColours(picture: Picture | undefined): void {
  const view = picture?.panels[0]?.view;
  const rows = `(${view?.rows.extent ?? 8},${view?.columns.extent ?? 8}):(1,0)`;
  fill(page.colorBy, page.color.value === byLayout, rows);
}

/** The field of the list of labels, after another choice. */
export const openLabels = (): void => fill(page.labelBy, page.label.value === ownList, "abcdefghijklmnopqrstuvwxyz");

function fill(field: HTMLInputElement, wanted: boolean, start: string): void {
  if (!wanted) field.value = "";
  else if (field.value === "") field.value = start;
}
