// The language server in a worker, with the one document that the page has.
import { type StatusParams, statusNotification, themeNotification } from "../../server/src/protocol/requests.ts";
import { LanguageClient } from "./language-client.ts";
import type { Diagnostic, TextChange } from "./lsp-types.ts";
import { openedAs } from "./playground.ts";
import type { Theme } from "./theme.ts";

declare global {
  /** The worker that was started before the page was read. */
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
  readonly #client: LanguageClient;
  readonly #started: Promise<void>;
  #arch: string;
  #version = 0;
  /** The document that is open; "" before the first. */
  uri = "";

  constructor(
    options: ServerOptions,
    private readonly events: ServerEvents,
  ) {
    const worker = globalThis.cuteLensWorker ?? new Worker("worker.js", { name: "CuTe Lens" });
    worker.addEventListener("error", (event) => events.failed(event.message || "the worker could not be loaded"));
    this.#arch = options.arch;
    this.#client = new LanguageClient(worker, {
      notified: (method, params) => this.#notified(method, params),
      asked: (method, params) => this.#asked(method, params),
    });
    this.#started = this.#initialize(options.theme);
  }

  /** Opens a document in place of the one before. */
  async open(name: string, text: string): Promise<void> {
    await this.#started;
    if (this.uri !== "") this.#client.notify("textDocument/didClose", { textDocument: { uri: this.uri } });
    this.uri = openedAs(name);
    this.#version = 1;
    const languageId = /\.py$/.test(name) ? "python" : "cuda-cpp";
    this.#client.notify("textDocument/didOpen", {
      textDocument: { uri: this.uri, languageId, version: this.#version, text },
    });
  }

  change(contentChanges: readonly TextChange[]): void {
    if (this.uri === "") return;
    this.#client.notify("textDocument/didChange", {
      textDocument: { uri: this.uri, version: ++this.#version },
      contentChanges,
    });
  }

  /** A request about the open document. */
  async ask<T>(method: string, params: object): Promise<T | null> {
    await this.#started;
    if (this.uri === "") return null;
    return this.#client.request<T | null>(method, { textDocument: { uri: this.uri }, ...params });
  }

  /** A request about no document. */
  async send<T>(method: string, params: unknown): Promise<T> {
    await this.#started;
    return this.#client.request<T>(method, params);
  }

  setArch(arch: string): void {
    this.#arch = arch;
    this.#client.notify("workspace/didChangeConfiguration", { settings: null });
  }

  setTheme(theme: Theme): void {
    this.#client.notify(themeNotification, { theme });
  }

  async #initialize(theme: Theme): Promise<void> {
    await this.#client.request("initialize", {
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
    this.#client.notify("initialized", {});
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
    if (method === "workspace/configuration") return [{ arch: this.#arch }];
    if (method === "cuteLens/host/read") return { text: null };
    if (method === "cuteLens/host/list") return { names: [] };
    if (method.endsWith("/refresh")) this.events.refreshed();
    void params;
    return null;
  }
}
