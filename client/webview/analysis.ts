// The part of the page that counts: footprint, bank conflicts, coalescing, permutation. Counted only while it is open.
import { textElement } from "./dom.ts";
import { elementBits, type Language, localAnalysis } from "./engine.ts";

const widths = [4, 8, 16, 32, 64, 128] as const;

export function showAnalysis(details: HTMLDetailsElement, shown: string, language: Language): void {
  const known = elementBits(shown, language);
  const summary = details.querySelector("summary");
  const fill = () => {
    if (!details.open || summary === null) return;
    // The element's width where the page does not know it: what one chose last.
    const bits = known ?? Number(details.dataset.bits ?? "16");
    const rows = localAnalysis(shown, language, bits);
    const choice = () => widthChoice(bits, choose);
    details.replaceChildren(summary, ...(known === undefined ? [choice()] : []), list(rows));
  };
  const choose = (bits: string) => {
    details.dataset.bits = bits;
    fill();
  };
  details.hidden = localAnalysis(shown, language, 8, "only whether") === undefined;
  details.ontoggle = fill;
  fill();
}

function widthChoice(bits: number, choose: (bits: string) => void): HTMLElement {
  const label = textElement("label", "Element ");
  const select = document.createElement("select");
  for (const width of widths) {
    const option = document.createElement("option");
    option.value = String(width);
    option.textContent = `${width} bits`;
    select.append(option);
  }
  select.value = String(bits);
  select.addEventListener("change", () => choose(select.value));
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
