// The picture on the page: draws what is visible, pans and zooms by mouse and keyboard, and tells which cell is meant.
//
// One panel is a window into a picture of any size. Several panels are a sheet: drawn whole at the level of detail that
// the zoom asks for, and scrolled. Frames lie over the drawing in one path of their own, so that pointing redraws nothing.
import { type Drawing, renderSvg } from "../../src-engine/views/svg.ts";
import type { Cell, Picture } from "../../src-engine/views/view.ts";
import { boxOf, cellAt, framesPath, isSaidAbove, scrollInto } from "./drawing-place.ts";
import { Drawn } from "./drawn.ts";
import { cellsOf, fittedCells, fittedSheet, largestSheet, type SheetFit } from "./sheet-fit.ts";
import type { CellPlace, StageEvents } from "./stage-events.ts";
import { listen } from "./stage-input.ts";
import { themeOfPage } from "./theme.ts";
import {
  bounded,
  type Detail,
  detail,
  type Extent,
  extentAt,
  firstCell,
  fitted,
  isSeenWhole,
  nothingYet,
  panBy,
  reveal,
  roomAt,
  type Size,
  start,
  type Viewport,
  zoomBy,
} from "./viewport.ts";

/** Milliseconds until what nobody sees yet is drawn. */
const afterPaint = 60;

export class Stage {
  #picture: Picture | undefined;
  #viewport: Viewport = start;
  #extent: Extent = nothingYet;
  #drawing: Drawing | undefined;
  #scale = 1;
  #label = "";
  #color = "";
  #levels: true | undefined;
  #selected: { readonly panel: number; readonly row: number; readonly column: number } | undefined;
  #frame = 0;
  /** A sheet has its labels in sight first. */
  #rest: ReturnType<typeof setTimeout> | undefined;
  #marked: ((panel: number, cell: Cell) => boolean) | undefined;
  /** Fitted until one zooms: a resized page fits it again. */
  #fit = true;
  #fittedTo: Size | undefined;
  /** A sheet with its panels where they fit best. */
  #sheet: SheetFit | undefined;
  readonly #drawn: Drawn;

  constructor(
    private readonly host: HTMLElement,
    private readonly events: StageEvents,
  ) {
    this.#drawn = new Drawn(host);
    const resized = () => (this.#fit && !this.#isFittedElsewhere() ? undefined : this.refresh());
    new ResizeObserver(resized).observe(host);
    listen(host, {
      pan: (x, y) => this.#panPixels(x, y),
      panWheel: (x, y) => this.#panPixels(x, y),
      zoomAt: (factor, event) => this.#zoomAround(factor, this.#hit(event)?.cell ?? this.#viewport),
      zoom: (factor) => this.zoom(factor),
      fit: () => this.fit(),
      point: (event) => this.#point(event),
      leave: () => this.#leave(),
      choose: (event) => this.#choose(event === undefined ? undefined : this.#hit(event)),
      step: (rows, columns) => this.#step(rows, columns),
      first: () => this.#select(0, 0, 0),
      alone: (event) => this.#alone(event),
    });
  }

  /** A new picture; the same picture again (`keep`) stays where one looks. */
  show(picture: Picture | undefined, keep: "view" | "fit"): void {
    if (this.#picture !== picture) this.#sheet = undefined;
    this.#picture = picture;
    this.host.classList.toggle("sheet", picture !== undefined && picture.panels.length > 1);
    if (keep === "fit") this.#selected = undefined;
    if (picture === undefined) {
      this.#drawn.clear();
      this.#drawing = undefined;
      return;
    }
    this.#measure(picture);
    if (keep === "fit") this.#open();
    this.redraw();
  }

  setModes(label: string, color: string): void {
    if (this.#label === label && this.#color === color) return;
    this.#label = label;
    this.#color = color;
    if (this.#picture === undefined) return;
    this.#measure(this.#picture);
    if (this.#fit && !this.#single()) this.fit();
    this.redraw();
  }

  setLevels(levels: true | undefined): void {
    this.#levels = levels;
    this.refresh();
  }

  /** Cells to frame besides the selected one: linked highlights. */
  mark(marked: ((panel: number, cell: Cell) => boolean) | undefined): void {
    this.#marked = marked;
    this.#placeFrames();
  }

  /** Where one looks first: the whole where it can be read or is very large, else the first cells at a readable size. */
  #open(): void {
    this.#fitNow();
    if (!this.#single() || isSeenWhole(this.#extent, this.#viewport)) return;
    this.#viewport = { zoom: 1, row: 0, column: 0 };
    this.#fit = false;
  }

  fit(): void {
    this.#fitNow();
    this.redraw();
  }

  #fitNow(): void {
    const room = this.#host();
    const zoom = this.#single() ? fitted(this.#extent, room).zoom : this.#sheetZoom();
    this.#viewport = { zoom, row: 0, column: 0 };
    this.#fit = true;
    this.#fittedTo = room;
    this.host.scrollTo(0, 0);
  }

  /** The room may have come since: a page that showed nothing had none for a picture. */
  #isFittedElsewhere(): boolean {
    const { width, height } = this.#host();
    return this.#fit && (this.#fittedTo?.width !== width || this.#fittedTo.height !== height);
  }

  zoom(factor: number): void {
    this.#zoomAround(factor, this.#selected ?? { row: this.#viewport.row, column: this.#viewport.column });
  }

  /** Draws in the next frame, once for all reasons. */
  redraw(): void {
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw("in sight");
    });
  }

  /** The page has another size, or cells of the picture have come. */
  refresh(): void {
    if (this.#fit && this.#picture !== undefined) {
      this.#measure(this.#picture);
      this.fit();
    } else this.redraw();
  }

  #single(): boolean {
    return this.#picture?.panels.length === 1;
  }

