// A small LSP client for tests: starts the built server and speaks with it over stdio, as any editor does.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { vi } from "vitest";
import {
  createProtocolConnection,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

/** A busy machine may take its time; a hang still ends. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

export interface LspClient {
  readonly connection: ProtocolConnection;
  readonly initialized: InitializeResult;
  /** Everything the server logged as an error. */
  readonly errors: readonly string[];
  /** What it asked the client to register. */
  readonly registered: readonly string[];
  open(uri: string, languageId: string, text: string): void;
  /** Replaces one occurrence of `from` in the open text, as an incremental edit. */
  replace(uri: string, from: string, to: string): void;
  text(uri: string): string;
  /** The position of the first occurrence, plus `delta` characters. */
  position(uri: string, needle: string, delta?: number): { line: number; character: number };
  /** The next diagnostics for the text as it is now. */
  diagnostics(uri: string): Promise<readonly Diagnostic[]>;
  stop(): Promise<number | null>;
}

/** Another server than the built one. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

const server = process.env.CUTE_LENS_SERVER ?? fileURLToPath(new URL("../../dist/server.js", import.meta.url));

export async function startClient(
  initializationOptions: object = {},
  capabilities: object = defaultCapabilities,
  rootUri: string | null = null,
  how: { readonly registers: boolean; readonly command?: Command } = { registers: true },
): Promise<LspClient> {
  const { file, args, cwd } = how.command ?? { file: process.execPath, args: [server, "--stdio"], cwd: "." };
  if (how.command === undefined && !existsSync(server)) throw new Error(`${server} is missing: npm run build`);
  const child = spawn(file, args, { cwd, stdio: ["pipe", "pipe", "inherit"] });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout!),
    new StreamMessageWriter(child.stdin!),
  );
  const errors: string[] = [];
  connection.onNotification("window/logMessage", ({ type, message }: { type: number; message: string }) => {
    if (type === 1) errors.push(message);
  });
  const published = new Publications();
  connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) =>
    published.add(params),
  );
  const registered: string[] = [];
  connection.onRequest("client/registerCapability", (asked: { registrations: readonly { method: string }[] }) => {
    registered.push(...asked.registrations.map(({ method }) => method));
    if (!how.registers) throw new Error("unsupported");
    return null;
  });
  connection.onRequest("workspace/configuration", ({ items }: { items: readonly unknown[] }) => items.map(() => null));
  connection.listen();
  const params = { processId: process.pid, rootUri, capabilities, initializationOptions };
  const initialized = await connection.sendRequest<InitializeResult>("initialize", params);
  await connection.sendNotification("initialized", {});
  return { ...clientOf(connection, child, initialized, errors, published), registered };
}

const defaultCapabilities = {
  textDocument: {
    hover: { contentFormat: ["markdown", "plaintext"] },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, versionSupport: true },
  },
};

/** Diagnostics by document and version; whoever asks for a version waits until it is there. */
class Publications {
  readonly #latest = new Map<string, PublishDiagnosticsParams>();
  readonly #waiting: (() => void)[] = [];

  add(params: PublishDiagnosticsParams): void {
    this.#latest.set(params.uri, params);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async of(uri: string, version: number): Promise<readonly Diagnostic[]> {
    for (;;) {
      const latest = this.#latest.get(uri);
      if (latest?.version === version) return latest.diagnostics;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }
}

function clientOf(
  connection: ProtocolConnection,
  child: ChildProcess,
  initialized: InitializeResult,
  errors: readonly string[],
  published: Publications,
): Omit<LspClient, "registered"> {
  const texts = new Map<string, { version: number; text: string }>();
  const state = (uri: string) => texts.get(uri) ?? { version: 0, text: "" };
  return {
    connection,
    initialized,
    errors,
    open(uri, languageId, text) {
      texts.set(uri, { version: 1, text });
      void connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
    },
    replace(uri, from, to) {
      const { text, version } = state(uri);
      const at = text.indexOf(from);
      if (at < 0) throw new Error(`${from} is not in the text`);
      const range = { start: positionAt(text, at), end: positionAt(text, at + from.length) };
      texts.set(uri, { version: version + 1, text: text.slice(0, at) + to + text.slice(at + from.length) });
      const textDocument = { uri, version: version + 1 };
      void connection.sendNotification("textDocument/didChange", {
        textDocument,
        contentChanges: [{ range, text: to }],
      });
    },
    text: (uri) => state(uri).text,
    position: (uri, needle, delta = 0) => positionAt(state(uri).text, state(uri).text.indexOf(needle) + delta),
    diagnostics: (uri) => published.of(uri, state(uri).version),
    async stop() {
      const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
      await connection.sendRequest("shutdown");
      await connection.sendNotification("exit");
      return ended;
    },
  };
}

function positionAt(text: string, offset: number): { line: number; character: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}
