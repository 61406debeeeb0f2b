// The part of the page that counts: footprint, bank conflicts, coalescing, permutation. Counted only while it is open.
import type { ViewResult } from "../../server/src/protocol/requests.ts";
import { textElement } from "./dom.ts";
import { elementBits, localAnalysis } from "./engine.ts";

const widths = [4, 8, 16, 32, 64, 128] as const;

/** The element's width where the page does not know it: what one chose last. */
let chosenBits = 16;

export function showAnalysis(details: HTMLDetailsElement, view: ViewResult): void {
  const known = elementBits(view.notation, view.language);
  const summary = details.querySelector("summary");
  const fill = () => {
    if (!details.open || summary === null) return;
    const rows = localAnalysis(view.notation, view.language, known ?? chosenBits);
    details.replaceChildren(summary, ...(known === undefined ? [widthChoice(fill)] : []), list(rows));
  };
  details.hidden = localAnalysis(view.notation, view.language, 8, "only whether") === undefined;
  details.ontoggle = fill;
  fill();
}

function widthChoice(changed: () => void): HTMLElement {
  const label = textElement("label", "Element ");
  const select = document.createElement("select");
  for (const bits of widths) {
    const option = document.createElement("option");
    option.value = String(bits);
    option.textContent = `${bits} bits`;
    select.append(option);
  }
  select.value = String(chosenBits);
  select.addEventListener("change", () => {
    chosenBits = Number(select.value);
    changed();
  });
  label.append(select);
  return label;
}

function list(rows: readonly (readonly [string, string])[] | undefined): HTMLElement {
  const element = document.createElement("dl");
  const cells = (rows ?? []).flatMap(([name, text]) => {
    const value = textElement("dd", text, text.includes("\n") ? "table" : undefined);
    return [textElement("dt", name), value];
  });
  element.append(...cells);
  return element;
}
