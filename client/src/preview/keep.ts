// What the preview leaves behind when it is told to: numbers in the source, presets in the settings, files of pictures.
import * as vscode from "vscode";
import type { LiteralJson, TextEditJson } from "../../../server/src/protocol/what-if.ts";
import type { Bindings } from "./messages.ts";

/** Writes the numbers that are tried into the documents; false, and nothing written, when one is no longer there. */
export async function writeLiterals(literals: readonly LiteralJson[]): Promise<boolean> {
  return writeTexts(literals.flatMap(({ tried, ...one }) => (tried === undefined ? [] : [{ ...one, by: tried.text }])));
}

/** All edits as one undo step; false, and nothing written, where one of the texts is no longer there. */
export async function writeTexts(edits: readonly TextEditJson[]): Promise<boolean> {
  const change = new vscode.WorkspaceEdit();
  for (const { uri, range, text, by } of edits) {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.parse(uri));
    const { start, end } = range;
    const place = new vscode.Range(start.line, start.character, end.line, end.character);
    if (document.getText(place) !== text) return false;
    change.replace(document.uri, place, by);
  }
  return vscode.workspace.applyEdit(change);
}

/** What-if values become presets of the workspace: hovers, hints and problems use them from then on. */
export async function keepAsPresets(bindings: Bindings): Promise<void> {
  const configuration = vscode.workspace.getConfiguration("cuteLens");
  const old = configuration.get<Bindings>("presets", {});
  const target = vscode.workspace.workspaceFolders
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await configuration.update("presets", { ...old, ...bindings }, target);
}

export async function save(name: string, data: string, encoding: "text" | "base64"): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const defaultUri = folder === undefined ? undefined : vscode.Uri.joinPath(folder, name);
  const uri = await vscode.window.showSaveDialog(defaultUri === undefined ? {} : { defaultUri });
  if (uri === undefined) return;
  const bytes =
    encoding === "text" ? new TextEncoder().encode(data) : Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
  await vscode.workspace.fs.writeFile(uri, bytes);
}
