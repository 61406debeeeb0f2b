// The preview page: takes what the extension sends, keeps what is shown, and connects the controls.
import type { ViewResult } from "../../server/src/protocol/requests.ts";
import type { Cell, Picture } from "../../src-engine/view/view.ts";
import { type Bindings, readToWebview, type Source, type ToWebview } from "../src/preview/messages.ts";
import { byId, setOptions } from "./dom.ts";
import { evaluateLocally, localPicture } from "./engine.ts";
import { type ExportKind, exportKinds, exportPicture } from "./export.ts";
import { showFacts, showStep, showWhatIf } from "./facts.ts";
import { RemotePicture } from "./remote-view.ts";
import { type CellPlace, Stage } from "./stage.ts";
import { watchTheme } from "./theme.ts";
import { save, send } from "./vscode-api.ts";

const page = {
  title: byId("title", HTMLElement),
  source: byId("source", HTMLButtonElement),
  pin: byId("pin", HTMLButtonElement),
  notation: byId("notation", HTMLElement),
  instance: byId("instance", HTMLSelectElement),
  kind: byId("kind", HTMLSelectElement),
  label: byId("label", HTMLSelectElement),
  color: byId("color", HTMLSelectElement),
  exports: byId("export", HTMLSelectElement),
  stage: byId("stage", HTMLElement),
  cell: byId("cell", HTMLElement),
  step: byId("step", HTMLElement),
  whatIf: byId("whatIf", HTMLFormElement),
  facts: byId("facts", HTMLElement),
  scratch: byId("scratch", HTMLFormElement),
  expression: byId("expression", HTMLInputElement),
  answer: byId("answer", HTMLElement),
};

interface Shown {
  readonly view: ViewResult | null;
  readonly source: Source | null;
  readonly picture: Picture | undefined;
  readonly remote: RemotePicture | undefined;
}

let shown: Shown = { view: null, source: null, picture: undefined, remote: undefined };
let pinned = false;
let bindings: Bindings = {};
let wanted = { label: "offset", color: "offset" };
let lastRequest = 0;
let askedFor = "";
const stage = new Stage(page.stage, { pointed: describeCell, chosen: isolate });

window.addEventListener("message", (event: MessageEvent<unknown>) => {
  const message = readToWebview(event.data);
  if (message !== undefined) receive(message);
});
connectControls();
watchTheme(() => stage.redraw());
send({ type: "ready" });

function receive(message: ToWebview): void {
  switch (message.type) {
    case "show":
      return show(message.view, message.source, message.pinned);
    case "options":
      wanted = { label: message.label, color: message.color };
      return updateModes();
    case "cells":
      return addCells(message.request, message.picture);
    case "evaluated":
      return answer(message.view);
    case "focusInput":
      return page.expression.focus();
    default:
      return message satisfies never;
  }
}

function show(view: ViewResult | null, source: Source | null, isPinned: boolean): void {
  const before = shown.view;
  pinned = isPinned;
  page.pin.setAttribute("aria-pressed", String(pinned));
  page.title.textContent = view?.name ?? "CuTe Lens";
  page.source.textContent = source?.label ?? "";
  page.notation.textContent = view?.notation ?? "Put the cursor on a layout, a tensor or an operation.";
  save({ source, pinned });
  if (before?.name !== view?.name) bindings = {};
  const remote = view?.picture === undefined || view === null ? undefined : new RemotePicture(view.picture, needCells);
  const picture =
    view === null ? undefined : (localPicture(view.notation, view.picture?.panels[0]?.view.kind) ?? remote?.picture);
  shown = { view, source, picture, remote };
  askedFor = "";
  updateModes();
  stage.show(picture, before?.notation === view?.notation && before !== null ? "view" : "fit");
  page.stage.classList.toggle("empty", picture === undefined);
  page.cell.textContent = picture?.summary ?? view?.why ?? "";
  if (view !== null) showDetails(view);
}

function showDetails(view: ViewResult): void {
  showFacts(page.facts, view);
  setOptions(
    page.instance,
    view.instances.map(({ id, label }) => ({ value: id, text: label === "" ? "generic" : label })),
    view.instance,
  );
  showStep(page.step, view, {
    reveal: (input) => send({ type: "reveal", input }),
    inspect: (notation) => scratch(notation),
  });
  showWhatIf(page.whatIf, view, bindings, (changed) => {
    bindings = changed;
    ask();
  });
}

function updateModes(): void {
  const views = shown.picture?.panels.map((panel) => panel.view) ?? [];
  const labels = [...new Set(views.flatMap((view) => view.labelModes))];
  const colors = [...new Set(views.flatMap((view) => view.colorModes))];
  const option = (mode: string) => ({ value: mode, text: mode });
  setOptions(page.label, labels.map(option), labels.includes(page.label.value) ? page.label.value : wanted.label);
  setOptions(page.color, colors.map(option), colors.includes(page.color.value) ? page.color.value : wanted.color);
  setOptions(page.kind, kindsOf(shown.view).map(option), views[0]?.kind);
  stage.setModes(page.label.value, page.color.value);
}

