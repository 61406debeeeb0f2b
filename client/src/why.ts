// "Why is there no layout here": the chain of reasons in a peek below the line, which Escape closes.
import * as vscode from "vscode";
import { type WhyParams, type WhyResult, whyRequest } from "../../server/src/protocol/requests.ts";
import { newPeek, wrapped } from "./peek.ts";
import type { Session } from "./session.ts";

export interface Why extends vscode.Disposable {
  run(): Promise<void>;
}

export function newWhy(session: Session): Why {
  const peek = newPeek("cute-lens-why");
  const run = async (): Promise<void> => {
    const editor = vscode.window.activeTextEditor;
    const client = session.client();
    if (editor === undefined || client === undefined) {
      await vscode.window.showInformationMessage("There is no CuTe file in front.");
      return;
    }
    const { uri } = editor.document;
    const position = editor.selection.active;
    const params: WhyParams = { uri: uri.toString(), position };
    const { lines } = await client.sendRequest<WhyResult>(whyRequest, params);
    await peek.open(nameAt(editor), textOf(lines), { uri, position });
  };
  return { run, dispose: peek.dispose };
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
