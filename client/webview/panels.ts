// Which panels of a sheet are shown: each has a button that folds it away; one alone fills the stage, and all come back.
import type { Panel, Picture } from "../../src-engine/views/view.ts";
import { button, textElement } from "./dom.ts";

const longest = 16;

export class Panels {
  #picture: Picture | undefined;
  /** By place in the picture. */
  #hidden: ReadonlySet<number> = new Set();
  #names = "";

  constructor(
    private readonly host: HTMLElement,
    private readonly changed: () => void,
  ) {}

  /** What is left of a picture; the choice holds as long as the panels keep their names. */
  shown(picture: Picture | undefined): Picture | undefined {
    const names = picture?.panels.map(nameOf).join("\n") ?? "";
    if (names !== this.#names) this.#hidden = new Set();
    this.#names = names;
    this.#picture = picture;
    this.#offer(picture?.panels ?? []);
    if (picture === undefined || this.#hidden.size === 0) return picture;
    return { ...picture, panels: closedUp(picture.panels.filter((_, i) => !this.#hidden.has(i))) };
  }

  /** The panel at this place among the shown ones alone; all of them where it is alone already. */
  alone(place: number): void {
    const places = this.#places();
    const seen = places.filter((i) => !this.#hidden.has(i));
    if (places.length < 2) return;
    this.#hide(seen.length === 1 ? new Set() : new Set(places.filter((i) => i !== seen[place])));
  }

  #places(): readonly number[] {
    return (this.#picture?.panels ?? []).map((_, i) => i);
  }

  #toggle(place: number): void {
    const hidden = new Set(this.#hidden);
    if (!hidden.delete(place)) hidden.add(place);
    // Nothing at all is no picture: the last one that goes brings all back.
    this.#hide(hidden.size === this.#places().length ? new Set() : hidden);
  }

  #hide(hidden: ReadonlySet<number>): void {
    this.#hidden = hidden;
    this.changed();
  }

  #offer(panels: readonly Panel[]): void {
    this.host.hidden = panels.length < 2;
    const buttons = [...this.host.querySelectorAll("button")];
    if (buttons.length === panels.length && buttons.every(({ title }, i) => title === titleOf(panels[i]))) {
      for (const [i, one] of buttons.entries()) one.setAttribute("aria-pressed", String(!this.#hidden.has(i)));
      return;
    }
    const made = panels.map((panel, i) => {
      const one = button(cut(nameOf(panel)), titleOf(panel), () => this.#toggle(i));
      one.addEventListener("dblclick", () => this.#hide(new Set(this.#places().filter((other) => other !== i))));
      one.setAttribute("aria-pressed", String(!this.#hidden.has(i)));
      return one;
    });
    this.host.replaceChildren(...(made.length < 2 ? [] : [textElement("span", "Panels"), ...made]));
  }
}

/** `gmem tile, box 64×64`, `smem Sw<3,4,3> o …`, `B, as K×N: (_8,_16):…`: what stands before the details. */
const nameOf = ({ view }: Panel): string => view.title.split(/ = |: |, | (?=\(|Sw<)/)[0] ?? "";
/** The end of a long name tells more: `…LDSM_N source`. */
const cut = (name: string): string => (name.length > longest ? `…${name.slice(1 - longest)}` : name);
const titleOf = (panel: Panel | undefined): string =>
  panel === undefined ? "" : `${nameOf(panel)}: show or fold away; double-click to show it alone`;

/** No room for rows and columns of panels that are not shown. */
function closedUp(panels: readonly Panel[]): readonly Panel[] {
  const own = closed(panels);
  const other = closed(panels.map((panel) => panel.otherwise ?? panel));
  return panels.map((panel, i) => {
    const otherwise = panel.otherwise === undefined ? undefined : other[i];
    return { ...panel, ...own[i], ...(otherwise === undefined ? {} : { otherwise }) };
  });
}

type Place = Pick<Panel, "row" | "column">;

function closed(places: readonly Place[]): readonly Place[] {
  const order = (side: "row" | "column") => [...new Set(places.map((place) => place[side]))].sort((a, b) => a - b);
  const [rows, columns] = [order("row"), order("column")];
  return places.map(({ row, column }) => ({ row: rows.indexOf(row), column: columns.indexOf(column) }));
}
