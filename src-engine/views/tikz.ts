// A Picture as a standalone TikZ document, with the cells, axes and colours of CuTe's print_latex.
import { palettes, toneColor } from "./palette.ts";
import { labelOf, type Panel, type Picture, type View, type Window } from "./view.ts";

export interface TikzOptions {
  readonly label?: string;
  readonly color?: string;
  readonly maxRows: number;
  readonly maxColumns: number;
}

const preamble = (width: number): readonly string[] => [
  "\\documentclass[convert]{standalone}",
  "\\usepackage{tikz}",
  "\\begin{document}",
  `\\begin{tikzpicture}[x={(0cm,-1cm)},y={(${width}cm,0cm)},every node/.style={minimum ${width === 1 ? "size=1cm" : `width=${width}cm, minimum height=1cm`}, outer sep=0pt}]`,
];

export function renderTikz(picture: Picture, options: TikzOptions): string {
  const colors = palettes.light.tones.map(
    (_, i) => `\\definecolor{tone${i}}{HTML}{${toneColor(palettes.light, i).slice(1).toUpperCase()}}`,
  );
  const body = picture.panels.flatMap((panel) => panelTikz(panel, picture.panels, options));
  const longest = picture.panels.reduce((most, { view }) => Math.max(most, longestLabel(view, options)), 0);
  // A character is about two tenths of a centimetre; a cell of up to four has the usual square.
  const width = longest <= 4 ? 1 : Math.ceil(2 * longest + 3) / 10;
  return [...preamble(width), ...colors, ...body, "\\end{tikzpicture}", "\\end{document}", ""].join("\n");
}

function panelTikz(panel: Panel, all: readonly Panel[], options: TikzOptions): readonly string[] {
  const view = panel.view;
  const window = cut(view, options);
  const rowOffset = extentBefore(
    all,
    (p) => p.row < panel.row,
    (p) => p.row,
    (v) => cut(v, options).rows,
  );
  const columnOffset = extentBefore(
    all,
    (p) => p.column < panel.column,
    (p) => p.column,
    (v) => cut(v, options).columns,
  );
  const label = choose(view.labelModes, options.label);
  const color = choose(view.colorModes, options.color);
  const tones = palettes.light.tones.length;
  const nodes = view.cells(window).map((cell) => {
    const tone = Math.max(0, cell.tones[color] ?? 0) % tones;
    return `\\node[fill=tone${tone}] at (${cell.row + rowOffset},${cell.column + columnOffset}) {${latex(labelOf(cell, label))}};`;
  });
  const top = rowOffset - 0.5;
  const left = columnOffset - 0.5;
  return [
    `% ${view.title}`,
    ...nodes,
    `\\draw[color=black,thick,shift={(${top},${left})}] (0,0) grid (${window.rows},${window.columns});`,
    ...Array.from(
      { length: window.rows },
      (_, r) => `\\node at (${r + rowOffset},${columnOffset - 1}) {\\Large{\\texttt{${r}}}};`,
    ),
    ...Array.from(
      { length: window.columns },
      (_, c) => `\\node at (${rowOffset - 1},${c + columnOffset}) {\\Large{\\texttt{${c}}}};`,
    ),
  ];
}

const cut = (view: View, options: TikzOptions): Window => ({
  row: 0,
  column: 0,
  rows: Math.min(view.rows.extent, options.maxRows),
  columns: Math.min(view.columns.extent, options.maxColumns),
  step: 1,
});

/** Where a panel starts: the largest extents of the panels before it, with room for the headers. */
function extentBefore(
  all: readonly Panel[],
  before: (panel: Panel) => boolean,
  slot: (panel: Panel) => number,
  extent: (view: View) => number,
): number {
  const largest = new Map<number, number>();
  for (const panel of all.filter(before))
    largest.set(slot(panel), Math.max(largest.get(slot(panel)) ?? 0, extent(panel.view)));
  return [...largest.values()].reduce((sum, size) => sum + size + 2, 0);
}

const choose = (modes: readonly string[], wanted: string | undefined): string =>
  wanted !== undefined && modes.includes(wanted) ? wanted : (modes[0] ?? "");

function longestLabel(view: View, options: TikzOptions): number {
  const label = choose(view.labelModes, options.label);
  const lines = view.cells(cut(view, options)).flatMap((cell) => latexLines(labelOf(cell, label)));
  return lines.reduce((most, line) => Math.max(most, line.length), 0);
}

/** Thread and value stand above each other, as in print_latex. */
const latexLines = (label: string): readonly string[] =>
  /^T\d+\S* V\d+$/.test(label) ? label.split(" ") : label.split("\n");

function latex(label: string): string {
  const lines = latexLines(label).map((line) => line.replace(/[_&%#$]/g, (c) => `\\${c}`));
  return lines.length === 1 ? (lines[0] ?? "") : `\\shortstack{${lines.join(" \\\\ ")}}`;
}
