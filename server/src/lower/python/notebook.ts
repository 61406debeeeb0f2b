// A notebook file to fragments: one per code cell, in order, and the way back from a place in a fragment to the JSON text.
//
// Lines of a cell that belong to IPython (`%timeit`, `!pip install`) are blanked with spaces, so offsets stay.

export interface NotebookCell {
  /** The cell's Python, magics blanked. */
  readonly text: string;
  /** Position among all cells of the notebook, text cells included. */
  readonly index: number;
  /** 1-based line of the .ipynb file on which the cell's source begins, and of each of its lines. */
  readonly lines: readonly number[];
}

interface RawCell {
  readonly cell_type?: unknown;
  readonly source?: unknown;
}

/** Undefined when the text is no notebook. */
export function notebookCells(json: string): readonly NotebookCell[] | undefined {
  const cells = parseCells(json);
  if (cells === undefined) return undefined;
  const lineOf = lineFinder(json);
  const found: NotebookCell[] = [];
  cells.forEach((cell, index) => {
    const source = sourceLines(cell.source);
    const lines = source.map((line) => lineOf(line));
    if (cell.cell_type === "code") found.push({ text: blankMagics(source.join("")), index, lines });
  });
  return found;
}

function parseCells(json: string): readonly RawCell[] | undefined {
  try {
    const book = JSON.parse(json) as { readonly cells?: unknown } | null;
    return Array.isArray(book?.cells)
      ? (book.cells as RawCell[]).filter((cell) => typeof cell === "object" && cell !== null)
      : undefined;
  } catch {
    return undefined;
  }
}

function sourceLines(source: unknown): string[] {
  if (typeof source === "string") return source.split(/(?<=\n)/);
  return Array.isArray(source) ? source.filter((line): line is string => typeof line === "string") : [];
}

/** Finds cell lines in the order in which the file has them: each is a JSON string on a line of its own. */
function lineFinder(json: string): (line: string) => number {
  const rows = json.split("\n");
  let at = 0;
  return (line) => {
    const quoted = JSON.stringify(line);
    for (let row = at; row < rows.length; row++) {
      const text = rows[row]?.trim() ?? "";
      if (text === quoted || text === `${quoted},` || sameString(text, line)) {
        at = row + 1;
        return row + 1;
      }
    }
    return at;
  };
}

/** Other writers escape differently (`\u00e9` for é). */
function sameString(text: string, line: string): boolean {
  if (!text.includes("\\u")) return false;
  try {
    return JSON.parse(text.replace(/,$/, "")) === line;
  } catch {
    return false;
  }
}

/** A cell that begins with `%%` is not Python, unless the magic only measures it. */
function blankMagics(text: string): string {
  const blank = (part: string): string => part.replace(/[^\n\r]/g, " ");
  if (/^\s*%%(?!time|capture|prun)/.test(text)) return blank(text);
  return text.replace(/^[ \t]*[%!].*$/gm, blank);
}
