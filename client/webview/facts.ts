// The part of the page below the picture: facts as a list, the operation's inputs, the what-if fields.
import type { LiteralJson, StepJson, ViewResult } from "../../server/src/protocol/requests.ts";
import { button, textElement } from "./dom.ts";
import type { LocalStep } from "./engine.ts";

export function showFacts(list: HTMLElement, view: ViewResult): void {
  list.replaceChildren(
    ...view.facts.flatMap(([name, text]) => [textElement("dt", name), textElement("dd", text)]),
    ...(view.why === undefined ? [] : [textElement("dt", "why"), textElement("dd", view.why)]),
  );
}

/** Symbols of the shown value come first; further ones are folded, as are sizes beyond some. */
const mostSymbols = 6;
const mostSizes = 8;

/** A layout, a tensor or a swizzle, as notation has it. */
const drawable = /:|^Sw</;

export interface StepEvents {
  /** Absent where there is no source. */
  reveal?(input: number): void;
  inspect(notation: string): void;
  /** Shows a step's own picture. */
  draw(step: number): void;
}

export interface ShownStep {
  readonly step: StepJson | undefined;
  readonly steps: readonly LocalStep[];
  /** The step that is drawn. */
  readonly current: number | undefined;
  /** Why the operation is not drawn. */
  readonly note: string | undefined;
}

/** `logical_divide(row, tile)`: each input with its value, a click selects it in the source; then the way to the result. */
export function showStep(section: HTMLElement, { step, steps, current, note }: ShownStep, events: StepEvents): void {
  section.hidden = step === undefined;
  if (step === undefined) return section.replaceChildren();
  const inputs = step.inputs.map((input, i) => {
    const row = document.createElement("li");
    const name = input.text === "" ? input.role : input.text;
    const { reveal } = events;
    const named =
      reveal === undefined ? textElement("code", name) : button(name, "Select in the source", () => reveal(i));
    if (reveal !== undefined) named.className = "link";
    row.append(
      textElement("span", input.role === "" ? "" : `${input.role} `, "role"),
      named,
      textElement("code", ` = ${input.notation.split("\n")[0]} `),
      ...(drawable.test(input.notation)
        ? [button("Draw", `Draw ${name} by itself`, () => events.inspect(input.notation))]
        : []),
    );
    return row;
  });
  const list = document.createElement("ul");
  list.append(...inputs);
  const way = steps.length < 2 ? [] : [stepper(steps, current, events), stepList(steps, current, events)];
  section.replaceChildren(
    textElement("h2", step.op),
    list,
    ...way,
    textElement("p", `= ${step.result.split("\n")[0]}`, "result"),
    ...(note === undefined ? [] : [textElement("p", note, "role")]),
  );
}

/** Back and next, and which step it is. */
function stepper(steps: readonly LocalStep[], current: number | undefined, events: StepEvents): HTMLElement {
  const line = document.createElement("div");
  line.className = "stepper";
  const at = current ?? -1;
  const back = button("‹ Back", "The step before", () => events.draw(at - 1));
  const next = button("Next ›", "The next step", () => events.draw(at + 1));
  back.disabled = at <= 0;
  next.disabled = at >= steps.length - 1;
  const where = current === undefined ? `${steps.length} steps` : `Step ${at + 1} of ${steps.length}`;
  line.append(back, next, textElement("span", where, "role"));
  return line;
}

function stepList(steps: readonly LocalStep[], current: number | undefined, events: StepEvents): HTMLElement {
  const list = document.createElement("ol");
  const rows = steps.map(({ formula, numbers, notation }, i) => {
    const row = document.createElement("li");
    if (i === current) row.setAttribute("aria-current", "step");
    const show = button(formula, "Draw this step", () => events.draw(i));
    show.className = "link";
    row.append(show, textElement("code", `${numbers === "" ? "" : ` = ${numbers}`} = ${notation}`));
    return row;
  });
  list.append(...rows);
  return list;
}

export interface WhatIfEvents {
  changed(tried: Tried): void;
  /** Writes the symbols' values into the folder's presets, so that hovers and hints have them too. */
  keep(): void;
  /** Writes the numbers that are tried into the source. */
  writeBack(): void;
}

/** What is tried: values of symbols by name, numbers of the source by id. */
export interface Tried {
  readonly bindings: Readonly<Record<string, string>>;
  readonly literals: Readonly<Record<string, string>>;
}

