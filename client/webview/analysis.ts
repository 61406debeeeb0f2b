// The part of the page that counts: footprint, bank conflicts, coalescing, permutation. Counted only while it is open.
import { type Memory, nvidia } from "../../src-engine/costs/access.ts";
import { textElement } from "./dom.ts";
import { elementBits, type Language, localAnalysis } from "./engine.ts";

const widths = [4, 8, 16, 32, 64, 128] as const;

/** What one chose last, for the next value, too. */
interface Choice {
  readonly bits: number;
  readonly memory: Memory;
}

export function showAnalysis(details: HTMLDetailsElement, shown: string, language: Language): void {
  const known = elementBits(shown, language);
  const summary = details.querySelector("summary");
  const fill = () => {
    if (!details.open || summary === null) return;
    const choice = chosen(details);
    // The element's width where the page does not know it.
    const rows = localAnalysis(shown, language, known ?? choice.bits, choice.memory);
    const focus = details.querySelector<HTMLElement>(":focus")?.ariaLabel;
    details.replaceChildren(summary, choices(choice, known, choose), list(rows));
    if (typeof focus === "string") details.querySelector<HTMLElement>(`[aria-label="${focus}"]`)?.focus();
  };
  const choose = (choice: Choice) => {
    details.dataset.bits = String(choice.bits);
    details.dataset.memory = [choice.memory.banks, choice.memory.bankBytes, choice.memory.warp].join(" ");
    fill();
  };
  details.hidden = localAnalysis(shown, language, 8, "only whether") === undefined;
  details.ontoggle = fill;
  fill();
}

function chosen({ dataset }: HTMLDetailsElement): Choice {
  const [banks, bankBytes, warp] = (dataset.memory ?? "").split(" ").map(Number);
  const positive = (n: number | undefined, usual: number) => (n !== undefined && n >= 1 ? n : usual);
  return {
    bits: Number(dataset.bits ?? "16"),
    memory: {
      banks: positive(banks, nvidia.banks),
      bankBytes: positive(bankBytes, nvidia.bankBytes),
      warp: positive(warp, nvidia.warp),
    },
  };
}

function choices(choice: Choice, known: number | undefined, choose: (choice: Choice) => void): HTMLElement {
  const { bits, memory } = choice;
  const line = document.createElement("p");
  line.className = "choices";
  const set = (part: Partial<Memory>) => choose({ bits, memory: { ...memory, ...part } });
  line.append(
    ...(known === undefined ? [widthChoice(bits, (to) => choose({ bits: to, memory }))] : []),
    size("Banks", memory.banks, (banks) => set({ banks })),
    size("Bytes of a bank", memory.bankBytes, (bankBytes) => set({ bankBytes })),
    size("Threads at a time", memory.warp, (warp) => set({ warp })),
  );
  return line;
}

function size(name: string, value: number, choose: (value: number) => void): HTMLElement {
  const label = textElement("label", `${name} `);
  const input = document.createElement("input");
  input.type = "number";
  input.min = "1";
  input.max = "1024";
  input.value = String(value);
  input.ariaLabel = name;
  input.addEventListener("change", () => {
    const number = Math.min(1024, Math.trunc(Number(input.value)));
    choose(number >= 1 ? number : value);
  });
  label.append(input);
  return label;
}

function widthChoice(bits: number, choose: (bits: number) => void): HTMLElement {
  const label = textElement("label", "Element ");
  const select = document.createElement("select");
  select.ariaLabel = "Element";
  for (const width of widths) {
    const option = document.createElement("option");
    option.value = String(width);
    option.textContent = `${width} bits`;
    select.append(option);
  }
  select.value = String(bits);
  select.addEventListener("change", () => choose(Number(select.value)));
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
