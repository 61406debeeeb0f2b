// The language server in a worker, with the one document that the page has. It starts when it is told to: on a small machine
// its start takes as long as all the rest of the page, and a first picture that is known already need not share with it.
import { type StatusParams, statusNotification, themeNotification } from "../../server/src/protocol/requests.ts";
import { defer } from "./dom.ts";
import { LanguageClient } from "./language-client.ts";
import type { Diagnostic, TextChange } from "./lsp-types.ts";
import { openedAs } from "./playground.ts";
import type { Theme } from "./theme.ts";

declare global {
  /** The worker that was started before the page was read, where nothing shows without it. */
  var cuteLensWorker: Worker | undefined;
}

export interface ServerEvents {
  problems(diagnostics: readonly Diagnostic[]): void;
  analysed(status: StatusParams): void;
  /** Hints and lenses are other ones though the text is the same. */
  refreshed(): void;
  failed(message: string): void;
}

export interface ServerOptions {
  readonly theme: Theme;
  readonly arch: string;
}

export class Server {
  /** Starts the worker; the first call counts. */
  readonly begin: () => void;
  readonly #started: Promise<LanguageClient>;
  /** Undefined until it has started: what is said before is said in its first words. */
  #client: LanguageClient | undefined;
  #options: ServerOptions;
  #version = 0;
  #opened = 0;
  /** The document that is open; "" before the first. */
  uri = "";

  constructor(
    options: ServerOptions,
    private readonly events: ServerEvents,
  ) {
    this.#options = options;
    const { promise, resolve } = defer();
    this.begin = resolve;
    this.#started = promise.then(() => this.#start());
  }

  /** Opens a document in place of the one before. `text`: as it is by then, with what was typed meanwhile. */
  async open(name: string, text: () => string): Promise<void> {
    const turn = ++this.#opened;
    const client = await this.#started;
    if (turn !== this.#opened) return;
    if (this.uri !== "") client.notify("textDocument/didClose", { textDocument: { uri: this.uri } });
    this.uri = openedAs(name);
    this.#version = 1;
    const languageId = /\.py$/.test(name) ? "python" : "cuda-cpp";
    client.notify("textDocument/didOpen", {
      textDocument: { uri: this.uri, languageId, version: this.#version, text: text() },
    });
  }

  change(contentChanges: readonly TextChange[]): void {
    this.begin();
    if (this.uri === "") return;
    this.#client?.notify("textDocument/didChange", {
      textDocument: { uri: this.uri, version: ++this.#version },
      contentChanges,
    });
  }

  /** A request about the open document. */
  async ask<T>(method: string, params: object): Promise<T | null> {
    const client = await this.#started;
    if (this.uri === "") return null;
    return client.request<T | null>(method, { textDocument: { uri: this.uri }, ...params });
  }

  /** A request about no document. */
  async send<T>(method: string, params: unknown): Promise<T> {
    this.begin();
    const client = await this.#started;
    return client.request<T>(method, params);
  }

  setArch(arch: string): void {
    this.#options = { ...this.#options, arch };
    this.#client?.notify("workspace/didChangeConfiguration", { settings: null });
  }

  setTheme(theme: Theme): void {
    this.#options = { ...this.#options, theme };
    this.#client?.notify(themeNotification, { theme });
  }

  async #start(): Promise<LanguageClient> {
    const worker = globalThis.cuteLensWorker ?? new Worker("worker.js", { name: "CuTe Lens" });
    worker.addEventListener("error", (event) => this.events.failed(event.message || "the worker could not be loaded"));
    const client = new LanguageClient(worker, {
      notified: (method, params) => this.#notified(method, params),
      asked: (method, params) => this.#asked(method, params),
    });
    this.#client = client;
    await this.#initialize(client, this.#options.theme);
    return client;
  }

  async #initialize(client: LanguageClient, theme: Theme): Promise<void> {
    await client.request("initialize", {
      processId: null,
      rootUri: null,
      capabilities: {
        workspace: {
          configuration: true,
          inlayHint: { refreshSupport: true },
          codeLens: { refreshSupport: true },
        },
        textDocument: { hover: { contentFormat: ["markdown"] } },
      },
      initializationOptions: { pictures: true, theme, host: true, wasm: new URL("./", document.baseURI).href },
    });
    client.notify("initialized", {});
  }

  #notified(method: string, params: unknown): void {
    // The border to the server's JSON: both have the shape that the protocol says.
    if (method === "textDocument/publishDiagnostics") {
      const { uri, diagnostics } = params as { readonly uri: string; readonly diagnostics: readonly Diagnostic[] };
      if (uri === this.uri) this.events.problems(diagnostics);
    } else if (method === statusNotification) {
      const status = params as StatusParams;
      if (status.uri === this.uri) this.events.analysed(status);
    }
  }

  #asked(method: string, params: unknown): unknown {
    if (method === "workspace/configuration") return [{ arch: this.#options.arch }];
    if (method === "cuteLens/host/read") return { text: null };
    if (method === "cuteLens/host/list") return { names: [] };
    if (method.endsWith("/refresh")) this.events.refreshed();
    void params;
    return null;
  }
}
