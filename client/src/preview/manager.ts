// All preview panels: opens them, lets those that are not pinned follow the cursor, restores them after a reload.
import * as vscode from "vscode";
import type { StatusParams } from "../../../server/src/protocol/requests.ts";
import { languageIds } from "../languages.ts";
import type { Session } from "../session.ts";
import { readSavedState, type SavedState, type Source } from "./messages.ts";
import { PreviewPanel, viewType } from "./panel.ts";

/** Milliseconds: a cursor that moves on within these is followed when it rests so long; one that moves once, at once. */
const followDelay = 60;

export class PreviewManager implements vscode.Disposable {
  readonly #panels = new Set<PreviewPanel>();
  readonly #subscriptions: vscode.Disposable[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #moved = 0;

  constructor(
    private readonly context: vscode.ExtensionContext,
    private readonly session: Session,
  ) {
    this.#subscriptions.push(
      vscode.window.onDidChangeTextEditorSelection((event) => this.#follow(event.textEditor)),
      vscode.window.onDidChangeActiveTextEditor((editor) => this.#follow(editor)),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("cuteLens.preview")) for (const panel of this.#panels) panel.sendOptions();
      }),
      vscode.window.registerWebviewPanelSerializer(viewType, {
        deserializeWebviewPanel: async (panel, state: unknown) => {
          this.#adopt(panel, readSavedState(state));
        },
      }),
    );
    this.#subscriptions.push(session.onStatus((status) => this.#changed(status)));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const panel of this.#panels) panel.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  /** Brings the following preview to the front, or makes one beside the editor. */
  async open({ pinned }: { readonly pinned: boolean }): Promise<PreviewPanel> {
    const editor = vscode.window.activeTextEditor;
    const existing = pinned ? undefined : this.#following();
    const panel = existing ?? this.#create({ source: null, pinned });
    if (existing !== undefined) panel.panel.reveal(undefined, true);
    if (editor !== undefined && ours(editor.document)) {
      await this.session.start();
      await panel.show(sourceOf(editor.document, editor.selection.active));
    }
    return panel;
  }

  async openAt(uri: vscode.Uri, position: vscode.Position): Promise<void> {
    const document = await vscode.workspace.openTextDocument(uri);
    const panel = this.#following() ?? this.#create({ source: null, pinned: false });
    panel.panel.reveal(undefined, true);
    await panel.show(sourceOf(document, position));
  }

  async openScratchPad(): Promise<void> {
    const panel = await this.open({ pinned: false });
    panel.panel.reveal(undefined, false);
    panel.focusInput();
  }

  /** An expression from outside, into the scratch pad. */
  async evaluate(expression: string): Promise<void> {
    const panel = await this.open({ pinned: false });
    panel.panel.reveal(undefined, false);
    panel.evaluate(expression);
  }

  #following(): PreviewPanel | undefined {
    return [...this.#panels].find((panel) => !panel.pinned);
  }

  #create(saved: SavedState): PreviewPanel {
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    return this.#adopt(
      vscode.window.createWebviewPanel(viewType, "CuTe Lens", column, { enableFindWidget: true }),
      saved,
    );
  }

  #adopt(webview: vscode.WebviewPanel, saved: SavedState): PreviewPanel {
    const panel = new PreviewPanel(webview, this.context.extensionUri, this.session, saved);
    this.#panels.add(panel);
    webview.onDidDispose(() => this.#panels.delete(panel));
    return panel;
  }

  #follow(editor: vscode.TextEditor | undefined): void {
    clearTimeout(this.#timer);
    if (editor === undefined || !ours(editor.document)) return;
    if (!vscode.workspace.getConfiguration("cuteLens.preview").get<boolean>("follow", true)) return;
    if ([...this.#panels].some((panel) => panel.hasRevealed(editor.document, editor.selection))) return;
    const isFirst = Date.now() - this.#moved > 4 * followDelay;
    this.#moved = Date.now();
    const show = () => {
      const source = sourceOf(editor.document, editor.selection.active);
      for (const panel of this.#panels) if (!panel.pinned) void panel.show(source);
    };
    if (isFirst) show();
    else this.#timer = setTimeout(show, followDelay);
  }

  #changed(status: StatusParams): void {
    const uri = vscode.Uri.parse(status.uri).toString();
    for (const panel of this.#panels) if (panel.source?.uri === uri) void panel.refresh();
    // Restored without a place, a following preview takes the cursor's as soon as something is known.
    const isLost = (panel: PreviewPanel) => !panel.pinned && panel.source === null;
    if ([...this.#panels].some(isLost)) this.#follow(vscode.window.activeTextEditor);
  }
}

function ours(document: vscode.TextDocument): boolean {
  return languageIds.includes(document.languageId);
}

function sourceOf(document: vscode.TextDocument, position: vscode.Position): Source {
  const name = document.uri.path.split("/").at(-1) ?? "";
  const { line, character } = position;
  return { uri: document.uri.toString(), line, character, label: `${name}:${line + 1}` };
}
