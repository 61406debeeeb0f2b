// The preview page: takes what the extension sends, keeps what is shown, and connects the controls.
import type { ViewResult } from "../../server/src/protocol/requests.ts";
import { ownList } from "../../src-engine/views/label-by.ts";
import { markQuery } from "../../src-engine/views/mark-query.ts";
import type { Picture, ViewKind } from "../../src-engine/views/view.ts";
import { type LookJson, readToWebview, type Source, type Start, type ToWebview } from "../src/preview/messages.ts";
import { showAnalysis } from "./analysis.ts";
import { cellText, isAlike, pictureText } from "./cell-text.ts";
import { setOptions } from "./dom.ts";
import {
  byLayout,
  callOf,
  furtherModes,
  type LocalStep,
  type Look,
  localOperation,
  localPicture,
  localSteps,
  operationWhy,
  tileText,
} from "./engine.ts";
import { connectExamples } from "./examples.ts";
import { connectExports } from "./export.ts";
import { exportSource } from "./export-source.ts";
import { showFacts, showRemedies, showStep } from "./facts.ts";
import { isOperation, isServed, Kinds, localKinds, withRest } from "./kinds.ts";
import { LinkedCells } from "./linked-cells.ts";
import { applyLook, LookTeller } from "./look.ts";
import { noChoice, showModes } from "./modes.ts";
import { offerKinds, offerModes } from "./offered.ts";
import { openColours, openLabels, withOwnModes } from "./own-modes.ts";
import { connectTools, page, showDrawn } from "./page.ts";
import { Panels } from "./panels.ts";
import { RemotePicture } from "./remote-view.ts";
import { evaluateScratch } from "./scratch.ts";
import { nothing, type Shown, showAnswer, showHead } from "./shown.ts";
import { Stage } from "./stage.ts";
import type { CellPlace } from "./stage-events.ts";
import { chooseModes, fillFields } from "./start.ts";
import { watchTheme } from "./theme.ts";
import { save, send } from "./vscode-api.ts";
import { showWhatIf, type Tried } from "./what-if.ts";

let shown: Shown = nothing;
/** What the editor showed last: where one comes back to from the input line. */
let home: { readonly view: ViewResult | null; readonly source: Source | null } = nothing;
let pinned = false;
let tried: Tried = { bindings: {}, literals: {} };
let steps: readonly LocalStep[] = [];
/** The step of an operation that is drawn. */
let shownStep: number | undefined;
let wanted = { label: "offset", color: "offset" };
let lastRequest = 0;
let modes = noChoice;
let chosenKind = "";
const kinds = new Kinds();
let lastKind: ViewKind | undefined;
const stage = new Stage(page.stage, {
  pointed: describeCell,
  chosen: isolate,
  alone: (place) => panels.alone(place?.panel ?? 0),
});
const looks = new LookTeller(() => (shown.typed ? shown.text : undefined));
const links = new LinkedCells((holds) => (holds === undefined ? mark() : stage.mark((_, cell) => holds(cell))));
const panels = new Panels(page.panels, () => draw("fit"));

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
      looks.evaluates();
      return scratch(message.expression, message.start);
    case "look":
      return applyLook(computed(message.controls));
    default:
      return message satisfies never;
  }
}

function show(view: ViewResult | null, source: Source | null, isPinned: boolean): void {
  pinned = isPinned;
  page.pin.setAttribute("aria-pressed", String(pinned));
  save({ source, pinned });
  const same = home.view?.name === view?.name && home.source?.uri === source?.uri && home.source?.line === source?.line;
  home = { view, source };
  // What is typed stays while the source behind it is evaluated anew; another place takes over.
  if (!shown.typed || !same) showView(view, source);
}

function showView(view: ViewResult | null, source: Source | null): void {
  const before = shown.typed ? null : shown.view;
  page.answer.textContent = "";
  if (before?.name !== view?.name) tried = { bindings: {}, literals: {} };
  if (before?.notation !== view?.notation) {
    modes = noChoice;
    shownStep = undefined;
    if (before?.name !== view?.name || !isOperation(chosenKind) || view?.step === undefined) chosenKind = "";
  }
  const call = view?.step === undefined ? undefined : callOf(view.step, view.language);
  const remote = view?.picture === undefined || view === null ? undefined : new RemotePicture(view.picture, needCells);
  shown = { view, source, picture: undefined, remote, text: view?.notation ?? "", call, typed: false };
  showHead(shown, home.view);
  present(before !== null && before.notation === view?.notation ? "view" : "fit");
}

/** The input line: computed here, drawn where the value has a picture. */
function scratch(expression: string, start?: Start): void {
  if (expression.trim() === "") return;
  page.expression.value = expression;
  const language = start?.language ?? home.view?.language ?? languageOf();
  const result = evaluateScratch(expression, language);
  showAnswer(result);
  if ("error" in result) return;
  const { view, call } = result;
  modes = noChoice;
  shownStep = undefined;
  chosenKind = start?.kind || (call === undefined ? "" : "operation");
  page.color.value = "";
  if (start !== undefined) fillFields(start);
  shown = { ...nothing, view, text: expression, call, typed: true };
  showHead(shown, home.view);
  present("fit");
  if (start === undefined) return;
  chooseModes(start);
  draw("fit");
}

function present(keep: "view" | "fit"): void {
  const { view, call } = shown;
  steps = call === undefined || view === null ? [] : localSteps(call, view.language);
  draw(keep);
  if (view !== null) showDetails(view);
}

