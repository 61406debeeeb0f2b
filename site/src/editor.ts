// The editor: CodeMirror with what the language server says. It knows the text; who answers is given to it.
import { autocompletion, type CompletionContext, type CompletionResult, closeBrackets } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, type Diagnostic as Marked, setDiagnostics } from "@codemirror/lint";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Tooltip,
  type ViewUpdate,
} from "@codemirror/view";
import { hintsAndLenses, showHints } from "./editor-hints.ts";
import { editorLook } from "./editor-look.ts";
import { offsetOf, positionOf, rangeIn } from "./editor-places.ts";
import { typingOverSelections } from "./editor-typing.ts";
import type {
  CodeAction,
  CodeLens,
  CompletionItem,
  Diagnostic,
  Hover,
  InlayHint,
  Position,
  Range,
  TextChange,
  TextEdit,
} from "./lsp-types.ts";
import { markdownElements } from "./markdown.ts";

export interface EditorEvents {
  changed(changes: readonly TextChange[]): void;
  moved(cursor: number): void;
  hover(position: Position): Promise<Hover | null>;
  complete(position: Position): Promise<readonly CompletionItem[]>;
}

export class Editor {
  readonly #view: EditorView;
  readonly #extensions: Extension;

  constructor(
    host: HTMLElement,
    { readOnly }: { readonly readOnly: boolean },
    private readonly events: EditorEvents,
  ) {
    const root = host.attachShadow({ mode: "open" });
    const parent = host.ownerDocument.createElement("div");
    root.append(parent);
    parent.style.height = "100%";
    this.#extensions = [
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      bracketMatching(),
      closeBrackets(),
      indentOnInput(),
      indentUnit.of("  "),
      keymap.of([...defaultKeymap, ...historyKeymap, indentWithTab]),
      autocompletion({ override: [(context) => this.#complete(context)] }),
      hoverTooltip((_, offset) => this.#hover(offset), { hoverTime: 250 }),
      EditorView.updateListener.of((update) => this.#updated(update)),
      EditorView.contentAttributes.of({ "aria-label": "Source", spellcheck: "false", autocapitalize: "off" }),
      typingOverSelections,
      hintsAndLenses,
      editorLook,
      readOnly ? [EditorState.readOnly.of(true)] : [],
    ];
    this.#view = new EditorView({ parent, root });
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  get cursor(): number {
    return this.#view.state.selection.main.head;
  }

  get position(): Position {
    return positionOf(this.#view.state.doc, this.cursor);
  }

  /** Another document, without a way back to the one before. */
  open(name: string, text: string, cursor: number): void {
    const at = Math.min(cursor, text.length);
    const language = name.endsWith(".py") ? python() : cpp();
    this.#view.setState(
      EditorState.create({ doc: text, selection: { anchor: at }, extensions: [language, this.#extensions] }),
    );
    this.#view.dispatch({ effects: EditorView.scrollIntoView(at, { y: "center" }) });
  }

  showHints(hints: readonly InlayHint[], lenses: readonly CodeLens[]): void {
    showHints(this.#view, hints, lenses);
  }

  showProblems(diagnostics: readonly Diagnostic[], fixes: readonly CodeAction[], uri: string): void {
    const { state } = this.#view;
    const marked = diagnostics.map((one): Marked => {
      const [from, to] = [offsetOf(state.doc, one.range.start), offsetOf(state.doc, one.range.end)];
      const mends = fixes.filter(({ diagnostics: ofFix }) => ofFix?.some((other) => isSame(other, one)));
      return {
        from,
        to: Math.max(to, from),
        severity: severities[one.severity ?? 1] ?? "error",
        source: String(one.code ?? ""),
        message: one.message,
        actions: state.readOnly
          ? []
          : mends.map(({ title, edit }) => ({ name: title, apply: () => this.apply(edit?.changes?.[uri] ?? []) })),
      };
    });
    this.#view.dispatch(setDiagnostics(state, marked));
  }

  /** One step of the history; false, and nothing written, where `expected` no longer stands there. */
  apply(edits: readonly (TextEdit & { readonly expected?: string })[]): boolean {
    const { doc } = this.#view.state;
    const changes = edits.map(({ range, newText, expected }) => {
      const [from, to] = [offsetOf(doc, range.start), offsetOf(doc, range.end)];
      return { from, to, insert: newText, stands: expected === undefined || doc.sliceString(from, to) === expected };
    });
    if (changes.some(({ stands }) => !stands)) return false;
    this.#view.dispatch({ changes, userEvent: "input" });
    return true;
  }

  reveal(range: Range, focus: boolean): void {
    const { doc } = this.#view.state;
    const [anchor, head] = [offsetOf(doc, range.start), offsetOf(doc, range.end)];
    this.#view.dispatch({
      selection: { anchor, head },
      effects: EditorView.scrollIntoView(anchor, { y: "center" }),
    });
    if (focus) this.#view.focus();
  }

  #updated(update: ViewUpdate): void {
    if (update.docChanged) {
      const changes: TextChange[] = [];
      update.changes.iterChanges((from, to, _a, _b, inserted) => {
        changes.push({ range: rangeIn(update.startState.doc, from, to), text: inserted.toString() });
      });
      // Each is told in places of the text before: the last one first.
      this.events.changed(changes.reverse());
    }
    if (update.docChanged || update.selectionSet) this.events.moved(this.cursor);
  }

  async #hover(offset: number): Promise<Tooltip | null> {
    const { doc } = this.#view.state;
    const found = await this.events.hover(positionOf(doc, offset));
    if (found === null) return null;
    const range = found.range ?? rangeIn(doc, offset, offset);
    return {
      pos: offsetOf(this.#view.state.doc, range.start),
      end: offsetOf(this.#view.state.doc, range.end),
      above: true,
      create: ({ dom: { ownerDocument } }) => {
        const dom = ownerDocument.createElement("div");
        dom.className = "cute-hover";
        dom.append(markdownElements(found.contents.value, ownerDocument));
        return { dom };
      },
    };
  }

  async #complete(context: CompletionContext): Promise<CompletionResult | null> {
    const word = context.matchBefore(/\w*/);
    if (word === null || (word.from === word.to && !context.explicit)) return null;
    const items = await this.events.complete(positionOf(context.state.doc, context.pos));
    if (items.length === 0) return null;
    return {
      from: word.from,
      validFor: /^\w*$/,
      options: items.map(({ label, detail, insertText }) => ({
        label,
        apply: insertText ?? label,
        ...(detail === undefined ? {} : { detail }),
      })),
    };
  }
}

const severities: Readonly<Record<number, Marked["severity"]>> = { 1: "error", 2: "warning", 3: "info", 4: "hint" };

function isSame(a: Diagnostic, b: Diagnostic): boolean {
  return a.code === b.code && a.message === b.message && a.range.start.line === b.range.start.line;
}
