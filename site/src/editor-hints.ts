// What stands between the letters: inlay hints behind names, and lenses above lines.
import { type Extension, RangeSet, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import { offsetOf } from "./editor-places.ts";
import type { CodeLens, InlayHint } from "./lsp-types.ts";

const setHints = StateEffect.define<DecorationSet>();
const setLenses = StateEffect.define<DecorationSet>();

export const hintsAndLenses: Extension = [fieldOf(setHints), fieldOf(setLenses)];

export function showHints(view: EditorView, hints: readonly InlayHint[], lenses: readonly CodeLens[]): void {
  const { doc } = view.state;
  const behind = hints.map((hint) =>
    Decoration.widget({ widget: new Hint(labelOf(hint)), side: 1 }).range(offsetOf(doc, hint.position)),
  );
  const above = byLine(lenses).map(([line, titles]) =>
    Decoration.widget({ widget: new Lens(titles), side: -1, block: true }).range(offsetOf(doc, { line, character: 0 })),
  );
  view.dispatch({ effects: [setHints.of(RangeSet.of(behind, true)), setLenses.of(RangeSet.of(above, true))] });
}

function fieldOf(effect: typeof setHints): Extension {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update: (shown, transaction) =>
      transaction.effects.reduce((now, one) => (one.is(effect) ? one.value : now), shown.map(transaction.changes)),
    provide: (field) => EditorView.decorations.from(field),
  });
}

function labelOf({ label }: InlayHint): string {
  return typeof label === "string" ? label : label.map(({ value }) => value).join("");
}

function byLine(lenses: readonly CodeLens[]): readonly (readonly [number, readonly string[]])[] {
  const lines = new Map<number, string[]>();
  for (const { range, command } of lenses)
    if (command !== undefined) lines.set(range.start.line, [...(lines.get(range.start.line) ?? []), command.title]);
  return [...lines];
}

class Hint extends WidgetType {
  constructor(readonly text: string) {
    super();
  }
  override eq(other: Hint): boolean {
    return other.text === this.text;
  }
  toDOM({ dom }: EditorView): HTMLElement {
    const made = dom.ownerDocument.createElement("span");
    made.className = "cute-hint";
    made.textContent = this.text;
    return made;
  }
}

class Lens extends WidgetType {
  constructor(readonly titles: readonly string[]) {
    super();
  }
  override eq(other: Lens): boolean {
    return other.titles.join("\n") === this.titles.join("\n");
  }
  toDOM({ dom }: EditorView): HTMLElement {
    const made = dom.ownerDocument.createElement("div");
    made.className = "cute-lens";
    made.textContent = this.titles.join("  |  ");
    return made;
  }
}
