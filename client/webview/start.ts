// How an expression is shown at first where somebody says so: its view, tile, marked cells, labels and colours.
import type { Start } from "../src/preview/messages.ts";
import { page } from "./page.ts";

/** Before the first drawing: the fields that it reads. */
export function fillFields({ tile, mark }: Start): void {
  page.tile.value = tile;
  page.mark.value = mark;
}

/** After it, when the picture has offered its labels and colours. */
export function chooseModes({ label, color }: Start): void {
  choose(page.label, label);
  choose(page.color, color);
}

function choose(select: HTMLSelectElement, wanted: string): void {
  if ([...select.options].some(({ value }) => value === wanted)) select.value = wanted;
}
