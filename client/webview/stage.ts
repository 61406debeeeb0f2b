// The picture on the page: draws what is visible, pans and zooms by mouse and keyboard, and tells which cell is meant.
import { type Drawing, renderSvg } from "../../src-engine/view/svg.ts";
import type { Cell, Picture } from "../../src-engine/view/view.ts";
import { sheetExtent } from "./sheet-extent.ts";
import { listen } from "./stage-input.ts";
import { themeOfPage } from "./theme.ts";
import {
  bounded,
  detail,
  type Extent,
  firstCell,
  fitted,
  panBy,
  reveal,
  start,
  type Viewport,
  zoomBy,
} from "./viewport.ts";

export interface CellPlace {
  readonly panel: number;
  readonly cell: Cell;
}

export interface StageEvents {
  /** The cell under the mouse or the selected one; undefined when there is none. */
  pointed(place: CellPlace | undefined): void;
  chosen(place: CellPlace): void;
}

/** Room that titles and headers take, in pixels. */
const margins = { width: 60, height: 70 };

/** Several panels are drawn whole up to this, and scrolled; what is larger is cut and says so. */
const sheet = { width: 3600, height: 1900 };

/** More rows or columns than these are seen from afar first. */
const overview = 1024;
const readable = 0.7;

export class Stage {
  #picture: Picture | undefined;
  #viewport: Viewport = start;
  #extent: Extent = { rows: 1, columns: 1, cellWidth: 30, cellHeight: 18 };
  #drawing: Drawing | undefined;
  #scale = 1;
  #label = "";
  #color = "";
  #selected: { readonly panel: number; readonly row: number; readonly column: number } | undefined;
  #frame = 0;
  #marked: ((panel: number, cell: Cell) => boolean) | undefined;
  readonly #marker = document.createElement("div");
  readonly #canvas = document.createElement("div");

  constructor(
    private readonly host: HTMLElement,
    private readonly events: StageEvents,
  ) {
    this.#canvas.className = "canvas";
    this.#marker.className = "marker";
    this.#marker.hidden = true;
    host.append(this.#canvas, this.#marker);
    new ResizeObserver(() => this.redraw()).observe(host);
    listen(host, {
      pan: (x, y) => this.#panPixels(x, y),
      panWheel: (x, y) => this.#panPixels(x, y),
      zoomAt: (factor, event) => this.#move(zoomBy(this.#viewport, factor, this.#hit(event)?.cell ?? this.#viewport)),
      zoom: (factor) => this.zoom(factor),
      fit: () => this.fit(),
      point: (event) => this.#point(event),
      leave: () => this.#leave(),
      choose: (event) => this.#choose(event === undefined ? undefined : this.#hit(event)),
      step: (rows, columns) => this.#step(rows, columns),
      first: () => this.#select(0, 0, 0),
    });
  }

  get drawing(): Drawing | undefined {
    return this.#drawing;
  }

  /** A new picture; the same picture again (`keep`) stays where one looks. */
  show(picture: Picture | undefined, keep: "view" | "fit"): void {
    this.#picture = picture;
    if (keep === "fit") this.#selected = undefined;
    if (picture === undefined) {
      this.#canvas.replaceChildren();
      this.#drawing = undefined;
      return;
    }
    this.#measure(picture);
    if (keep === "fit") this.#open();
    else this.redraw();
  }

  setModes(label: string, color: string): void {
    this.#label = label;
    this.#color = color;
    if (this.#picture !== undefined) this.#measure(this.#picture);
    this.redraw();
  }

  /** Cells to frame besides the selected one: linked highlights. */
  mark(marked: ((panel: number, cell: Cell) => boolean) | undefined): void {
    this.#marked = marked;
    this.redraw();
  }

  /** Where one looks first: the whole where it can be read or is very large, else the first cells at a readable size. */
  #open(): void {
    const { rows, columns } = this.#extent;
    if (this.#single() && Math.max(rows, columns) <= overview && fitted(this.#extent, this.#room()).zoom < readable) {
      this.#viewport = { zoom: 1, row: 0, column: 0 };
      this.redraw();
    } else this.fit();
  }

  fit(): void {
    const largest = fitted(this.#extent, this.#room()).zoom;
    const zoom = this.#single() ? largest : Math.max(largest, 0.6);
    this.#viewport = { zoom, row: 0, column: 0 };
    this.host.scrollTo(0, 0);
    this.redraw();
  }

  zoom(factor: number): void {
    const around = this.#selected ?? { row: this.#viewport.row, column: this.#viewport.column };
    this.#move(zoomBy(this.#viewport, factor, around));
  }

  /** Draws in the next frame, once for all reasons. */
  redraw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  #single(): boolean {
    return this.#picture?.panels.length === 1;
  }

  #room(): { width: number; height: number } {
    return {
      width: Math.max(80, this.host.clientWidth - margins.width),
      height: Math.max(80, this.host.clientHeight - margins.height),
    };
  }

  #measure(picture: Picture): void {
    const probe = renderSvg(picture, { ...this.#options(), maxWidth: 20_000, maxHeight: 400 });
    const geometry = probe.panels[0];
    this.#extent = {
      ...sheetExtent(picture),
      cellWidth: geometry?.cellWidth ?? 30,
      cellHeight: geometry?.cellHeight ?? 18,
    };
  }

