// The part of the page below the picture: facts as a list, the operation's inputs and the way to its result.
import type { StepJson, ViewResult } from "../../server/src/protocol/requests.ts";
import { button, textElement } from "./dom.ts";
import type { LocalStep } from "./engine.ts";

export function showFacts(list: HTMLElement, view: ViewResult): void {
  list.replaceChildren(
    ...view.facts.flatMap(([name, text]) => [textElement("dt", name), textElement("dd", text)]),
    ...(view.formulas ?? []).flatMap(([short, formula]) => [textElement("dt", short), folded("formula", formula)]),
  );
}

/** What few want to read. */
function folded(title: string, text: string): HTMLElement {
  const place = document.createElement("dd");
  const fold = document.createElement("details");
  fold.append(textElement("summary", title), textElement("code", text));
  place.append(fold);
  return place;
}

/** Changes of the source, of the first of which the picture shows the effect. */
export function showRemedies(place: HTMLElement, { remedies = [] }: ViewResult, write: (which: number) => void): void {
  place.hidden = remedies.length === 0;
  place.replaceChildren(...remedies.map(({ label }, which) => button(label, "One step to undo", () => write(which))));
}

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
      textElement("code", ` = ${(input.readable ?? input.notation).split("\n")[0]} `),
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
    // A copy gives nothing.
    ...(step.result === "unknown"
      ? []
      : [textElement("p", `= ${(step.readableResult ?? step.result).split("\n")[0]}`, "result")]),
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
