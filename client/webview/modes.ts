// Controls for layouts of rank above 2: flatten the further modes into the columns, or slice at chosen coordinates.
import { textElement } from "./dom.ts";

export interface ModeChoice {
  readonly flatten: boolean;
  readonly fixed: Readonly<Record<number, number>>;
}

export const noChoice: ModeChoice = { flatten: false, fixed: {} };

/** `extents` are those of the modes from the third on. */
export function showModes(
  host: HTMLElement,
  extents: readonly number[],
  choice: ModeChoice,
  changed: (choice: ModeChoice) => void,
): void {
  host.hidden = extents.length === 0;
  if (host.contains(document.activeElement) && host.querySelectorAll("input").length === extents.length + 1) return;
  const flatten = document.createElement("input");
  flatten.type = "checkbox";
  flatten.checked = choice.flatten;
  const flattenLabel = document.createElement("label");
  flattenLabel.append(flatten, textElement("span", "Flatten"));
  flattenLabel.title = "Further modes beside each other, as columns";
  const inputs = extents.map((extent, i) => slice(i + 2, extent, choice));
  const read = (): ModeChoice => ({
    flatten: flatten.checked,
    fixed: Object.fromEntries(
      inputs.map(({ mode, input }) => [mode, Math.max(0, Math.trunc(Number(input.value)) || 0)]),
    ),
  });
  for (const control of [flatten, ...inputs.map(({ input }) => input)])
    control.addEventListener("input", () => changed(read()));
  host.replaceChildren(flattenLabel, ...inputs.map(({ label }) => label));
}

function slice(mode: number, extent: number, choice: ModeChoice) {
  const input = document.createElement("input");
  input.type = "number";
  input.min = "0";
  input.max = String(extent - 1);
  input.value = String(choice.fixed[mode] ?? 0);
  const label = document.createElement("label");
  // A mode of one has nothing to choose.
  label.hidden = extent < 2;
  label.append(textElement("span", `mode ${mode} at`), input, textElement("span", `of ${extent}`));
  return { mode, input, label };
}
