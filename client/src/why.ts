// "Why is there no layout here": the chain of reasons in a peek below the line, which Escape closes.
import * as vscode from "vscode";
import { type WhyParams, type WhyResult, whyRequest } from "../../server/src/protocol/requests.ts";
import type { Session } from "./session.ts";
import { wrapped } from "./wrapped.ts";

const scheme = "cute-lens-why";

export interface WhyPeek extends vscode.Disposable {
  run(): Promise<void>;
}

/** One peek at a time: its document is what the last question got. */
export function whyPeek(session: Session): WhyPeek {
  let shown = "";
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const contents = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: () => shown,
  });
  const run = async (): Promise<void> => {
    const editor = vscode.window.activeTextEditor;
    const client = session.client();
    if (editor === undefined || client === undefined) {
      await vscode.window.showInformationMessage("There is no CuTe file in front.");
      return;
    }
    const { uri } = editor.document;
    const params: WhyParams = { uri: uri.toString(), position: editor.selection.active };
    shown = textOf((await client.sendRequest<WhyResult>(whyRequest, params)).lines);
    const reasons = vscode.Uri.from({ scheme, path: `/${nameAt(editor)}` });
    changed.fire(reasons);
    const found = [new vscode.Location(reasons, new vscode.Position(0, 0))];
    await vscode.commands.executeCommand("editor.action.peekLocations", uri, editor.selection.active, found, "peek");
  };
  return { run, dispose: () => vscode.Disposable.from(contents, changed).dispose() };
}

/** Each reason with the one behind it, in lines that fit. */
function textOf([first = "Nothing is known about this place.", ...rest]: readonly string[]): string {
  return [wrapped(first, ""), ...rest.map((line) => wrapped(`because ${line}`, "    "))].join("\n");
}

/** The title of the peek. */
function nameAt({ document, selection }: vscode.TextEditor): string {
  const word = document.getWordRangeAtPosition(selection.active);
  return word === undefined ? "why" : `why ${document.getText(word)}`;
}
