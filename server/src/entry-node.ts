// The language server as a Node process: LSP over stdio, IPC or a socket, files through node:fs.
//
// The extension starts it as dist/server.js, `cute-lens lsp` imports it: importing it starts the server. The work is done in a
// thread of its own, so that messages are seen while it computes; over a socket or pipe there is one thread.
import { isMainThread, MessagePort, workerData } from "node:worker_threads";
import { startFront } from "./lsp/node-front.ts";
import { tuneOptimizer } from "./project/node-optimizer.ts";

if (isMainThread) tuneOptimizer();

if (!isMainThread && workerData?.inbox instanceof MessagePort) {
  const { serveInbox } = await import("./lsp/node-serve.ts");
  serveInbox(workerData);
} else if (process.argv.some((a) => a.startsWith("--socket") || a.startsWith("--pipe"))) {
  const { serveAlone } = await import("./lsp/node-serve.ts");
  serveAlone();
} else {
  startFront(new URL("./server.js", import.meta.url), async () =>
    (await import("./lsp/node-transport.ts")).clientTransport(),
  );
}
