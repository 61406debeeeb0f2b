// Lenses that come or go move the lines below them, and VS Code closes a hover when its lines move: they wait while one is read.
import * as vscode from "vscode";
import type { LastHover } from "./hovers.ts";

/** Milliseconds after a hover for which lenses wait at most. */
const reading = 8_000;

export class SteadyLenses {
  /** How many lines of lenses each document shows. */
  readonly #shown = new WeakMap<vscode.TextDocument, number>();

  constructor(private readonly last: () => LastHover | undefined) {}

  /** When these lenses may be shown: at once where they take as much room as those before. */
  async whenQuiet(
    document: vscode.TextDocument,
    lenses: readonly vscode.CodeLens[] | null | undefined,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const lines = new Set(lenses?.map(({ range }) => range.start.line)).size;
    const left = (): number => {
      const hover = this.last();
      return hover?.uri === document.uri.toString() ? hover.at + reading - Date.now() : 0;
    };
    if (lines !== (this.#shown.get(document) ?? 0)) await hoverIsOver(left, token);
    if (!token.isCancellationRequested) this.#shown.set(document, lines);
  }
}

/** One who moves the caret, types or scrolls no longer reads a hover. */
async function hoverIsOver(left: () => number, token: vscode.CancellationToken): Promise<void> {
  const subscriptions: vscode.Disposable[] = [];
  let isOver = false;
  const over = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      resolve();
    };
    subscriptions.push(
      vscode.window.onDidChangeTextEditorSelection(end),
      vscode.window.onDidChangeTextEditorVisibleRanges(end),
      vscode.window.onDidChangeActiveTextEditor(end),
      token.onCancellationRequested(end),
    );
  });
  for (let wait = left(); wait > 0 && !isOver; wait = left())
    await Promise.race([over, new Promise((resolve) => setTimeout(resolve, wait))]);
  for (const one of subscriptions) one.dispose();
}
