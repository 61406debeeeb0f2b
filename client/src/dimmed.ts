// Branches that are not compiled, dimmed as clangd does with what the preprocessor leaves out; a hover says why.
//
// Asked for after each analysis of a file that is seen; until then what is dimmed moves with its text.
import * as vscode from "vscode";
import { type UntakenParams, type UntakenResult, untakenRequest } from "../../server/src/protocol/requests.ts";
import type { Session } from "./session.ts";

export class Dimmed implements vscode.Disposable {
  readonly #style = vscode.window.createTextEditorDecorationType({ opacity: "0.55" });
  readonly #subscriptions: readonly vscode.Disposable[];

  constructor(private readonly session: Session) {
    const all = () => {
      for (const editor of vscode.window.visibleTextEditors) void this.#dim(editor);
    };
    this.#subscriptions = [
      this.#style,
      session.onStatus(({ uri }) => {
        const shown = vscode.Uri.parse(uri).toString();
        for (const editor of vscode.window.visibleTextEditors)
          if (editor.document.uri.toString() === shown) void this.#dim(editor);
      }),
      vscode.window.onDidChangeVisibleTextEditors(all),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("cuteLens.dimUntaken") && all()),
    ];
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #dim(editor: vscode.TextEditor): Promise<void> {
    const { document } = editor;
    const client = this.session.client();
    const isWanted = vscode.workspace.getConfiguration("cuteLens", document.uri).get("dimUntaken") !== false;
    if (client === undefined || !isWanted) return editor.setDecorations(this.#style, []);
    const { version } = document;
    const params: UntakenParams = { uri: document.uri.toString() };
    const { sides } = await client.sendRequest<UntakenResult>(untakenRequest, params);
    // An edit came in between: its own analysis follows.
    if (document.version !== version) return;
    const decorations = sides.map(({ range: { start, end }, lines }) => ({
      range: new vscode.Range(start.line, start.character, end.line, end.character),
      hoverMessage: new vscode.MarkdownString().appendText(lines.join("\n")),
    }));
    editor.setDecorations(this.#style, decorations);
  }
}
