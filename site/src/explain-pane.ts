// A pasted text and what it means: the answers of `cute-lens explain`.
import { type ExplainParams, type ExplainResult, explainRequest } from "../../server/src/protocol/requests.ts";
import { byId, make, option, whenQuiet } from "./dom.ts";
import { dumps } from "./dumps.ts";
import type { Server } from "./server.ts";

export interface ExplainPaneParts {
  readonly server: Server;
  readonly readOnly: boolean;
  changed(): void;
  /** A layout of the answer, into the calculator. */
  draw(notation: string): void;
}

export class ExplainPane {
  readonly #pasted = byId("pasted", HTMLTextAreaElement);
  readonly #explained = byId("explained", HTMLElement);
  #turn = 0;

  constructor(private readonly parts: ExplainPaneParts) {
    this.#pasted.readOnly = parts.readOnly;
    const soon = whenQuiet(150, () => void this.#explain());
    this.#pasted.addEventListener("input", () => {
      soon();
      parts.changed();
    });
    const select = byId("dumps", HTMLSelectElement);
    select.append(option("", "Examples …"), ...dumps.map(({ title }, at) => option(String(at), title)));
    select.addEventListener("change", () => {
      const text = dumps[Number(select.value)]?.text;
      select.value = "";
      if (text === undefined) return;
      void this.show(text);
      parts.changed();
    });
  }

  get text(): string {
    return this.#pasted.value;
  }

  async show(text: string): Promise<void> {
    this.#pasted.value = text;
    await this.#explain();
  }

  async #explain(): Promise<void> {
    const turn = ++this.#turn;
    const params: ExplainParams = { text: this.#pasted.value };
    if (params.text.trim() === "") {
      this.#explained.replaceChildren(make("p", { className: "note", textContent: "Paste a text on the left." }));
      return;
    }
    const answers = await this.parts.server.send<readonly ExplainResult[]>(explainRequest, params);
    if (turn !== this.#turn) return;
    const nothing = make("p", { className: "note", textContent: "Nothing in this text is known to CuTe Lens." });
    this.#explained.replaceChildren(...(answers.length === 0 ? [nothing] : answers.map((one) => this.#section(one))));
  }

  #section({ title, lines, table, rules }: ExplainResult): HTMLElement {
    const rows = table.flatMap(([name, value]) => [
      make("dt", { textContent: name }),
      make("dd", {}, value, ...this.#drawing(value)),
    ]);
    return make(
      "section",
      {},
      make("h2", {}, title, ...this.#drawing(title)),
      ...lines.map((line) => make("p", { textContent: line })),
      ...(rows.length === 0 ? [] : [make("dl", {}, ...rows)]),
      ...(rules.length === 0 ? [] : [make("p", { className: "note", textContent: `Rules: ${rules.join(", ")}` })]),
    );
  }

  /** Of a layout: the way to its picture. */
  #drawing(value: string): readonly HTMLElement[] {
    if (!/^[(_\d][^\s;]*:[(_\d][^\s;]*$/.test(value)) return [];
    const draw = make("button", { type: "button", className: "link", textContent: "draw" });
    draw.addEventListener("click", () => this.parts.draw(value));
    return [" ", draw].map((one) => (typeof one === "string" ? make("span", { textContent: one }) : one));
  }
}
