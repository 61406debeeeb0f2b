// The elements of the page that the script fills and listens to.
import { byId } from "./dom.ts";
import { OneLine } from "./one-line.ts";

export const page = {
  title: byId("title", HTMLElement),
  source: byId("source", HTMLButtonElement),
  back: byId("back", HTMLButtonElement),
  pin: byId("pin", HTMLButtonElement),
  notation: byId("notation", HTMLElement),
  tools: byId("tools", HTMLElement),
  instance: byId("instance", HTMLSelectElement),
  kind: byId("kind", HTMLSelectElement),
  tile: byId("tile", HTMLInputElement),
  tileLabel: byId("tileLabel", HTMLLabelElement),
  label: byId("label", HTMLSelectElement),
  color: byId("color", HTMLSelectElement),
  colorBy: byId("colorBy", HTMLInputElement),
  labelBy: byId("labelBy", HTMLInputElement),
  levels: byId("levels", HTMLInputElement),
  panels: byId("panels", HTMLElement),
  mark: byId("mark", HTMLInputElement),
  exports: byId("export", HTMLSelectElement),
  modes: byId("modes", HTMLElement),
  stage: byId("stage", HTMLElement),
  cell: byId("cell", HTMLElement),
  remedy: byId("remedy", HTMLElement),
  step: byId("step", HTMLElement),
  whatIf: byId("whatIf", HTMLFormElement),
  facts: byId("facts", HTMLElement),
  analysis: byId("analysis", HTMLDetailsElement),
  scratch: byId("scratch", HTMLFormElement),
  expression: byId("expression", HTMLInputElement),
  answer: byId("answer", HTMLElement),
  examples: byId("examples", HTMLSelectElement),
};

/** Nothing to mark, to zoom or to export where nothing is drawn. */
export function showDrawn(isDrawn: boolean): void {
  page.stage.classList.toggle("empty", !isDrawn);
  const tools = [page.mark.closest("label"), byId("zoomFit", HTMLButtonElement).parentElement, page.exports];
  for (const tool of tools) tool?.toggleAttribute("hidden", !isDrawn);
}

export function connectTools(stage: { zoom(factor: number): void; fit(): void }): void {
  new OneLine(page.tools, byId("more", HTMLDetailsElement), byId("folded", HTMLElement));
  byId("zoomIn", HTMLButtonElement).addEventListener("click", () => stage.zoom(1.25));
  byId("zoomOut", HTMLButtonElement).addEventListener("click", () => stage.zoom(0.8));
  byId("zoomFit", HTMLButtonElement).addEventListener("click", () => stage.fit());
}
