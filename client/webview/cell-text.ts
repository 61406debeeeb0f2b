// A cell in words, for the line below the picture and for screen readers; and which others a click frames with it.
import type { StepJson } from "../../server/src/protocol/requests.ts";
import { markQuery } from "../../src-engine/views/mark-query.ts";
import type { Cell, Picture } from "../../src-engine/views/view.ts";

/** How large it is and what to do with it, as long as no cell is meant; the picture itself says the rest to screen readers. */
export function pictureText(picture: Picture | undefined): string | undefined {
  const [only, second] = picture?.panels.map(({ view }) => view) ?? [];
  if (only === undefined) return undefined;
  if (second !== undefined) return "Point at a cell to see where it comes from; a double click shows its panel alone.";
  const { folded } = only;
  const [rows, columns] = [only.rows, only.columns].map(({ text, extent }) => text ?? String(extent));
  const extents = folded === undefined ? `${rows} × ${columns}` : `${folded.rows} × ${folded.columns}, in lines`;
  const fixed = /modes? from \d+ on fixed/.exec(only.summary)?.[0];
  return `${extents}${fixed === undefined ? "" : `, ${fixed}`}. Point at a cell, or walk with the arrow keys.`;
}

/** `where` names the panel, of several. */
export function cellText(cell: Cell, step: StepJson | undefined, where = ""): string {
  const labels = Object.entries(cell.labels).map(([mode, text]) => `${mode} ${text}`);
  const panel = where === "" ? "" : `${where} · `;
  const { row, column } = cell.at ?? cell;
  return `${panel}row ${row}, column ${column} · ${labels.join(" · ")}${madeOf(cell.from ?? [], step)}`;
}

/** The elements of the inputs behind an element of the result, in their names: `row(27), tile[0](1)`. */
function madeOf(links: readonly string[], step: StepJson | undefined): string {
  const [a, b] = step?.inputs.map(({ text, role }) => (/^[\w.]{1,24}$/.test(text) ? text : role)) ?? [];
  const named = links.map((link) => {
    const [letter = "", index] = link.split(":");
    if (index === undefined) return link;
    if (letter === "a") return `${a ?? "A"}(${index})`;
    if (letter === "b") return `${b ?? "B"}(${index})`;
    return letter.startsWith("t") ? `${b ?? "B"}[${letter.slice(1)}](${index})` : `(${index})`;
  });
  return named.length === 0 ? "" : ` · made of ${named.join(", ")}`;
}

/** Of the same thread, or of the same colour where colours mean something besides offsets. */
export function isAlike(chosen: Cell, cell: Cell, color: string): boolean {
  // `T5+1` is thread 5's and another's.
  const thread = /^T\d+/.exec(chosen.labels.thread ?? "")?.[0];
  if (thread !== undefined) return markQuery(thread)?.(cell) === true;
  return color !== "offset" && cell.tones[color] === chosen.tones[color];
}

/** A call as the input line takes it: with its inputs' values. */
export function callText(step: StepJson | undefined): string | undefined {
  return step === undefined ? undefined : `${step.op}(${step.inputs.map(({ notation }) => notation).join(", ")})`;
}
