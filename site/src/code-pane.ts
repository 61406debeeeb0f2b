// The source with its problems and its picture: editor, server and preview, connected.
import { architectures } from "../../server/src/settings/schema.ts";
import { byId, make, option, whenQuiet } from "./dom.ts";
import { Editor } from "./editor.ts";
import { firstAnswers } from "./first-answers.ts";
import type { CodeAction, CodeLens, CompletionList, Diagnostic, Hover, InlayHint } from "./lsp-types.ts";
import { type Kernel, kernels } from "./playground.ts";
import type { Server } from "./server.ts";
import { openSourceFrame } from "./source-frame.ts";
import { SourcePreview } from "./source-preview.ts";
import type { State } from "./state.ts";

export interface CodePaneParts {
  readonly server: Server;
  readonly readOnly: boolean;
  changed(): void;
  copyLink(expression: string): void;
}

/** The cursor rests this long before the picture follows it. */
const followDelay = 60;
/** A first picture that is not there by then is not waited for. */
const longestAlone = 3000;

export class CodePane {
  readonly preview: SourcePreview;
  readonly #editor: Editor;
  #name = "kernel.cu";
  /** Has the server analysed anything? */
  #answered = false;
  /** The text whose hints are those that the build asked for: what the server says of its first functions alone is less. */
  #known: string | undefined;
  readonly #status = byId("status", HTMLElement);
  readonly #problems = byId("problems", HTMLUListElement);
  readonly #language = byId("language", HTMLSelectElement);
  readonly #arch = byId("arch", HTMLSelectElement);
  readonly #follow = whenQuiet(followDelay, () => void this.preview.follow(this.#editor.position));

  constructor(private readonly parts: CodePaneParts) {
    const { server } = parts;
    this.#editor = new Editor(byId("editor", HTMLElement), parts, {
      changed: (changes) => {
        server.change(changes);
        parts.changed();
      },
      moved: () => {
        this.#follow();
        parts.changed();
      },
      hover: (position) => server.ask<Hover>("textDocument/hover", { position }),
      complete: async (position) =>
        (await server.ask<CompletionList>("textDocument/completion", { position }))?.items ?? [],
    });
    const frame = byId("sourceFrame", HTMLIFrameElement);
    this.preview = new SourcePreview({
      ...{ frame, server, editor: this.#editor },
      name: () => this.#name,
      looked: parts.changed,
      copyLink: parts.copyLink,
    });
    openSourceFrame();
    this.#connect();
  }

  get source(): State["source"] {
    return { name: this.#name, text: this.#editor.text, cursor: this.#editor.cursor };
  }

  get arch(): string {
    return this.#arch.value;
  }

  show(state: State): void {
    const { source, controls, expression, shown, arch } = state;
    this.#arch.value = arch;
    this.preview.restore({ controls, shown, ...(expression === undefined ? {} : { expression }) });
    void this.#open(source);
    void this.#begin(state);
  }

  problems(diagnostics: readonly Diagnostic[]): void {
    this.#listProblems(diagnostics);
    void this.#withFixes(diagnostics).then((fixes) =>
      this.#editor.showProblems(diagnostics, fixes, this.parts.server.uri),
    );
  }

  /** After each analysis: hints, lenses and the picture are other ones. */
  async analysed(words: string, stage: "in part" | "whole"): Promise<void> {
    this.#status.textContent = words;
    if (stage === "in part" && this.#known === this.#editor.text) return;
    this.#answered = true;
    this.#known = undefined;
    void this.preview.refresh(this.#editor.position);
    await this.#refreshHints();
  }

  /** The server asks for it: for hints and for lenses, mostly both at once. */
  readonly refreshed = whenQuiet(20, () => {
    if (this.#known !== this.#editor.text) void this.#refreshHints();
  });

  async #refreshHints(): Promise<void> {
    const { server } = this.parts;
    const range = { start: { line: 0, character: 0 }, end: { line: 100_000, character: 0 } };
    const text = this.#editor.text;
    const [hints, lenses] = await Promise.all([
      server.ask<InlayHint[]>("textDocument/inlayHint", { range }),
      server.ask<CodeLens[]>("textDocument/codeLens", {}),
    ]);
    if (text === this.#editor.text) this.#editor.showHints(hints ?? [], lenses ?? []);
  }

  async #open(source: State["source"]): Promise<void> {
    this.#name = source.name;
    this.#language.value = source.name.endsWith(".py") ? "py" : "cu";
    this.preview.forget();
    this.#listProblems([]);
    this.#editor.open(source.name, source.text, source.cursor);
    await this.parts.server.open(source.name, () => this.#editor.text);
    // Asked for now it is answered with the first facts.
    void this.preview.refresh(this.#editor.position);
  }

  /** What was known when the page was built is drawn before the server starts, and stands until that says the same. */
  async #begin(state: State): Promise<void> {
    const { server } = this.parts;
    const { position } = this.#editor;
    const first = await firstAnswers(state);
    if (first === undefined || this.#answered || this.#editor.text !== state.source.text) return server.begin();
    this.preview.begin(position, first.view);
    this.#editor.showHints(first.hints, first.lenses);
    this.#known = this.#editor.text;
    setTimeout(server.begin, longestAlone);
    await this.preview.frame.drawn;
    server.begin();
  }

  #connect(): void {
    const select = byId("kernels", HTMLSelectElement);
    select.append(option("", "Examples …"), ...groups().map(([label, group]) => groupOf(label, group)));
    select.addEventListener("change", () => {
      const chosen = kernels.find(({ name }) => name === select.value);
      select.value = "";
      if (chosen !== undefined) void this.#open(chosen).then(this.parts.changed);
    });
    this.#language.addEventListener("change", () => {
      const name = this.#name.replace(/\.\w+$/, `.${this.#language.value}`);
      void this.#open({ ...this.source, name }).then(this.parts.changed);
    });
    this.#arch.append(...architectures.map((arch) => option(arch, arch === "auto" ? "any architecture" : arch)));
    this.#arch.addEventListener("change", () => {
      this.parts.server.setArch(this.#arch.value);
      this.parts.changed();
    });
  }

  async #withFixes(diagnostics: readonly Diagnostic[]): Promise<readonly CodeAction[]> {
    const asked = diagnostics
      .slice(0, 20)
      .map(({ range }) =>
        this.parts.server.ask<CodeAction[]>("textDocument/codeAction", { range, context: { diagnostics } }),
      );
    return (await Promise.all(asked)).flatMap((actions) => actions ?? []);
  }

  #listProblems(diagnostics: readonly Diagnostic[]): void {
    this.#problems.hidden = diagnostics.length === 0;
    this.#problems.replaceChildren(
      ...diagnostics.map(({ range, severity = 1, code, message }) => {
        const place = make("span", { className: "place", textContent: `line ${range.start.line + 1}` });
        const rule = make("span", { className: "place", textContent: String(code ?? "") });
        const jump = make(
          "button",
          { type: "button", className: severity > 1 ? "warning" : "error" },
          place,
          message,
          rule,
        );
        jump.addEventListener("click", () => this.#editor.reveal(range, true));
        return make("li", {}, jump);
      }),
    );
  }
}

function groups(): readonly (readonly [string, readonly Kernel[]])[] {
  const names = [...new Set(kernels.map(({ group }) => group))];
  return names.map((name) => [name, kernels.filter(({ group }) => group === name)]);
}

function groupOf(label: string, group: readonly Kernel[]): HTMLOptGroupElement {
  return make("optgroup", { label }, ...group.map(({ name, title }) => option(name, title)));
}