/** One field for each size that the source writes and for each symbol; a changed field asks the server for everything anew. */
export function showWhatIf(form: HTMLFormElement, view: ViewResult, tried: Tried, events: WhatIfEvents): void {
  const literals = view.literals ?? [];
  form.hidden = view.symbols.length === 0 && literals.length === 0;
  const typed = focused(form);
  const size = ({ id, name, value, range }: LiteralJson) => {
    const line = range.start.line + 1;
    // Two callers may both have a bM.
    const label = literals.filter((other) => other.name === name).length > 1 ? `${name} :${line}` : name;
    const title = `${name} in line ${line}`;
    return field({ name, label, value: tried.literals[id] ?? value, source: value, id, title });
  };
  const symbols = view.symbols.map(({ name, value }) => {
    const title = `${name}, known at run time only`;
    return field({ name, label: name, value: tried.bindings[name] ?? value ?? "", source: "", title });
  });
  const related = literals.filter((literal) => literal.related || literal.tried !== undefined);
  const first = related.filter((literal, i) => i < mostSizes || literal.tried !== undefined);
  const others = literals.filter((literal) => !first.includes(literal));
  const count = literals.filter((literal) => literal.tried !== undefined).length;
  const open = form.querySelector("details")?.open === true;
  form.replaceChildren(
    textElement("h2", "What if"),
    ...first.map(size),
    ...symbols.slice(0, mostSymbols),
    ...buttons(tried, count, events),
    ...more([...symbols.slice(mostSymbols), ...others.map(size)], open),
  );
  if (typed !== undefined) focusAgain(form, typed);
  form.onsubmit = (event) => {
    event.preventDefault();
    events.changed(readFields(form));
  };
  form.onchange = () => events.changed(readFields(form));
}

/** What does not lead to the shown value is there, but folded. */
function more(fields: readonly HTMLElement[], open: boolean): readonly HTMLElement[] {
  if (fields.length === 0) return [];
  const details = document.createElement("details");
  const row = document.createElement("div");
  row.append(...fields);
  details.append(textElement("summary", `${fields.length} more near it`), row);
  details.open = open;
  return [details];
}

function buttons(tried: Tried, sizes: number, events: WhatIfEvents): readonly HTMLElement[] {
  const nothing = { bindings: {}, literals: {} };
  const some = Object.keys(tried.bindings).length > 0;
  return [
    ...(sizes > 0 ? [button("Write back", "Put these numbers into the source", () => events.writeBack())] : []),
    ...(some
      ? [button("Keep as presets", "Write the symbols' values into the folder's settings", () => events.keep())]
      : []),
    ...(some || sizes > 0 ? [button("Reset", "Back to what the source says", () => events.changed(nothing))] : []),
  ];
}

interface Field {
  readonly name: string;
  /** The name, with its line where others have the same. */
  readonly label: string;
  readonly value: string;
  /** What the source says; empty for a symbol. */
  readonly source: string;
  /** Of a literal; absent for a symbol. */
  readonly id?: string;
  readonly title: string;
}

function field({ name, label: text, value, source, id, title }: Field): HTMLElement {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.name = name;
  input.value = value;
  input.inputMode = "numeric";
  input.placeholder = name;
  input.dataset.source = source;
  if (id !== undefined) input.dataset.literal = id;
  label.title = title;
  label.classList.toggle("tried", value !== source);
  label.append(textElement("span", text), input);
  return label;
}

/** The field that has the focus and what is typed into it: both survive that the fields are made anew. */
function focused(form: HTMLFormElement): { readonly key: string; readonly value: string } | undefined {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement) || !form.contains(activeElement)) return undefined;
  return { key: keyOf(activeElement), value: activeElement.value };
}

function focusAgain(form: HTMLFormElement, { key, value }: { readonly key: string; readonly value: string }): void {
  const input = [...form.querySelectorAll("input")].find((one) => keyOf(one) === key);
  if (input === undefined) return;
  input.value = value;
  input.focus();
}

const keyOf = ({ name, dataset }: HTMLInputElement): string => dataset.literal ?? name;

function readFields(form: HTMLFormElement): Tried {
  const bindings: Record<string, string> = {};
  const literals: Record<string, string> = {};
  for (const { name, value, dataset } of form.querySelectorAll("input")) {
    const number = value.trim();
    if (!/^\d+$/.test(number)) continue;
    if (dataset.literal === undefined) bindings[name] = number;
    else if (number !== dataset.source) literals[dataset.literal] = number;
  }
  return { bindings, literals };
}
