// Lenses "3 layouts changed since HEAD", and the page behind a click: each layout before and after, with pictures.
//
// Asked for when a file's analysis is over and nobody types; until then the lenses before it stay, moved with their lines.
import * as vscode from "vscode";
import {
  type ChangedFunctionJson,
  type ChangesParams,
  type ChangesResult,
  changesRequest,
} from "../../server/src/protocol/changes.ts";
import { Committed } from "./committed.ts";
import { languageIds } from "./languages.ts";
import type { Session } from "./session.ts";

const showCommand = "cuteLens.showChanges";

/** Milliseconds after an analysis in which another one puts the question off. */
const quiet = 1_000;

interface Kept {
  readonly id: string;
  readonly text: string;
  readonly line: number;
}

export class ChangeLenses implements vscode.Disposable, vscode.CodeLensProvider {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #committed = new Committed();
  readonly #kept = new Map<string, readonly Kept[]>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #subscriptions: readonly vscode.Disposable[];
  /** One question after the other. */
  #turn: Promise<void> = Promise.resolve();
  #panel: vscode.WebviewPanel | undefined;

  constructor(private readonly session: Session) {
    const again = () => {
      for (const { document } of vscode.window.visibleTextEditors) this.#later(document);
    };
    this.#subscriptions = [
      this.#changed,
      this.#committed,
      this.#committed.onDidChange(again),
      session.onStatus(({ uri }) => this.#later(visible(uri))),
      vscode.window.onDidChangeVisibleTextEditors(again),
      vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("cuteLens.changes") && again()),
      vscode.workspace.onDidChangeTextDocument((event) => this.#move(event)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#kept.delete(uri.toString())),
      vscode.languages.registerCodeLensProvider(
        languageIds.map((language) => ({ language })),
        this,
      ),
      vscode.commands.registerCommand(showCommand, (uri, id) => this.#show(uri, id)),
    ];
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#panel?.dispose();
  }

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const kept = isWanted(uri) ? (this.#kept.get(uri.toString()) ?? []) : [];
    return kept.map(({ id, text, line }) => {
      const command = { title: text, command: showCommand, arguments: [uri.toString(), id] };
      return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), command);
    });
  }

  #later(document: vscode.TextDocument | undefined): void {
    if (document === undefined || !languageIds.includes(document.languageId)) return;
    const uri = document.uri.toString();
    clearTimeout(this.#timers.get(uri));
    const ask = () => {
      this.#timers.delete(uri);
      this.#turn = this.#turn.then(() => this.#renew(document)).catch((error) => this.#failed(error));
    };
    this.#timers.set(uri, setTimeout(ask, quiet));
  }

  async #renew(document: vscode.TextDocument): Promise<void> {
    const { version, uri } = document;
    const answer = isWanted(uri) ? await this.#ask(uri) : undefined;
    // Of an older text: the next analysis asks again.
    if (document.version !== version || document.isClosed) return;
    const kept = (answer?.functions ?? []).map(({ id, text, range }) => ({ id, text, line: range.start.line }));
    const before = this.#kept.get(uri.toString()) ?? [];
    this.#kept.set(uri.toString(), kept);
    if (JSON.stringify(before) !== JSON.stringify(kept)) this.#changed.fire();
  }

  async #ask(uri: vscode.Uri, page?: string): Promise<ChangesResult | undefined> {
    const client = this.session.client();
    const before = client === undefined ? undefined : await this.#committed.textOf(uri);
    if (client === undefined || before === undefined) return undefined;
    const params: ChangesParams = { uri: uri.toString(), before, ...(page === undefined ? {} : { page }) };
    return accepted(await client.sendRequest<unknown>(changesRequest, params));
  }

  async #show(uri: unknown, id: unknown): Promise<void> {
    if (typeof uri !== "string" || typeof id !== "string") return;
    const answer = await this.#ask(vscode.Uri.parse(uri), id);
    const found = answer?.functions.find((one) => one.id === id);
    if (answer?.page === undefined || found === undefined) {
      void vscode.window.showInformationMessage("CuTe Lens: the text has changed; the lens is brought up to date.");
      return;
    }
    const panel = this.#panel ?? this.#open();
    panel.title = `${found.name || "File"}: since HEAD`;
    panel.webview.html = answer.page;
    panel.reveal(undefined, true);
  }

  /** It runs no script and loads nothing. */
  #open(): vscode.WebviewPanel {
    const where = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: false, localResourceRoots: [], enableFindWidget: true };
    const panel = vscode.window.createWebviewPanel("cuteLens.changes", "Since HEAD", where, options);
    panel.onDidDispose(() => {
      this.#panel = undefined;
    });
    this.#panel = panel;
    return panel;
  }

  #move({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const uri = document.uri.toString();
    const kept = this.#kept.get(uri);
    if (kept !== undefined)
      this.#kept.set(
        uri,
        kept.map((one) => ({ ...one, line: moved(one.line, contentChanges) })),
      );
  }

  #failed(error: unknown): void {
    this.session.output.error(`changes since HEAD: ${String(error)}`);
  }
}

const isWanted = (uri: vscode.Uri): boolean =>
  vscode.workspace.getConfiguration("cuteLens", uri).get<boolean>("changes", false);

const visible = (uri: string): vscode.TextDocument | undefined =>
  vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri)?.document;

function moved(line: number, changes: readonly vscode.TextDocumentContentChangeEvent[]): number {
  const above = changes.filter(({ range }) => range.end.line <= line && range.start.line < line);
  const by = above.map(({ range, text }) => text.split("\n").length - 1 - (range.end.line - range.start.line));
  return Math.max(
    0,
    by.reduce((sum, one) => sum + one, line),
  );
}

/** The border from the server's JSON. */
function accepted(json: unknown): ChangesResult | undefined {
  if (typeof json !== "object" || json === null || !("functions" in json)) return undefined;
  const functions = Array.isArray(json.functions) ? json.functions.filter(isFunction) : [];
  return "page" in json && typeof json.page === "string" ? { functions, page: json.page } : { functions };
}

function isFunction(json: unknown): json is ChangedFunctionJson {
  if (typeof json !== "object" || json === null) return false;
  const { id, name, text, range } = json as Readonly<Record<string, unknown>>;
  const isNamed = [id, name, text].every((one) => typeof one === "string");
  const start = typeof range === "object" && range !== null && "start" in range ? range.start : undefined;
  return isNamed && typeof start === "object" && start !== null && "line" in start && typeof start.line === "number";
}
