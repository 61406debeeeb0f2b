// What an export takes from the page: the layout as text, the expression that gives the picture, how it is drawn.
import { callText } from "./cell-text.ts";
import type { ExportSource } from "./export.ts";
import { page } from "./page.ts";
import type { Shown } from "./shown.ts";

/** `isCall`: the operation is drawn, not its result. */
export function exportSource({ view, typed, text }: Shown, isCall: boolean): ExportSource {
  const { name = "layout", notation = "", language = "cpp" } = view ?? {};
  const call = isCall ? callText(view?.step) : undefined;
  const expression = typed ? text : (call ?? notation);
  return { name, notation, expression, language, label: page.label.value, color: page.color.value };
}
