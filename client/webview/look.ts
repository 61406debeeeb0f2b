// What the controls say, as plain data: told to the host after each change, and set again where a page is opened with it.
import type { LookJson } from "../src/preview/messages.ts";
import { page } from "./page.ts";
import { send } from "./vscode-api.ts";

/** In the order in which they are set: a kind of picture decides which labels and colours there are. */
const controls = ["kind", "tile", "label", "labelBy", "color", "colorBy", "mark"] as const;

/** Tells what is typed and how it is drawn, when that is another than before. */
export class LookTeller {
  #told = "";
  #evaluated = 0;

  /** `expression`: what is typed, where that is drawn. */
  constructor(private readonly expression: () => string | undefined) {
    for (const event of ["input", "change"]) page.tools.addEventListener(event, () => this.tell());
  }

  /** The host asks for an expression: what is told from now on is of that one. */
  evaluates(): void {
    this.#evaluated++;
  }

  tell(): void {
    const chosen = controls.map((name) => [name, page[name].value.trim()] as const).filter(([, value]) => value !== "");
    const expression = this.expression();
    const look: LookJson = {
      controls: { ...Object.fromEntries(chosen), ...(page.levels.checked ? { levels: "on" } : {}) },
      ...(expression === undefined ? {} : { expression }),
      evaluated: this.#evaluated,
    };
    if (JSON.stringify(look) === this.#told) return;
    this.#told = JSON.stringify(look);
    send({ type: "look", look });
  }
}

/** Sets the controls as a user would, so that the page follows; what a picture does not offer is left alone. */
export function applyLook(wanted: LookJson["controls"]): void {
  for (const name of controls) {
    const [control, value] = [page[name], wanted[name]];
    if (value === undefined || value === control.value) continue;
    if (control instanceof HTMLSelectElement && ![...control.options].some((option) => option.value === value))
      continue;
    control.value = value;
    for (const event of ["input", "change"]) control.dispatchEvent(new Event(event));
  }
  if (page.levels.checked === (wanted.levels === "on")) return;
  page.levels.checked = wanted.levels === "on";
  page.levels.dispatchEvent(new Event("change"));
}
