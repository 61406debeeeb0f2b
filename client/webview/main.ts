// The preview page: takes what the extension sends, keeps what is shown, and connects the controls.
import type { StepJson, ViewResult } from "../../server/src/protocol/requests.ts";
import { areLinked, type Cell, type Picture } from "../../src-engine/view/view.ts";
import { readToWebview, type Source, type ToWebview } from "../src/preview/messages.ts";
import { showAnalysis } from "./analysis.ts";
import { callText, cellText, isAlike } from "./cell-text.ts";
import { setOptions } from "./dom.ts";
import {
  callTyped,
  evaluateLocally,
  furtherModes,
  type LocalStep,
  type Look,
  localOperation,
  localPicture,
  localSteps,
  operationWhy,
} from "./engine.ts";
import { connectExports, type ExportSource } from "./export.ts";
import { showFacts, showStep, showWhatIf, type Tried } from "./facts.ts";
import { Kinds, localKinds } from "./kinds.ts";
import { noChoice, showModes } from "./modes.ts";
import { connectZoom, page } from "./page.ts";
import { RemotePicture } from "./remote-view.ts";
import { type CellPlace, Stage } from "./stage.ts";
import { watchTheme } from "./theme.ts";
import { save, send } from "./vscode-api.ts";

interface Shown {
  readonly view: ViewResult | null;
  readonly source: Source | null;
  readonly picture: Picture | undefined;
  readonly remote: RemotePicture | undefined;
}

let shown: Shown = { view: null, source: null, picture: undefined, remote: undefined };
let pinned = false;
let tried: Tried = { bindings: {}, literals: {} };
let steps: readonly LocalStep[] = [];
/** The step of an operation that is drawn. */
let shownStep: number | undefined;
let wanted = { label: "offset", color: "offset" };
let lastRequest = 0;
let modes = noChoice;
let chosenKind = "";
let followed: string | undefined;
const kinds = new Kinds();
let lastKind: string | undefined;
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
      return addCells(message.picture);
    case "focusInput":
      return page.expression.focus();
    case "evaluate":
      return scratch(message.expression);
    default:
      return message satisfies never;
  }
}

function show(view: ViewResult | null, source: Source | null, isPinned: boolean): void {
  const before = shown.view;
  page.answer.textContent = "";
  pinned = isPinned;
  page.pin.setAttribute("aria-pressed", String(pinned));
  page.title.textContent = view?.name ?? "CuTe Lens";
  page.source.textContent = source?.label ?? "";
  page.notation.textContent = view?.notation ?? "Put the cursor on a layout, a tensor or an operation.";
  save({ source, pinned });
  if (before?.name !== view?.name) tried = { bindings: {}, literals: {} };
  if (before?.notation !== view?.notation) {
    modes = noChoice;
    shownStep = undefined;
    if (before?.name !== view?.name || chosenKind !== "operation" || view?.step === undefined) chosenKind = "";
  }
  steps = view?.step === undefined ? [] : localSteps(view.step, view.language);
  const remote = view?.picture === undefined || view === null ? undefined : new RemotePicture(view.picture, needCells);
  shown = { view, source, picture: undefined, remote };
  draw(before !== null && before.notation === view?.notation ? "view" : "fit");
  if (view !== null) showDetails(view);
}

/** Makes the picture of what is shown as the controls say. */
function draw(keep: "view" | "fit"): void {
  const { view, remote } = shown;
  const step = shownStep === undefined ? undefined : steps[shownStep]?.picture();
  const picture = step ?? (view === null ? undefined : (localOf(view) ?? remote?.picture));
  shown = { ...shown, picture };
  updateModes();
  stage.mark(undefined);
  stage.show(picture, keep);
  page.stage.classList.toggle("empty", picture === undefined);
  page.cell.textContent = picture?.summary ?? view?.why ?? "";
  const extents = view === null || picture === remote?.picture ? [] : furtherModes(view.notation, view.language);
  showModes(page.modes, extents, modes, (choice) => {
    modes = choice;
    draw("view");
  });
}

