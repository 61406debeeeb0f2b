// The toolbar is one line at every width: what does not fit stands in its menu, the least used first.
//
// The controls are the same elements in both places, so that what is chosen, typed and listened to stays.

/** Into the menu in this order, from the end of the list. */
const foldable = [
  "panels",
  "export",
  "mark",
  "levels",
  "colorBy",
  "labelBy",
  "label",
  "color",
  "tile",
  "modes",
  "kind",
];

interface Foldable {
  readonly element: HTMLElement;
  /** Stands where the element stands while there is room. */
  readonly home: Comment;
}

export class OneLine {
  readonly #controls: readonly Foldable[];
  /** Controls come, go and change their widths with what is shown. */
  readonly #changes = new MutationObserver(() => this.#arrange());

  constructor(
    private readonly line: HTMLElement,
    private readonly menu: HTMLDetailsElement,
    private readonly inside: HTMLElement,
  ) {
    this.#controls = foldable.flatMap((id) => {
      const found = line.querySelector<HTMLElement>(`#${id}`);
      const element = found?.closest("label") ?? found;
      if (element === null || element === undefined) return [];
      const home = document.createComment(id);
      element.before(home);
      return [{ element, home }];
    });
    new ResizeObserver(() => this.#arrange()).observe(line);
    this.#changes.observe(line, { subtree: true, childList: true, attributeFilter: ["hidden"] });
    document.addEventListener("pointerdown", ({ target }) => {
      if (target instanceof Node && !menu.contains(target)) menu.open = false;
    });
    window.addEventListener("blur", () => {
      menu.open = false;
    });
    menu.addEventListener("keydown", ({ key }) => {
      if (key === "Escape") menu.open = false;
    });
  }

  #arrange(): void {
    const focused = document.activeElement;
    // While somebody uses the menu nothing moves out of it.
    if (this.menu.open && this.menu.contains(focused)) return;
    for (const { element, home } of this.#controls) home.after(element);
    this.menu.hidden = true;
    const folded: HTMLElement[] = [];
    for (const { element } of this.#controls) {
      if (this.line.scrollWidth <= this.line.clientWidth) break;
      if (element.hidden) continue;
      this.menu.hidden = false;
      element.remove();
      folded.unshift(element);
    }
    this.inside.replaceChildren(...folded);
    if (this.menu.hidden) this.menu.open = false;
    if (focused instanceof HTMLElement && focused !== document.activeElement) focused.focus();
    this.#changes.takeRecords();
  }
}
