// A notebook file to fragments: one per code cell, in order, and how their lines count when the cells are read one after another.
//
// Lines of a cell that belong to IPython (`%timeit`, `!pip install`) are blanked with spaces, so offsets stay.

import { generated, parseJson } from "../../../json-text.ts";

export interface NotebookCell {
  /** The cell's Python, magics blanked. */
  readonly text: string;
  /** Position among all cells of the notebook, text cells included. */
  readonly index: number;
  /** 1-based line of its first line when the code cells are read one after another with one empty line between them. */
  readonly firstLine: number;
}

interface RawCell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
}

/** The code cells in order; undefined when the text is no notebook. */
export function notebookCells(json: string): readonly NotebookCell[] | undefined {
  const cells = parseCells(json);
  if (cells === undefined) return undefined;
  const found: NotebookCell[] = [];
  let firstLine = 1;
  cells.forEach((cell, index) => {
    if (cell.cell_type !== "code") return;
    const text = sourceText(cell.source);
    found.push({ text: blankMagics(text), index, firstLine });
    firstLine += text.split("\n").length + 1;
  });
  return found;
}

/** The notebook's line for a line of one of its code cells (both 1-based): what `inspect` and `check` print. */
export const notebookLine = (cells: readonly NotebookCell[], fragment: number, line: number): number =>
  (cells[fragment]?.firstLine ?? 1) + line - 1;

function parseCells(json: string): readonly RawCell[] | undefined {
  const parsed = parseJson(json, generated);
  // The border from JSON.
  const book = "json" in parsed ? (parsed.json as { readonly cells?: unknown } | null) : null;
  if (!Array.isArray(book?.cells)) return undefined;
  return (book.cells as RawCell[]).filter((cell) => typeof cell === "object" && cell !== null);
}

/** nbformat allows a string or a list of lines. */
function sourceText(source: unknown): string {
  if (typeof source === "string") return source;
  return Array.isArray(source) ? source.filter((line) => typeof line === "string").join("") : "";
}

/** A cell that begins with `%%` is not Python, unless the magic only measures it. */
export function blankMagics(text: string): string {
  const blank = (part: string): string => part.replace(/[^\n\r]/g, " ");
  if (/^\s*%%(?!time|capture|prun)/.test(text)) return blank(text);
  return text.replace(/^[ \t]*[%!].*$/gm, blank);
}