function localOf(view: ViewResult): Picture | undefined {
  if (chosenKind === "operation" && view.step !== undefined) return localOperation(view.step, view.language);
  return localPicture(view.notation, look(view.language));
}

function look(language: Look["language"]): Look {
  const kind = localKinds.find((known) => known === chosenKind);
  const tile = kind === "tv" && page.tile.value.trim() !== "" ? { tile: page.tile.value } : {};
  return { language, ...modes, ...tile, ...(kind === undefined ? {} : { view: kind }) };
}

function showDetails(view: ViewResult): void {
  showFacts(page.facts, view);
  showAnalysis(page.analysis, view);
  setOptions(
    page.instance,
    view.instances.map(({ id, label }) => ({ value: id, text: label === "" ? "generic" : label })),
    view.instance,
  );
  showSteps(view.step, view.language);
  showWhatIf(page.whatIf, view, tried, {
    changed: (changed) => {
      if (JSON.stringify(changed) === JSON.stringify(tried)) return;
      tried = changed;
      ask();
    },
    keep: () => send({ type: "keep", bindings: tried.bindings }),
    writeBack: () => {
      tried = { ...tried, literals: {} };
      send({ type: "writeBack" });
    },
  });
}

function showSteps(step: StepJson | undefined, language: Look["language"]): void {
  const note = step === undefined || steps.length > 0 ? undefined : operationWhy(step, language);
  showStep(
    page.step,
    { step, steps, current: shownStep, note },
    {
      reveal: (input) => send({ type: "reveal", input, focus: "editor" }),
      inspect: (notation) => scratch(notation),
      draw: (chosen) => {
        shownStep = chosen;
        page.color.value = "";
        draw("fit");
        showSteps(step, language);
      },
    },
  );
}

function updateModes(): void {
  const views = shown.picture?.panels.map((panel) => panel.view) ?? [];
  const labels = [...new Set(views.flatMap((view) => view.labelModes))];
  const colors = [...new Set(views.flatMap((view) => view.colorModes))];
  const option = (mode: string) => ({ value: mode, text: mode });
  // Threads, banks and boxes have labels of their own; the setting is about layouts.
  const kind = views[0]?.kind;
  const label = kind === "layout" || kind === "swizzle" ? wanted.label : labels[0];
  const same = kind === lastKind && labels.includes(page.label.value);
  setOptions(page.label, labels.map(option), same ? page.label.value : label);
  lastKind = kind;
  const plain = kind === "layout" && chosenKind !== "operation" && shownStep === undefined;
  const color = plain || wanted.color !== "offset" ? wanted.color : (colors[0] ?? "");
  setOptions(page.color, colors.map(option), same && colors.includes(page.color.value) ? page.color.value : color);
  setOptions(
    page.kind,
    (shown.view === null ? [] : kinds.of(shown.view)).map(option),
    chosenKind === "" ? views[0]?.kind : chosenKind,
  );
  page.tileLabel.hidden = page.kind.value !== "tv" || shown.picture === shown.remote?.picture;
  stage.setModes(page.label.value, page.color.value);
}

function ask(): void {
  const { value: instance } = page.instance;
  send({ type: "ask", asked: { ...tried, ...(instance === "" ? {} : { instance }) } });
}

function needCells(window: { row: number; column: number; rows: number; columns: number; step: number }): void {
  send({ type: "cells", request: ++lastRequest, window });
}

function addCells(picture: ViewResult["picture"] | null): void {
  if (picture === null || picture === undefined) return;
  shown.remote?.add(picture);
  stage.refresh();
}

function describeCell(place: CellPlace | undefined): void {
  followLink(place?.cell);
  if (place === undefined) {
    page.cell.textContent = shown.picture?.summary ?? "";
    return;
  }
  page.cell.textContent = cellText(place.cell, shownStep === undefined ? shown.view?.step : undefined);
}

