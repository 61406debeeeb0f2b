// One preview panel: a webview, the place it shows, whether it is pinned, and its conversation with the server.
import * as vscode from "vscode";
import {
  type ViewParams,
  type ViewResult,
  viewRequest,
  type WindowJson,
} from "../../../server/src/protocol/requests.ts";
import type { Session } from "../session.ts";
import { pageHtml } from "./html.ts";
import { keepAsPresets, save, writeLiterals, writeTexts } from "./keep.ts";
import { linkTo } from "./link.ts";
import {
  type Asked,
  type FromWebview,
  nothingAsked,
  readFromWebview,
  type SavedState,
  type Source,
  type ToWebview,
} from "./messages.ts";

export const viewType = "cuteLens.preview";

export class PreviewPanel implements vscode.Disposable {
  #source: Source | null;
  #pinned: boolean;
  #asked: Asked = nothingAsked;
  #view: ViewResult | null = null;
  /** Counts requests: an answer that a newer one has overtaken is dropped. */
  #turn = 0;
  #ready = false;
  readonly #waiting: ToWebview[] = [];
  /** The selection that this preview made last: it is not followed. */
  #revealed: { readonly uri: string; readonly selection: vscode.Range } | undefined;

  constructor(
    readonly panel: vscode.WebviewPanel,
    private readonly extensionUri: vscode.Uri,
    private readonly session: Session,
    saved: SavedState,
  ) {
    this.#source = saved.source;
    this.#pinned = saved.pinned;
    panel.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(extensionUri, "dist")] };
    panel.webview.onDidReceiveMessage((json: unknown) => {
      const message = readFromWebview(json);
      if (message === undefined) session.output.warn(`preview: a message was not understood: ${JSON.stringify(json)}`);
      else void this.#receive(message).catch((error: unknown) => session.output.error(`preview: ${String(error)}`));
    });
    panel.webview.html = this.#page();
  }

  get pinned(): boolean {
    return this.#pinned;
  }

  get source(): Source | null {
    return this.#source;
  }

  get view(): ViewResult | null {
    return this.#view;
  }

  /** Whether a selection is the one that a click in this preview made. */
  hasRevealed(document: vscode.TextDocument, selection: vscode.Selection): boolean {
    return this.#revealed?.uri === document.uri.toString() && this.#revealed.selection.isEqual(selection);
  }

  dispose(): void {
    this.panel.dispose();
  }

  /** Shows another place. Where nothing is known a following preview keeps what it shows. */
  async show(source: Source): Promise<void> {
    const turn = ++this.#turn;
    const view = await this.#request(source, nothingAsked);
    if (turn !== this.#turn || (view === null && this.#view !== null)) return;
    this.#asked = nothingAsked;
    this.#take(source, view);
  }

  /** The text changed: the same place again. */
  async refresh(): Promise<void> {
    if (this.#source === null) return;
    const turn = ++this.#turn;
    const view = await this.#request(this.#source, this.#asked);
    if (turn === this.#turn && (view !== null || this.#view === null)) this.#take(this.#source, view);
  }

  focusInput(): void {
    this.#post({ type: "focusInput" });
  }

  evaluate(expression: string): void {
    this.#post({ type: "evaluate", expression });
  }

  sendOptions(): void {
    const configuration = vscode.workspace.getConfiguration("cuteLens.preview");
    const label = configuration.get<string>("labels", "offset");
    this.#post({ type: "options", label, color: configuration.get<string>("colors", "offset") });
  }

  #take(source: Source, view: ViewResult | null): void {
    this.#source = source;
    this.#view = view;
    this.panel.title = view === null ? "CuTe Lens" : `${view.name} · CuTe`;
    this.#post({ type: "show", view, source, pinned: this.#pinned });
  }

  async #receive(message: FromWebview): Promise<void> {
    switch (message.type) {
      case "ready":
        return this.#becomeReady();
      case "pin":
        this.#pinned = message.pinned;
        return;
      case "ask":
        this.#asked = message.asked;
        return this.refresh();
      case "cells":
        return this.#sendCells(message.request, message.window);
      case "keep":
        return keepAsPresets(message.bindings);
      case "writeBack":
        return this.#writeBack();
      case "writeRemedy":
        return this.#written(await writeTexts(this.#view?.remedies?.[message.which]?.edits ?? []));
      case "reveal":
        return this.#reveal(message.input, message.focus);
      case "copy":
        return vscode.env.clipboard.writeText(message.text);
      case "look":
        return;
      case "copyLink":
        return vscode.env.clipboard.writeText(await linkTo(message.expression));
      case "save":
        return save(message.name, message.data, message.encoding);
      default:
        return message satisfies never;
    }
  }

  async #becomeReady(): Promise<void> {
    this.#ready = true;
    for (const message of this.#waiting.splice(0)) void this.panel.webview.postMessage(message);
    this.sendOptions();
    if (this.#view !== null || this.#source === null)
      this.#post({ type: "show", view: this.#view, source: this.#source, pinned: this.#pinned });
    else await this.refresh();
  }

  #post(message: ToWebview): void {
    if (this.#ready) void this.panel.webview.postMessage(message);
    else if (message.type === "focusInput" || message.type === "evaluate") this.#waiting.push(message);
  }

  async #request(source: Source, asked: Asked, window?: WindowJson): Promise<ViewResult | null> {
    const position = { line: source.line, character: source.character };
    const { literals, ...others } = asked;
    const tried = Object.keys(literals).length === 0 ? {} : { literals };
    const base: ViewParams = { uri: source.uri, position, packed: true, ...others, ...tried };
    return this.#send(window === undefined ? base : { ...base, window });
  }

  async #send(params: ViewParams): Promise<ViewResult | null> {
    const client = this.session.client();
    if (client === undefined) return null;
    return (await client.sendRequest<ViewResult | null>(viewRequest, params)) ?? null;
  }

  async #sendCells(request: number, window: WindowJson): Promise<void> {
    const view = this.#source === null ? null : await this.#request(this.#source, this.#asked, window);
    this.#post({ type: "cells", request, picture: view?.picture ?? null });
  }

  /** The literals that are tried, into the documents: one undo step, and nothing where the text is another by now. */
  async #writeBack(): Promise<void> {
    const isWritten = await writeLiterals(this.#view?.literals ?? []);
    this.#asked = { ...this.#asked, literals: {} };
    await this.#written(isWritten);
  }

  async #written(isWritten: boolean): Promise<void> {
    if (!isWritten)
      void vscode.window.showWarningMessage("CuTe Lens: the source has changed meanwhile; nothing was written.");
    await this.refresh();
  }

  /** Selects the expression in the source, or one input of the operation that made it. */
  async #reveal(input: number | undefined, focus: "editor" | "preview"): Promise<void> {
    if (this.#source === null) return;
    const uri = vscode.Uri.parse(this.#source.uri);
    const range = input === undefined ? this.#view?.range : this.#view?.step?.inputs[input]?.range;
    const { line, character } = this.#source;
    const selection =
      range === undefined
        ? new vscode.Range(line, character, line, character)
        : new vscode.Range(range.start.line, range.start.character, range.end.line, range.end.character);
    this.#revealed = { uri: this.#source.uri, selection };
    const preserveFocus = focus === "preview";
    await vscode.window.showTextDocument(uri, { selection, viewColumn: editorColumn(uri), preserveFocus });
  }

  #page(): string {
    const { webview } = this.panel;
    const file = (name: string) =>
      webview.asWebviewUri(vscode.Uri.joinPath(this.extensionUri, "dist", name)).toString();
    const nonce = crypto.randomUUID().replaceAll("-", "");
    return pageHtml({ cspSource: webview.cspSource, nonce, script: file("webview.js"), style: file("webview.css") });
  }
}

function editorColumn(uri: vscode.Uri): vscode.ViewColumn {
  const shown = vscode.window.visibleTextEditors.find((editor) => editor.document.uri.toString() === uri.toString());
  return shown?.viewColumn ?? vscode.ViewColumn.One;
}
