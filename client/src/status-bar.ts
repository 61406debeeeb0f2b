// The status bar item: the architecture, how many layouts are known and how many problems there are in the file shown.
import * as vscode from "vscode";
import type { StatusParams } from "../../server/src/protocol/requests.ts";
import { languageIds } from "./languages.ts";
import type { Session } from "./session.ts";

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("cuteLens.status", vscode.StatusBarAlignment.Right, 90);
  readonly #byUri = new Map<string, StatusParams>();
  readonly #subscriptions: vscode.Disposable[] = [];

  constructor(session: Session) {
    this.#item.name = "CuTe Lens";
    this.#item.command = "cuteLens.showMenu";
    this.#subscriptions.push(
      this.#item,
      vscode.window.onDidChangeActiveTextEditor(() => this.#update()),
      vscode.workspace.onDidCloseTextDocument((document) => this.#byUri.delete(document.uri.toString())),
    );
    this.#subscriptions.push(
      session.onStatus((status) => {
        this.#byUri.set(vscode.Uri.parse(status.uri).toString(), status);
        this.#update();
      }),
    );
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #update(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined || !languageIds.includes(document.languageId)) return this.#item.hide();
    const status = this.#byUri.get(document.uri.toString());
    if (status === undefined || status.silent) return this.#item.hide();
    const arch = status.arch === "auto" ? "" : ` ${status.arch}`;
    this.#item.text = `$(symbol-array) CuTe${arch} · ${count(status.layouts, "layout")}`;
    this.#item.tooltip = tooltip(status);
    this.#item.accessibilityInformation = {
      label: `CuTe Lens, ${status.arch}, ${count(status.layouts, "layout")} known, ${count(status.problems, "problem")}`,
    };
    this.#item.show();
  }
}

/** What comes from the workspace is text, whatever is in it. */
function tooltip(status: StatusParams): vscode.MarkdownString {
  const { engine, project } = status.cutlass;
  const said = new vscode.MarkdownString("**CuTe Lens** · ");
  said.appendText(status.arch);
  said.appendMarkdown(`\n\n${count(status.layouts, "layout")} known, ${count(status.problems, "problem")}`);
  said.appendMarkdown(`\n\nComputes CUTLASS ${engine}`);
  if (project !== undefined) said.appendText(`; the project has ${project}`);
  if (status.incomplete !== undefined) said.appendMarkdown("\n\n").appendText(`Incomplete: ${status.incomplete}`);
  return said;
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;
