// The calculator: fields of an operation on the left, its picture on the right, sheets to keep several, two side by side.
import { byId, make, option } from "./dom.ts";
import { type Form, formOf, forms } from "./forms.ts";
import { PreviewFrame } from "./preview-frame.ts";
import type { Sheet, State } from "./state.ts";
import type { Theme } from "./theme.ts";
import { sheetOfVisualizer } from "./visualizer-link.ts";

export interface CalculatorParts {
  readonly readOnly: boolean;
  changed(): void;
  copyLink(expression: string): void;
}

const unsaid = { kind: "", tile: "", mark: "", label: "", color: "" };
/** A form whose one field is the expression itself. */
const anything = "expression";

export class CalculatorPane {
  #sheets: Sheet[] = [];
  #current = 0;
  #beside: number | undefined;
  readonly #frames: { readonly main: PreviewFrame; readonly beside: PreviewFrame };
  readonly #operation = byId("operation", HTMLSelectElement);
  readonly #fields = byId("fields", HTMLElement);
  readonly #besideFrame = byId("besideFrame", HTMLIFrameElement);

  constructor(private readonly parts: CalculatorParts) {
    const main = byId("sheetFrame", HTMLIFrameElement);
    this.#frames = {
      main: this.#frame(main, () => this.#current),
      beside: this.#frame(this.#besideFrame, () => this.#beside),
    };
    main.src = this.#page();
    const groups = [...new Set(forms.map(({ group }) => group))];
    this.#operation.append(
      ...groups.map((label) => {
        const members = forms.filter(({ group }) => group === label);
        return make("optgroup", { label }, ...members.map(({ id, title }) => option(id, title)));
      }),
    );
    this.#operation.addEventListener("change", () => this.#put(startOf(this.#operation.value), "fields"));
    byId("form", HTMLFormElement).addEventListener("submit", (event) => event.preventDefault());
  }

  get state(): Pick<State, "sheets" | "sheet" | "beside"> {
    const beside = this.#beside === undefined ? {} : { beside: this.#beside };
    return { sheets: this.#sheets, sheet: this.#current, ...beside };
  }

  show({ sheets, sheet, beside }: Pick<State, "sheets" | "sheet" | "beside">): void {
    this.#sheets = [...sheets];
    this.#beside = beside;
    this.#open(sheet);
    this.#showBeside();
  }

  /** An expression from elsewhere, on a sheet of its own. */
  add(sheet: Sheet): void {
    this.#sheets.push(sheet);
    this.#open(this.#sheets.length - 1);
    this.parts.changed();
  }

  setTheme(theme: Theme): void {
    this.#frames.main.post({ theme });
    this.#frames.beside.post({ theme });
  }

  #page = (): string => (this.parts.readOnly ? "preview.html?embed" : "preview.html?calculator");

  #frame(element: HTMLIFrameElement, index: () => number | undefined): PreviewFrame {
    const frame: PreviewFrame = new PreviewFrame(element, (message) => {
      if (message.type === "copyLink") this.parts.copyLink(message.expression);
      if (message.type === "look") this.#looked(index(), frame.look);
    });
    return frame;
  }

  #open(index: number): void {
    this.#current = Math.min(index, this.#sheets.length - 1);
    this.#showTabs();
    this.#showFields();
    this.#draw(this.#frames.main, this.#sheet);
  }

  get #sheet(): Sheet {
    return this.#sheets[this.#current] ?? startOf("layout");
  }

  /** Another sheet in place of the current one. */
  #put(sheet: Sheet, redo: "fields" | "nothing"): void {
    this.#sheets[this.#current] = sheet;
    this.#showTabs();
    if (redo === "fields") this.#showFields();
    this.#draw(this.#frames.main, sheet);
    if (this.#beside === this.#current) this.#draw(this.#frames.beside, sheet);
    this.parts.changed();
  }

  #draw(frame: PreviewFrame, { form, values, controls }: Sheet): void {
    const { expression, controls: first } = formOf(form).drawn(values);
    frame.post({ type: "evaluate", expression, start: { ...unsaid, language: "python" } });
    // Controls are set where the picture offers them, which a start would not ask.
    frame.post({ type: "look", controls: { ...first, ...controls } });
  }

  /** The picture is drawn otherwise, or another expression is typed below it. */
  #looked(index: number | undefined, { controls, expression }: PreviewFrame["look"]): void {
    const sheet = index === undefined ? undefined : this.#sheets[index];
    if (index === undefined || sheet === undefined || expression === undefined) return;
    const isSame = formOf(sheet.form).drawn(sheet.values).expression === expression;
    this.#sheets[index] = isSame ? { ...sheet, controls } : { form: anything, values: [expression], controls };
    if (!isSame && index === this.#current) {
      this.#showTabs();
      this.#showFields();
    }
    this.parts.changed();
  }

  #showTabs(): void {
    const tabs = this.#sheets.map((sheet, index) => this.#tab(sheet, index));
    const more = make("button", { type: "button", textContent: "+", title: "Another sheet" });
    more.addEventListener("click", () => this.add(this.#sheet));
    const compare = make("button", { type: "button", textContent: "Side by side", className: "right" });
    compare.title = "The sheet before beside this one";
    compare.setAttribute("aria-pressed", String(this.#beside !== undefined));
    compare.hidden = this.#sheets.length < 2 && this.#beside === undefined;
    compare.addEventListener("click", () => this.#compare());
    byId("sheets", HTMLElement).replaceChildren(...tabs, more, compare);
  }

  #tab(sheet: Sheet, index: number): HTMLElement {
    const title = titleOf(sheet);
    const tab = make("button", { type: "button", className: "sheet", title, textContent: `${index + 1} ${title}` });
    tab.setAttribute("aria-current", String(index === this.#current));
    tab.addEventListener("click", () => {
      this.#open(index);
      this.parts.changed();
    });
    const close = make("button", { type: "button", className: "link", textContent: "×", title: `Close ${title}` });
    close.addEventListener("click", () => this.#close(index));
    return make("span", { className: "tab" }, tab, ...(this.#sheets.length > 1 ? [close] : []));
  }

  #close(index: number): void {
    this.#sheets.splice(index, 1);
    if (this.#beside !== undefined)
      this.#beside = this.#beside === index ? undefined : Math.min(this.#beside, this.#sheets.length - 1);
    this.#open(index < this.#current ? this.#current - 1 : this.#current);
    this.#showBeside();
    this.parts.changed();
  }

  #compare(): void {
    const other = this.#current > 0 ? this.#current - 1 : 1;
    this.#beside = this.#beside === undefined ? other : undefined;
    this.#showBeside();
    this.#showTabs();
    this.parts.changed();
  }

  #showBeside(): void {
    const sheet = this.#beside === undefined ? undefined : this.#sheets[this.#beside];
    this.#besideFrame.hidden = sheet === undefined;
    if (sheet === undefined) return;
    if (!this.#besideFrame.hasAttribute("src")) this.#besideFrame.src = this.#page();
    this.#draw(this.#frames.beside, sheet);
  }

  #showFields(): void {
    const { form: id, values } = this.#sheet;
    const form = formOf(id);
    this.#operation.value = form.id;
    this.#fields.replaceChildren(...form.fields.map((_, at) => this.#field(form, at, values[at] ?? "")));
    byId("presets", HTMLElement).replaceChildren(
      ...form.presets.map(([name, ...preset]) => {
        const button = make("button", { type: "button", textContent: name, title: preset.join("   ") });
        button.addEventListener("click", () => this.#put({ form: form.id, values: preset, controls: {} }, "fields"));
        return button;
      }),
    );
  }

  #field(form: Form, at: number, value: string): HTMLElement {
    const { label, lines, choices } = form.fields[at] ?? { label: "" };
    const input =
      choices !== undefined
        ? make("select", {}, ...choices.map((choice) => option(choice)))
        : lines === true
          ? make("textarea", { rows: 2, spellcheck: false })
          : make("input", { type: "text", spellcheck: false });
    input.value = value;
    if (input instanceof HTMLSelectElement && input.selectedIndex < 0) input.selectedIndex = 0;
    input.addEventListener("input", () => {
      const linked = sheetOfVisualizer(input.value);
      if (linked !== undefined) return this.#put(linked, "fields");
      const { values, controls } = this.#sheet;
      const now = form.fields.map((_, other) => (other === at ? input.value : (values[other] ?? "")));
      this.#put({ form: form.id, values: now, controls: { ...controls } }, "nothing");
    });
    return make("label", {}, label, input);
  }
}

/** A form as its first preset fills it. */
export function startOf(id: string): Sheet {
  const form = formOf(id);
  return { form: form.id, values: form.presets[0]?.slice(1) ?? [], controls: {} };
}

function titleOf({ form, values }: Sheet): string {
  return form === anything || form === "layout" ? (values[0] ?? "").slice(0, 24) : formOf(form).title;
}