/** In a picture of an operation, pointing at a cell marks the cells of the other panels that go with it. */
function followLink(cell: Cell | undefined): void {
  const key = cell?.link === undefined ? undefined : `${cell.link} ${cell.from?.join(" ") ?? ""}`;
  if (key === followed) return;
  followed = key;
  if (cell !== undefined && key !== undefined) stage.mark((_, other) => areLinked(cell, other));
}

/** A click frames all cells that share the chosen one's thread, or its colour class where that means something. */
function isolate(place: CellPlace): void {
  revealChosen(place);
  if (place.cell.link === undefined) stage.mark((_, cell) => isAlike(place.cell, cell, page.color.value));
}

/** The expression behind the picture, or the input of the operation whose panel it is; the keyboard stays here. */
function revealChosen({ panel }: CellPlace): void {
  const { view, picture } = shown;
  if (view === null || page.answer.textContent !== "" || shownStep !== undefined) return;
  const input = picture?.panels[panel]?.input;
  send({ type: "reveal", focus: "preview", ...(input === undefined ? {} : { input }) });
}

function connectControls(): void {
  page.source.addEventListener("click", () => send({ type: "reveal", focus: "editor" }));
  page.notation.addEventListener("click", () => send({ type: "reveal", focus: "editor" }));
  page.pin.addEventListener("click", () => {
    pinned = !pinned;
    page.pin.setAttribute("aria-pressed", String(pinned));
    save({ source: shown.source, pinned });
    send({ type: "pin", pinned });
  });
  page.instance.addEventListener("change", ask);
  page.kind.addEventListener("change", () => {
    chosenKind = page.kind.value;
    shownStep = undefined;
    page.color.value = "";
    draw("fit");
    if (shown.view !== null) {
      steps = shown.view.step === undefined ? [] : localSteps(shown.view.step, shown.view.language);
      showSteps(shown.view.step, shown.view.language);
    }
  });
  page.tile.addEventListener("change", () => draw("fit"));
  page.label.addEventListener("change", () => stage.setModes(page.label.value, page.color.value));
  page.color.addEventListener("change", () => stage.setModes(page.label.value, page.color.value));
  connectZoom({ zoom: (factor) => stage.zoom(factor), fit: () => stage.fit() });
  connectExports(page.exports, () => ({ picture: shown.picture, source: exportSource() }));
  page.scratch.addEventListener("submit", (event) => {
    event.preventDefault();
    scratch(page.expression.value);
  });
}

function exportSource(): ExportSource {
  const { name = "layout", notation = "", language = "cpp" } = shown.view ?? {};
  const typed = page.answer.textContent === "" ? undefined : page.expression.value;
  const call = chosenKind === "operation" ? callText(shown.view?.step) : undefined;
  const expression = typed ?? call ?? notation;
  return { name, notation, expression, language, label: page.label.value, color: page.color.value };
}

/** The input line: computed here, drawn where the value has a picture. */
function scratch(expression: string): void {
  if (expression.trim() === "") return;
  page.expression.value = expression;
  const language = shown.view?.language ?? "cpp";
  const { text, picture } = evaluateLocally(expression, { ...look(language), ...noChoice });
  page.answer.textContent = text;
  const call = callTyped(expression, language);
  shownStep = undefined;
  steps = call === undefined ? [] : localSteps(call, language);
  showSteps(call, language);
  const sheet = call === undefined ? undefined : localOperation(call, language);
  if (sheet !== undefined || picture !== undefined) showScratchPicture(sheet ?? picture);
}

function showScratchPicture(picture: Picture | undefined): void {
  shown = { ...shown, picture };
  updateModes();
  stage.mark(undefined);
  stage.show(picture, "fit");
  page.stage.classList.remove("empty");
  page.cell.textContent = picture?.summary ?? "";
}
