// The elements of a drawing on the page: the SVG, the frames over its cells, and the marker under the mouse.
import { palettes } from "../../src-engine/views/palette.ts";
import type { Drawing } from "../../src-engine/views/svg.ts";
import type { Box } from "./drawing-place.ts";
import { themeOfPage } from "./theme.ts";

export class Drawn {
  readonly #marker = document.createElement("div");
  readonly #canvas = document.createElement("div");
  #frames: SVGPathElement | undefined;

  constructor(host: HTMLElement) {
    this.#canvas.className = "canvas";
    this.#marker.className = "marker";
    this.clear();
    host.append(this.#canvas);
  }

  clear(): void {
    this.#marker.hidden = true;
    this.#canvas.replaceChildren(this.#marker);
  }

  /** The renderer's own text, with everything of the user's escaped in it: set as it is, since this happens every frame. */
  put(drawing: Drawing, scale: number): void {
    this.#canvas.innerHTML = drawing.svg;
    const svg = this.#canvas.firstElementChild;
    svg?.setAttribute("width", String(drawing.width * scale));
    svg?.setAttribute("height", String(drawing.height * scale));
    this.#canvas.append(this.#marker);
    this.#marker.hidden = true;
    this.#frames = document.createElementNS("http://www.w3.org/2000/svg", "path");
    this.#frames.setAttribute("fill", "none");
    this.#frames.setAttribute("stroke", palettes[themeOfPage()].highlight);
    svg?.append(this.#frames);
  }

  frame(path: string): void {
    this.#frames?.setAttribute("d", path);
    this.#frames?.setAttribute("stroke-width", path === "" ? "0" : "2");
  }

  /** The cell under the mouse; nothing where there is none. */
  point(box: Box | undefined): void {
    this.#marker.hidden = box === undefined;
    for (const [side, value] of Object.entries(box ?? {})) this.#marker.style.setProperty(side, `${value}px`);
  }

  /** Where the drawing begins on the page. */
  origin(): { readonly left: number; readonly top: number } {
    return this.#canvas.getBoundingClientRect();
  }
}
