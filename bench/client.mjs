// A language client over stdio for benches and start-to-finish checks: starts a server, sends edits, awaits answers.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const rpc = require("vscode-jsonrpc/node");

export async function startServer(command, args, options = {}) {
  const start = performance.now();
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const connection = rpc.createMessageConnection(
    new rpc.StreamMessageReader(child.stdout),
    new rpc.StreamMessageWriter(child.stdin),
  );
  const waiting = new Map();
  const latest = new Map();
  connection.onNotification("textDocument/publishDiagnostics", (params) => {
    latest.set(params.uri, params);
    const waiter = waiting.get(params.uri);
    if (waiter !== undefined && (params.version ?? waiter.version) >= waiter.version) {
      waiting.delete(params.uri);
      waiter.done(params);
    }
  });
  connection.onRequest("workspace/configuration", (params) => params.items.map(() => null));
  let refreshed = () => {};
  connection.onRequest("workspace/inlayHint/refresh", () => {
    refreshed();
    return null;
  });
  connection.onRequest(() => null);
  connection.onUnhandledNotification(() => undefined);
  connection.listen();
  const answer = await connection.sendRequest("initialize", {
    processId: process.pid,
    initializationOptions: options,
    rootUri: null,
    capabilities: {
      workspace: { inlayHint: { refreshSupport: true }, codeLens: { refreshSupport: true } },
      textDocument: {
        publishDiagnostics: { versionSupport: true },
        inlayHint: {},
        hover: { contentFormat: ["markdown"] },
      },
    },
  });
  connection.sendNotification("initialized", {});
  return {
    connection,
    capabilities: answer.capabilities,
    initialized: performance.now() - start,
    pid: child.pid,
    request: (method, params) => connection.sendRequest(method, params),
    notify: (method, params) => connection.sendNotification(method, params),
    /** Resolves with the diagnostics of this version of the document, or of a later one. */
    diagnostics: (uri, version) =>
      new Promise((done) => {
        waiting.set(uri, { version, done });
      }),
    /** Calls when the server says that there are other hints by now; of several the last. */
    onRefresh: (call) => {
      refreshed = call;
    },
    stop: async () => {
      await connection.sendRequest("shutdown").catch(() => undefined);
      connection.sendNotification("exit").catch(() => undefined);
      setTimeout(() => child.kill(), 500).unref();
    },
  };
}
