// Views over cells that the server sends: what is there is drawn at once, what is missing is asked for and drawn later.
import { unpacked } from "../../server/src/protocol/packed-cells.ts";
import type { PanelJson, PictureJson, WindowJson } from "../../server/src/protocol/requests.ts";
import type { Cell, Picture, View, ViewKind, Window } from "../../src-engine/views/view.ts";

export type Need = (window: WindowJson) => void;

/** The server sends at most so many cells an answer: larger windows are asked for in bands of rows. */
const most = 4096;
const mostUnlabelled = 1 << 15;
/** Of more cells than these only the colours are asked for, where no more is drawn; what one says when one points at it. */
const labelled = 8192;

export class RemotePicture {
  readonly picture: Picture;
  readonly #views: readonly RemoteView[];

  constructor(json: PictureJson, need: Need) {
    this.#views = json.panels.map((one, panel) => new RemoteView(one, (window) => need({ ...window, panel })));
    const panels = json.panels.flatMap(({ row, column }, i) => {
      const view = this.#views[i];
      return view === undefined ? [] : [{ view, row, column }];
    });
    this.picture = { title: json.title, summary: json.summary, panels };
  }

  add(json: PictureJson): void {
    for (const [i, panel] of json.panels.entries()) this.#views[i]?.add(panel);
  }
}

class RemoteView implements View {
  readonly kind: ViewKind;
  readonly title: string;
  readonly rows: View["rows"];
  readonly columns: View["columns"];
  readonly labelModes: readonly string[];
  readonly colorModes: readonly string[];
  readonly scales: NonNullable<View["scales"]>;
  readonly stacked: View["stacked"];
  readonly summary: string;
  /** Of its own, as other views are made of this one by spreading it. */
  readonly cells = (window: Window): readonly Cell[] => this.#found(window);
  /** By row and column, as one number. */
  readonly #cells = new Map<number, Cell>();
  /** Of the colours of the whole that came first. */
  readonly #step: number;
  /** Windows asked for: each is asked for once. */
  readonly #asked = new Set<string>();

  constructor(
    panel: PanelJson,
    private readonly need: Need,
  ) {
    const { view } = panel;
    this.kind = kindOf(view.kind);
    this.title = view.title;
    this.rows = view.rows;
    this.columns = view.columns;
    this.labelModes = view.labelModes;
    this.colorModes = view.colorModes;
    this.scales = view.scales ?? {};
    this.stacked = view.stacked;
    this.summary = view.summary;
    this.#step = panel.window.step;
    this.add(panel);
  }

  add(panel: PanelJson): void {
    if (this.#cells.size > 80 * most) {
      this.#cells.clear();
      this.#asked.clear();
    }
    for (const cell of panel.packed === undefined ? panel.cells : unpacked(panel.packed)) this.#take(cell);
    for (const cell of panel.corners ?? []) this.#take(cell);
  }

  /** Further colours come to what is known of a cell; one with labels is all of it. */
  #take(cell: Cell): void {
    const key = this.#key(cell.row, cell.column);
    const known = isUnlabelled(cell) ? this.#cells.get(key) : undefined;
    this.#cells.set(key, known === undefined ? cell : { ...known, tones: { ...known.tones, ...cell.tones } });
  }

  #found(window: Window): readonly Cell[] {
    const found: Cell[] = [];
    let missing = false;
    const { unlabelled, color: wanted, ...asked } = window;
    const color = this.colorModes.find((mode) => mode === wanted);
    const isMissing = (cell: Cell | undefined): boolean =>
      cell === undefined || (unlabelled === true ? isUncoloured(cell, color) : isUnlabelled(cell));
    const afar = unlabelled === true && (window.rows * window.columns) / window.step ** 2 > labelled;
    const rowEnd = Math.min(window.row + window.rows, this.rows.extent);
    const columnEnd = Math.min(window.column + window.columns, this.columns.extent);
    for (let row = window.row; row < rowEnd; row += window.step)
      for (let column = window.column; column < columnEnd; column += window.step) {
        const cell = this.#cells.get(this.#key(row, column));
        if (isMissing(cell)) missing = true;
        const shown = cell ?? (unlabelled === true ? this.#near(row, column) : undefined);
        if (shown !== undefined) found.push(shown);
      }
    if (missing)
      this.#ask(
        afar
          ? { ...asked, unlabelled, ...(color === undefined ? {} : { color }) }
          : widened(asked, this.rows.extent, this.columns.extent),
      );
    return found;
  }

  readonly #key = (row: number, column: number): number => row * this.columns.extent + column;

  /** What stands for it until it comes: the one that was sent of those around it. */
  #near(row: number, column: number): Cell | undefined {
    const [above, left] = [row - (row % this.#step), column - (column % this.#step)];
    const cell = this.#cells.get(this.#key(above, left));
    return cell === undefined ? undefined : { ...cell, row, column };
  }

  #ask(window: WindowJson): void {
    const columns = Math.ceil(window.columns / window.step);
    const limit = window.unlabelled === true ? mostUnlabelled : most;
    const band = Math.max(1, Math.floor(limit / Math.max(1, columns))) * window.step;
    for (let row = window.row; row < window.row + window.rows; row += band) {
      const part = { ...window, row, rows: Math.min(band, window.row + window.rows - row) };
      const key = JSON.stringify(part);
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      this.need(part);
    }
  }
}

function isUnlabelled({ labels }: Cell): boolean {
  for (const _ in labels) return false;
  return true;
}

const isUncoloured = ({ tones }: Cell, color: string | undefined): boolean =>
  color !== undefined && tones[color] === undefined;

/** As much again on every side, so that panning finds cells already there. */
function widened(window: Window, rows: number, columns: number): WindowJson {
  const count = (window.rows / window.step) * (window.columns / window.step);
  if (count * 9 > 4 * most) return window;
  const row = Math.max(0, window.row - window.rows);
  const column = Math.max(0, window.column - window.columns);
  return {
    row,
    column,
    rows: Math.min(rows - row, 3 * window.rows),
    columns: Math.min(columns - column, 3 * window.columns),
    step: window.step,
  };
}

const kinds: readonly ViewKind[] = ["layout", "tv", "swizzle", "banks", "tma", "mma", "copy", "partition", "access"];

const kindOf = (text: string): ViewKind => kinds.find((kind) => kind === text) ?? "layout";