  #host(): Size {
    return { width: this.host.clientWidth, height: this.host.clientHeight };
  }

  #room(): Size {
    return roomAt(this.#host(), this.#detail().scale, this.#extent.margins);
  }

  #sheetZoom(): number {
    if (this.#picture === undefined) return 1;
    this.#sheet = fittedSheet(this.#picture, this.#options(), this.#host());
    return this.#sheet.zoom;
  }

  #detail(): Detail {
    const cells = this.#picture === undefined ? 0 : cellsOf(this.#picture);
    const { scale, ...how } = detail(this.#viewport.zoom, cells);
    return { ...how, scale: scale * this.#stretch() };
  }

  #stretch(): number {
    return this.#fit && !this.#single() ? (this.#sheet?.stretch ?? 1) : 1;
  }

  #measure(picture: Picture): void {
    if (this.#single())
      ({ extent: this.#extent, sheet: this.#sheet } = fittedCells(picture, this.#options(), this.#host()));
  }

  #options() {
    const modes = { label: this.#label, color: this.#color, levels: this.#levels };
    return { theme: themeOfPage(), ...modes, untitled: isSaidAbove(this.#picture) };
  }

  #draw(labels: "all" | "in sight" = "all"): void {
    const picture = this.#picture;
    if (picture === undefined) return;
    if (this.#isFittedElsewhere()) {
      this.#measure(picture);
      this.#open();
    }
    const [single, drawn] = [this.#single(), this.#detail()];
    if (single)
      this.#viewport = bounded(this.#viewport, extentAt(this.#extent, drawn, this.#viewport.zoom), this.#room());
    const { scale, ...how } = drawn;
    this.#scale = scale;
    this.host.classList.toggle("unlabelled", drawn.cell !== undefined);
    this.#drawing = renderSvg(this.#sheet?.picture ?? picture, {
      ...this.#options(),
      maxWidth: single ? this.host.clientWidth / scale : largestSheet.width,
      maxHeight: single ? this.host.clientHeight / scale : largestSheet.height,
      ...how,
      cutTitles: this.#sheet?.cutTitles ?? false,
      filled: true,
      pixels: true,
      labelledTo: single || labels === "all" ? undefined : (this.host.scrollTop + this.host.clientHeight) / scale,
      ...(single ? { from: firstCell(this.#viewport, drawn) } : {}),
    });
    this.#drawn.put(this.#drawing, scale);
    this.#placeFrames();
    clearTimeout(this.#rest);
    if (!single && labels === "in sight" && this.#drawing.height * scale > this.host.clientHeight)
      this.#rest = setTimeout(() => this.#draw(), afterPaint);
  }

  #placeFrames(): void {
    this.#drawn.frame(framesPath(this.#drawing, (panel, cell) => this.#isFramed(panel, cell)));
  }

  #isFramed(panel: number, cell: Cell): boolean {
    const selected = this.#selected;
    const chosen = selected?.panel === panel && selected.row === cell.row && selected.column === cell.column;
    return chosen || this.#marked?.(panel, cell) === true;
  }

  #zoomAround(factor: number, around: { readonly row: number; readonly column: number }): void {
    const before = this.#scale;
    this.#viewport = zoomBy(this.#viewport, this.#stretch(), around);
    this.#fit = false;
    this.#viewport = zoomBy(this.#viewport, factor, around);
    if (!this.#single()) {
      this.#draw();
      const ratio = this.#scale / before;
      this.host.scrollTo(this.host.scrollLeft * ratio, this.host.scrollTop * ratio);
    } else this.redraw();
  }

  #panPixels(x: number, y: number): boolean {
    if (!this.#single()) {
      const { scrollLeft, scrollTop } = this.host;
      this.host.scrollBy(x, y);
      return this.host.scrollLeft !== scrollLeft || this.host.scrollTop !== scrollTop;
    }
    const { zoom } = this.#viewport;
    const { cellWidth, cellHeight } = extentAt(this.#extent, this.#detail(), this.#viewport.zoom);
    this.#viewport = panBy(this.#viewport, y / (cellHeight * zoom), x / (cellWidth * zoom));
    this.#fit = false;
    this.redraw();
    return true;
  }

  #leave(): void {
    this.#drawn.point(undefined);
    this.events.pointed(this.#selectedPlace());
  }

  #point(event: MouseEvent): void {
    const hit = this.#hit(event);
    const box = hit && boxOf(this.#drawing, this.#scale, { panel: hit.panel, ...hit.cell });
    this.#drawn.point(box);
    this.events.pointed(hit ?? this.#selectedPlace());
  }

  /** The cell under the mouse. */
  #hit(event: MouseEvent): CellPlace | undefined {
    const { left, top } = this.#drawn.origin();
    const at = cellAt(this.#drawing, (event.clientX - left) / this.#scale, (event.clientY - top) / this.#scale);
    return at === undefined ? undefined : this.#place(at.panel, at.row, at.column);
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
    if (place === undefined) this.#marked = undefined;
    this.events.pointed(place);
    if (place !== undefined) this.events.chosen(place);
    this.#placeFrames();
  }

  /** Beside the cells a double click means nothing; the keyboard means the selected one, or the first panel. */
  #alone(event: MouseEvent | undefined): void {
    const place = event === undefined ? this.#selectedPlace() : this.#hit(event);
    if (event === undefined || place !== undefined) this.events.alone(place);
  }

  /** Moves the selected cell by so many drawn cells and keeps it in sight. */
  #step(rows: number, columns: number): void {
    const from = this.#selected;
    if (from === undefined) return this.#select(0, 0, 0);
    const step = this.#drawing?.panels.find(({ panel }) => panel === from.panel)?.window.step ?? 1;
    this.#select(from.panel, from.row + rows * step, from.column + columns * step);
  }

  #select(panel: number, row: number, column: number): void {
    const view = this.#picture?.panels[panel]?.view;
    if (view === undefined) return;
    const inside = (n: number, extent: number) => Math.min(Math.max(0, n), extent - 1);
    const cell = { row: inside(row, view.rows.extent), column: inside(column, view.columns.extent) };
    const place = this.#place(panel, cell.row, cell.column);
    if (this.#single()) {
      const extent = extentAt(this.#extent, this.#detail(), this.#viewport.zoom);
      this.#viewport = reveal(this.#viewport, cell, extent, this.#room());
      this.redraw();
    } else {
      const box = boxOf(this.#drawing, this.#scale, { panel, ...cell });
      if (box !== undefined) scrollInto(this.host, box);
    }
    this.#choose(place);
  }
}
