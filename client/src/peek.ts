// A peek below a line of the source, which Escape closes: a text of our own in place of a definition.
import * as vscode from "vscode";

export interface Peek extends vscode.Disposable {
  /** The text as a document of that name. */
  document(name: string, text: string): vscode.Uri;
  open(
    name: string,
    text: string,
    below: { readonly uri: vscode.Uri; readonly position: vscode.Position },
  ): Promise<void>;
}

/** One at a time: its document is what the last question got. */
export function newPeek(scheme: string): Peek {
  let shown = "";
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const contents = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    onDidChange: changed.event,
    provideTextDocumentContent: () => shown,
  });
  const document = (name: string, text: string): vscode.Uri => {
    shown = text;
    const uri = vscode.Uri.from({ scheme, path: `/${name}` });
    changed.fire(uri);
    return uri;
  };
  return {
    document,
    open: async (name, text, { uri, position }) => {
      const found = [new vscode.Location(document(name, text), new vscode.Position(0, 0))];
      await vscode.commands.executeCommand("editor.action.peekLocations", uri, position, found, "peek");
    },
    dispose: () => vscode.Disposable.from(contents, changed).dispose(),
  };
}

/** Columns that a peek shows without scrolling, in a window of ordinary width. */
const WIDTH = 76;

/** In lines that fit. */
export function wrapped(text: string, indent: string): string {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line !== "" && line.length + word.length + 1 > WIDTH - indent.length) lines.push(word);
    else lines[lines.length - 1] = line === "" ? word : `${line} ${word}`;
  }
  return lines.map((line, i) => `${indent}${i === 0 ? "" : "  "}${line}`).join("\n");
}
