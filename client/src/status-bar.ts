// The status bar item: the architecture, how many layouts are known and how many problems there are in the file shown; that
// an evaluation takes long, and that the server has stopped.
import * as vscode from "vscode";
import type { StatusParams } from "../../server/src/protocol/requests.ts";
import { languageIds } from "./languages.ts";
import type { Session } from "./session.ts";
import { count, statusTexts } from "./status-texts.ts";

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem("cuteLens.status", vscode.StatusBarAlignment.Right, 90);
  readonly #byUri = new Map<string, StatusParams>();
  readonly #subscriptions: vscode.Disposable[] = [];
  /** Evaluations that go on, each with what will show it. */
  readonly #working = new Map<string, ReturnType<typeof setTimeout>>();
  #stopped = false;

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
      session.onWorking(({ uri, on }) => this.#work(vscode.Uri.parse(uri).toString(), on)),
      session.onStopped((stopped) => {
        this.#stopped = stopped;
        this.#update();
      }),
    );
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #work(uri: string, on: boolean): void {
    clearTimeout(this.#working.get(uri));
    this.#working.delete(uri);
    if (on)
      this.#working.set(
        uri,
        setTimeout(() => this.#update(uri), patience),
      );
    else this.#update();
  }

  /** `long`: a file whose evaluation takes long. */
  #update(long?: string): void {
    const document = vscode.window.activeTextEditor?.document;
    if (document === undefined || !languageIds.includes(document.languageId)) return this.#item.hide();
    if (this.#stopped) return this.#showStopped();
    this.#item.command = "cuteLens.showMenu";
    this.#item.backgroundColor = undefined;
    const uri = document.uri.toString();
    const status = this.#byUri.get(uri);
    if (long === uri || (status?.ongoing === true && !status.silent)) return this.#showWork(status);
    if (status === undefined || status.silent) return this.#item.hide();
    const { text, label } = statusTexts(status);
    this.#item.text = text;
    this.#item.tooltip = tooltip(status);
    this.#item.accessibilityInformation = { label };
    this.#item.show();
  }

  #showWork(status: StatusParams | undefined): void {
    const known = status === undefined || status.silent ? "evaluating" : count(status.layouts, "layout");
    this.#item.text = `$(loading~spin) CuTe · ${known}`;
    this.#item.tooltip = "CuTe Lens evaluates this file; what is shown is what is known so far.";
    this.#item.accessibilityInformation = { label: `CuTe Lens, evaluating, ${known}` };
    this.#item.show();
  }

  #showStopped(): void {
    this.#item.text = "$(error) CuTe stopped";
    this.#item.tooltip = "The server of CuTe Lens ended several times and is not started again. Click to restart it.";
    this.#item.command = "cuteLens.restartServer";
    this.#item.backgroundColor = new vscode.ThemeColor("statusBarItem.errorBackground");
    this.#item.accessibilityInformation = { label: "CuTe Lens has stopped; restart" };
    this.#item.show();
  }
}

/** Milliseconds: most evaluations take less, and nothing is said of them. */
const patience = 700;

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