  #options(): { theme: ReturnType<typeof themeOfPage>; label: string; color: string } {
    return { theme: themeOfPage(), label: this.#label, color: this.#color };
  }

  #draw(): void {
    const picture = this.#picture;
    if (picture === undefined) return;
    if (this.#single()) this.#viewport = bounded(this.#viewport, this.#extent, this.#room());
    const { step, scale } = this.#single() ? detail(this.#viewport.zoom) : { step: 1, scale: this.#viewport.zoom };
    const width = this.#single() ? this.host.clientWidth / scale : sheet.width;
    const height = this.#single() ? this.host.clientHeight / scale : sheet.height;
    this.#scale = scale;
    this.#drawing = renderSvg(picture, {
      ...this.#options(),
      maxWidth: width,
      maxHeight: height,
      step,
      ...(this.#single() ? { from: firstCell(this.#viewport) } : {}),
      highlight: (panel, cell) => this.#isSelected(panel, cell) || this.#marked?.(panel, cell) === true,
    });
    this.#put(this.#drawing);
  }

  /** The renderer's own text, with everything of the user's escaped in it: set as it is, since this happens every frame. */
  #put(drawing: Drawing): void {
    this.#canvas.innerHTML = drawing.svg;
    const svg = this.#canvas.firstElementChild;
    svg?.setAttribute("width", String(drawing.width * this.#scale));
    svg?.setAttribute("height", String(drawing.height * this.#scale));
  }

  #isSelected(panel: number, cell: Cell): boolean {
    const selected = this.#selected;
    return selected?.panel === panel && selected.row === cell.row && selected.column === cell.column;
  }

  #move(viewport: Viewport): void {
    this.#viewport = viewport;
    this.redraw();
  }

  #panPixels(x: number, y: number): boolean {
    if (!this.#single()) {
      this.host.scrollBy(x, y);
      return true;
    }
    const { zoom } = this.#viewport;
    const { cellWidth, cellHeight } = this.#extent;
    this.#move(panBy(this.#viewport, y / (cellHeight * zoom), x / (cellWidth * zoom)));
    return true;
  }

  #leave(): void {
    this.#marker.hidden = true;
    this.events.pointed(this.#selectedPlace());
  }

  #point(event: MouseEvent): void {
    const hit = this.#hit(event);
    this.#marker.hidden = hit === undefined;
    if (hit !== undefined) this.#placeMarker(hit);
    this.events.pointed(hit ?? this.#selectedPlace());
  }

  #placeMarker({ panel, cell }: CellPlace): void {
    const geometry = this.#drawing?.panels.find((p) => p.panel === panel);
    if (geometry === undefined) return;
    const { x, y, cellWidth, cellHeight, window } = geometry;
    const style = this.#marker.style;
    style.left = `${(x + ((cell.column - window.column) / window.step) * cellWidth) * this.#scale}px`;
    style.top = `${(y + ((cell.row - window.row) / window.step) * cellHeight) * this.#scale}px`;
    style.width = `${cellWidth * this.#scale}px`;
    style.height = `${cellHeight * this.#scale}px`;
  }

  /** The cell under the mouse. */
  #hit(event: MouseEvent): CellPlace | undefined {
    const box = this.#canvas.getBoundingClientRect();
    const x = (event.clientX - box.left) / this.#scale;
    const y = (event.clientY - box.top) / this.#scale;
    for (const g of this.#drawing?.panels ?? []) {
      const column = g.window.column + Math.floor((x - g.x) / g.cellWidth) * g.window.step;
      const row = g.window.row + Math.floor((y - g.y) / g.cellHeight) * g.window.step;
      const inside =
        x >= g.x && y >= g.y && column < g.window.column + g.window.columns && row < g.window.row + g.window.rows;
      if (inside) return this.#place(g.panel, row, column);
    }
    return undefined;
  }

  #place(panel: number, row: number, column: number): CellPlace | undefined {
    const view = this.#picture?.panels[panel]?.view;
    const cell = view?.cells({ row, column, rows: 1, columns: 1, step: 1 })[0];
    return cell === undefined ? undefined : { panel, cell };
  }

  #selectedPlace(): CellPlace | undefined {
    const s = this.#selected;
    return s === undefined ? undefined : this.#place(s.panel, s.row, s.column);
  }

  #choose(place: CellPlace | undefined): void {
    this.#selected =
      place === undefined ? undefined : { panel: place.panel, row: place.cell.row, column: place.cell.column };
    this.events.pointed(place);
    if (place !== undefined) this.events.chosen(place);
    this.redraw();
  }

  /** Moves the selected cell and keeps it in sight. */
  #step(rows: number, columns: number): void {
    const { panel, row, column } = this.#selected ?? {
      panel: 0,
      row: -Math.max(0, rows),
      column: -Math.max(0, columns),
    };
    this.#select(panel, row + rows, column + columns);
  }

  #select(panel: number, row: number, column: number): void {
    const view = this.#picture?.panels[panel]?.view;
    if (view === undefined) return;
    const inside = (n: number, extent: number) => Math.min(Math.max(0, n), extent - 1);
    const cell = { row: inside(row, view.rows.extent), column: inside(column, view.columns.extent) };
    if (this.#single()) this.#viewport = reveal(this.#viewport, cell, this.#extent, this.#room());
    this.#choose(this.#place(panel, cell.row, cell.column));
  }
}