/** The pictures that make sense for a value; the server refuses what it cannot draw. */
function kindsOf(view: ViewResult | null): readonly string[] {
  const natural = view?.picture?.panels[0]?.view.kind;
  if (natural === undefined) return [];
  if (natural === "layout" || natural === "swizzle" || natural === "banks") return ["layout", "swizzle", "banks"];
  return [natural];
}

function ask(): void {
  const { value: instance } = page.instance;
  const { value: kind } = page.kind;
  send({ type: "ask", bindings, ...(instance === "" ? {} : { instance }), ...(kind === "" ? {} : { kind }) });
}

function needCells(window: { row: number; column: number; rows: number; columns: number; step: number }): void {
  const key = JSON.stringify(window);
  if (key === askedFor) return;
  askedFor = key;
  send({ type: "cells", request: ++lastRequest, window });
}

function addCells(request: number, picture: ViewResult["picture"] | null): void {
  if (picture === null || picture === undefined) return;
  shown.remote?.add(picture);
  if (request === lastRequest) askedFor = "";
  stage.redraw();
}

function describeCell(place: CellPlace | undefined): void {
  if (place === undefined) {
    page.cell.textContent = shown.picture?.summary ?? "";
    return;
  }
  const labels = Object.entries(place.cell.labels).map(([mode, text]) => `${mode} ${text}`);
  page.cell.textContent = `row ${place.cell.row}, column ${place.cell.column} · ${labels.join(" · ")}`;
}

/** A click frames all cells that share the chosen one's thread, or its colour class where that means something. */
function isolate(place: CellPlace): void {
  const { thread } = place.cell.labels;
  const color = page.color.value;
  const tone = place.cell.tones[color];
  const same = (cell: Cell): boolean =>
    thread !== undefined ? cell.labels.thread === thread : color !== "offset" && cell.tones[color] === tone;
  stage.mark((_, cell) => same(cell));
}

function connectControls(): void {
  page.source.addEventListener("click", () => send({ type: "reveal" }));
  page.notation.addEventListener("click", () => send({ type: "reveal" }));
  page.pin.addEventListener("click", () => {
    pinned = !pinned;
    page.pin.setAttribute("aria-pressed", String(pinned));
    save({ source: shown.source, pinned });
    send({ type: "pin", pinned });
  });
  page.instance.addEventListener("change", ask);
  page.kind.addEventListener("change", ask);
  page.label.addEventListener("change", () => stage.setModes(page.label.value, page.color.value));
  page.color.addEventListener("change", () => stage.setModes(page.label.value, page.color.value));
  byId("zoomIn", HTMLButtonElement).addEventListener("click", () => stage.zoom(1.25));
  byId("zoomOut", HTMLButtonElement).addEventListener("click", () => stage.zoom(0.8));
  byId("zoomFit", HTMLButtonElement).addEventListener("click", () => stage.fit());
  setOptions(
    page.exports,
    ["Choose…", ...exportKinds].map((kind) => ({ value: kind, text: kind })),
  );
  page.exports.addEventListener("change", () => {
    const kind = exportKinds.find((known) => known === page.exports.value);
    page.exports.selectedIndex = 0;
    if (kind !== undefined) void exportShown(kind);
  });
  page.scratch.addEventListener("submit", (event) => {
    event.preventDefault();
    scratch(page.expression.value);
  });
}

function exportShown(kind: ExportKind): Promise<void> {
  const { view, picture } = shown;
  return exportPicture(kind, picture, {
    name: view?.name ?? "layout",
    notation: view?.notation ?? "",
    label: page.label.value,
    color: page.color.value,
  });
}

/** The input line: computed here where the engine can, else by the server. */
function scratch(expression: string): void {
  if (expression.trim() === "") return;
  page.expression.value = expression;
  const local = evaluateLocally(expression);
  if (local === undefined) return send({ type: "evaluate", request: ++lastRequest, expression });
  page.answer.textContent = local.text;
  if (local.picture !== undefined) showScratchPicture(local.picture);
}

function answer(view: ViewResult | null): void {
  page.answer.textContent = view === null ? "This cannot be evaluated." : (view.why ?? view.notation);
  if (view?.picture !== undefined) showScratchPicture(new RemotePicture(view.picture, () => undefined).picture);
}

function showScratchPicture(picture: Picture): void {
  shown = { ...shown, picture };
  updateModes();
  stage.show(picture, "fit");
  page.stage.classList.remove("empty");
}
