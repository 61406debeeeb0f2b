// The part of the page below the picture: facts as a list, the operation's inputs, the what-if fields.
import type { ViewResult } from "../../server/src/protocol/requests.ts";
import { button, textElement } from "./dom.ts";

export function showFacts(list: HTMLElement, view: ViewResult): void {
  list.replaceChildren(
    ...view.facts.flatMap(([name, text]) => [textElement("dt", name), textElement("dd", text)]),
    ...(view.why === undefined ? [] : [textElement("dt", "why"), textElement("dd", view.why)]),
  );
}

export interface StepEvents {
  reveal(input: number): void;
  inspect(notation: string): void;
}

/** `logical_divide(row, tile)`: each input with its value; a click selects it in the source, another draws it. */
export function showStep(section: HTMLElement, view: ViewResult, events: StepEvents): void {
  const { step } = view;
  section.hidden = step === undefined;
  if (step === undefined) return section.replaceChildren();
  const inputs = step.inputs.map((input, i) => {
    const row = document.createElement("li");
    const reveal = button(input.text === "" ? input.role : input.text, "Select in the source", () => events.reveal(i));
    reveal.className = "link";
    row.append(
      textElement("span", `${input.role} `, "role"),
      reveal,
      textElement("code", ` = ${input.notation} `),
      button("Draw", `Draw ${input.role} below the input line`, () => events.inspect(input.notation)),
    );
    return row;
  });
  const list = document.createElement("ul");
  list.append(...inputs);
  section.replaceChildren(textElement("h2", step.op), list, textElement("p", `= ${step.result}`, "result"));
}

export interface WhatIfEvents {
  changed(bindings: Readonly<Record<string, string>>): void;
  /** Writes the values into the folder's presets, so that hovers and hints have them too. */
  keep(): void;
}

/** One field for each symbol; a changed field asks the server for everything anew. */
export function showWhatIf(
  form: HTMLFormElement,
  view: ViewResult,
  bindings: Readonly<Record<string, string>>,
  events: WhatIfEvents,
): void {
  form.hidden = view.symbols.length === 0;
  if (form.contains(document.activeElement)) return;
  const fields = view.symbols.map((symbol) => field(symbol.name, bindings[symbol.name] ?? symbol.value ?? ""));
  const heading = textElement("h2", "What if");
  const reset = button("Reset", "Back to what the source says", () => events.changed({}));
  const keep = button("Keep as presets", "Write these values into the folder's settings", () => events.keep());
  form.replaceChildren(heading, ...fields, ...(Object.keys(bindings).length > 0 ? [reset, keep] : []));
  form.onsubmit = (event) => {
    event.preventDefault();
    events.changed(readFields(form));
  };
  form.onchange = () => events.changed(readFields(form));
}

function field(name: string, value: string): HTMLElement {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.name = name;
  input.value = value;
  input.inputMode = "numeric";
  input.placeholder = name;
  label.append(textElement("span", name), input);
  return label;
}

function readFields(form: HTMLFormElement): Readonly<Record<string, string>> {
  const inputs = [...form.querySelectorAll("input")];
  return Object.fromEntries(
    inputs.flatMap(({ name, value }) => (/^\s*\d+\s*$/.test(value) ? [[name, value.trim()]] : [])),
  );
}
