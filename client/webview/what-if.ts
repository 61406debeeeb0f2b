// The what-if fields: one for each size that the source writes, under the function that writes it, and one for each symbol.
import type { ViewResult } from "../../server/src/protocol/requests.ts";
import type { LiteralJson } from "../../server/src/protocol/what-if.ts";
import { button, textElement } from "./dom.ts";

/** Symbols of the shown value come first; further ones are folded, as are sizes beyond some. */
const mostSymbols = 6;
const mostSizes = 8;

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
  const related = literals.filter((literal) => literal.related || literal.tried !== undefined);
  const first = related.filter((literal, i) => i < mostSizes || literal.tried !== undefined);
  const others = literals.filter((literal) => !first.includes(literal));
  const count = literals.filter((literal) => literal.tried !== undefined).length;
  const open = form.querySelector("details")?.open === true;
  const own = view.symbols.filter(({ near }) => near !== true).slice(0, mostSymbols);
  const further = view.symbols.filter((symbol) => !own.includes(symbol));
  const fields = (symbols: ViewResult["symbols"]) => symbols.map((symbol) => symbolField(symbol, tried));
  form.replaceChildren(
    textElement("h2", "What if"),
    ...byOwner(first, tried),
    ...group("known at run time", fields(own)),
    ...buttons(tried, count, events),
    ...effects(view),
    ...more(others.length + further.length, open, [
      ...byOwner(others, tried),
      ...group("known at run time", fields(further)),
    ]),
  );
  if (typed !== undefined) focusAgain(form, typed);
  form.onsubmit = (event) => {
    event.preventDefault();
    events.changed(readFields(form));
  };
  form.onchange = () => events.changed(readFields(form));
}

/** Sizes under the function that writes them, in the order in which functions come: the one under the cursor is first. */
function byOwner(literals: readonly LiteralJson[], tried: Tried): readonly HTMLElement[] {
  return [...new Set(literals.map(({ owner }) => owner))].flatMap((owner) => {
    const own = literals.filter((literal) => literal.owner === owner);
    return group(
      owner === "" ? "file" : owner,
      own.map((literal) => sizeField(literal, own, tried)),
    );
  });
}

function group(name: string, fields: readonly HTMLElement[]): readonly HTMLElement[] {
  if (fields.length === 0) return [];
  const element = document.createElement("div");
  element.className = "owner";
  element.setAttribute("role", "group");
  element.setAttribute("aria-label", name);
  element.append(textElement("span", name, "role"), ...fields);
  return [element];
}

function sizeField({ id, name, value, range, owner }: LiteralJson, among: readonly LiteralJson[], tried: Tried) {
  const line = range.start.line + 1;
  const label = among.filter((other) => other.name === name).length > 1 ? `${name} :${line}` : name;
  const title = `${name} in line ${line}${owner === "" ? "" : `, ${owner}`}`;
  return field({ name, label, value: tried.literals[id] ?? value, source: value, id, title });
}

function symbolField({ name, value }: ViewResult["symbols"][number], tried: Tried) {
  const title = `${name}, known at run time only`;
  return field({ name, label: name, value: tried.bindings[name] ?? value ?? "", source: "", title });
}

/** What else the numbers that are tried would change, before they are written. */
function effects({ effects: found }: ViewResult): readonly HTMLElement[] {
  if (found === undefined) return [];
  const { problems, mended, budgets } = found;
  const list = document.createElement("ul");
  list.setAttribute("aria-label", "What these values bring");
  list.append(
    ...problems.map((text) => textElement("li", `brings ${text}`, "wrong")),
    ...(mended === 0 ? [] : [textElement("li", `mends ${mended === 1 ? "a problem" : `${mended} problems`}`)]),
    ...budgets.map((text) => textElement("li", text)),
    ...(problems.length + mended === 0 ? [textElement("li", "brings no problem")] : []),
  );
  return [list];
}

/** What does not lead to the shown value is there, but folded. */
function more(count: number, open: boolean, groups: readonly HTMLElement[]): readonly HTMLElement[] {
  if (groups.length === 0) return [];
  const details = document.createElement("details");
  const row = document.createElement("div");
  row.append(...groups);
  details.append(textElement("summary", `${count} more near it`), row);
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
  if (id === undefined) return label;
  const whole = document.createElement("span");
  whole.className = "group";
  whole.append(label, stepButton(input, "−", "Half", halved), stepButton(input, "+", "Twice", doubled));
  return whole;
}

/** Tiles go by powers of two. */
function stepButton(input: HTMLInputElement, sign: string, what: string, step: (value: number) => number): HTMLElement {
  const by = button(sign, `${what} of ${input.name}`, () => {
    const value = Number(input.value);
    if (!Number.isSafeInteger(value) || value <= 0) return;
    input.value = String(step(value));
    input.form?.dispatchEvent(new Event("change"));
  });
  by.setAttribute("aria-label", `${what} of ${input.name}`);
  return by;
}

const halved = (value: number): number => Math.max(1, Math.floor(value / 2));
const doubled = (value: number): number => value * 2;

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