/** Makes the picture of what is shown as the controls say. */
function draw(keep: "view" | "fit"): void {
  const { view, remote, text } = shown;
  const step = shownStep === undefined ? undefined : steps[shownStep]?.picture();
  const plain = step ?? (view === null ? undefined : (localOf(view) ?? remote?.picture));
  const picture = panels.shown(withOwnModes(plain, languageOf()));
  shown = { ...shown, picture };
  updateModes();
  stage.show(picture, keep);
  mark();
  showDrawn(picture !== undefined);
  page.cell.textContent = pictureText(picture) ?? view?.why ?? "";
  const extents =
    view === null || isOperation(chosenKind) || picture === remote?.picture ? [] : furtherModes(text, view.language);
  showModes(page.modes, extents, modes, (choice) => {
    modes = choice;
    draw("view");
  });
  looks.tell();
}

function languageOf(): Look["language"] {
  return shown.view?.language ?? "cpp";
}

function localOf(view: ViewResult): Picture | undefined {
  const natural = shown.remote?.picture.panels[0]?.view.kind;
  if (isServed(natural) && (chosenKind === "" || chosenKind === natural)) return undefined;
  if (isOperation(chosenKind) && shown.call !== undefined)
    return localOperation(shown.call, view.language, chosenKind === withRest ? "complement" : "none");
  return localPicture(shown.text, look(view.language));
}

/** Frames what the field asks for. */
function mark(): void {
  const query = markQuery(page.mark.value);
  page.mark.toggleAttribute("aria-invalid", query === undefined && page.mark.value.trim() !== "");
  stage.mark(query === undefined ? undefined : (_, cell) => query(cell));
}

/** A tile that is told as what gives it. */
const computed = (controls: LookJson["controls"]): LookJson["controls"] =>
  controls.tile === undefined || shown.view === null
    ? controls
    : { ...controls, tile: tileText(controls.tile, shown.view.language) };

function look(language: Look["language"]): Look {
  const kind = localKinds.find((known) => known === chosenKind);
  const tile = kind === "tv" && page.tile.value.trim() !== "" ? { tile: page.tile.value } : {};
  return { language, ...modes, ...tile, ...(kind === undefined ? {} : { view: kind }) };
}

function showDetails(view: ViewResult): void {
  showFacts(page.facts, view);
  showRemedies(page.remedy, view, (which) => send({ type: "writeRemedy", which }));
  showAnalysis(page.analysis, shown.text, view.language);
  setOptions(
    page.instance,
    view.instances.map(({ id, label }) => ({ value: id, text: label === "" ? "generic" : label })),
    view.instance,
  );
  showSteps(view);
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

function showSteps(view: ViewResult): void {
  const [{ step, language }, { call }] = [view, shown];
  const note = call === undefined || steps.length > 0 ? undefined : operationWhy(call, language);
  showStep(
    page.step,
    { step, steps, current: shownStep, note },
    {
      ...(shown.typed ? {} : { reveal: (input: number) => send({ type: "reveal", input, focus: "editor" }) }),
      inspect: (notation) => scratch(notation),
      draw: (chosen) => {
        shownStep = chosen;
        page.color.value = "";
        draw("fit");
        showSteps(view);
      },
    },
  );
}

function updateModes(): void {
  const { view, text, call, picture, remote } = shown;
  const plain = !isOperation(chosenKind) && shownStep === undefined;
  lastKind = offerModes(picture, { wanted, plain, last: lastKind });
  const offered = view === null ? [] : kinds.of(text, view, call);
  // The first is what is drawn where nothing is chosen.
  offerKinds(offered, chosenKind === "" ? offered[0] : chosenKind);
  page.tileLabel.hidden = page.kind.value !== "tv" || picture === remote?.picture;
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
  if (picture) shown.remote?.add(picture);
  stage.refresh();
}

function describeCell(place: CellPlace | undefined): void {
  links.follow(place?.cell);
  if (place === undefined) {
    page.cell.textContent = pictureText(shown.picture) ?? "";
    return;
  }
  const { panels = [] } = shown.picture ?? {};
  const where = panels.length > 1 ? (panels[place.panel]?.view.title.split(" = ")[0] ?? "") : "";
  page.cell.textContent = cellText(place.cell, shownStep === undefined ? shown.view?.step : undefined, where);
}

/** A click frames all cells that share the chosen one's thread, or its colour class where that means something. */
function isolate(place: CellPlace): void {
  revealChosen(place);
  if (place.cell.link === undefined) stage.mark((_, cell) => isAlike(place.cell, cell, page.color.value));
}

/** The expression behind the picture, or the input of the operation whose panel it is; the keyboard stays here. */
function revealChosen({ panel }: CellPlace): void {
  const { view, picture } = shown;
  if (view === null || shown.typed || shownStep !== undefined) return;
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
    if (shown.view !== null) showSteps(shown.view);
  });
  page.back.addEventListener("click", () => showView(home.view, home.source));
  page.mark.addEventListener("input", mark);
  page.colorBy.addEventListener("change", () => draw("view"));
  page.tile.addEventListener("change", () => draw("fit"));
  page.labelBy.addEventListener("input", () => draw("view"));
  page.levels.addEventListener("change", () => stage.setLevels(page.levels.checked ? true : undefined));
  page.label.addEventListener("change", () => {
    openLabels();
    draw("view");
    if (page.label.value === ownList) page.labelBy.focus();
  });
  page.color.addEventListener("change", () => {
    openColours(shown.picture);
    draw("view");
    if (page.color.value === byLayout) page.colorBy.focus();
  });
  connectTools({ zoom: (factor) => stage.zoom(factor), fit: () => stage.fit() });
  connectExports(page.exports, () => ({
    picture: shown.picture,
    source: exportSource(shown, isOperation(chosenKind)),
  }));
  connectExamples(page.examples, languageOf, scratch);
  page.scratch.addEventListener("submit", (event) => {
    event.preventDefault();
    scratch(page.expression.value);
  });
}
