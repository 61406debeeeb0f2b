// The browser bundle of the server: in a worker without Node's modules, it reads files through the client and wasm by URL.
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import type { Hover } from "vscode-languageserver/node";
import { createProtocolConnection, type DataCallback, type Message } from "vscode-languageserver/node";

vi.setConfig({ testTimeout: 120_000 });

const bundle = fileURLToPath(new URL("../../dist/server-browser.js", import.meta.url));

/** What a web worker has and a Node worker has not: `self` with messages and `fetch`; and no `process`. */
const shim = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { readFileSync } = require("node:fs");
  globalThis.self = globalThis;
  self.location = { href: "http://test/server-browser.js" };
  self.postMessage = (message) => parentPort.postMessage(message);
  self.importScripts = () => {};
  self.addEventListener = () => {};
  parentPort.on("message", (data) => self.onmessage?.({ data }));
  globalThis.fetch = async (url) => {
    const bytes = new Uint8Array(readFileSync(String(url).replace("http://test/", workerData.dist)));
    return { ok: true, arrayBuffer: async () => bytes.buffer };
  };
  const code = readFileSync(workerData.dist + "server-browser.js", "utf8");
  const script = new (require("node:vm").Script)(code);
  delete globalThis.process;
  script.runInThisContext();
`;

test("hovers come from a worker, with an include that the client reads", async () => {
  if (!existsSync(bundle)) throw new Error(`${bundle} is missing: npm run build`);
  const dist = bundle.replace(/server-browser\.js$/, "");
  const worker = new Worker(shim, { eval: true, workerData: { dist } });
  worker.on("error", (error) => expect.fail(error.message.slice(0, 200)));
  const connection = createProtocolConnection(...portOf(worker));
  const asked: string[] = [];
  connection.onRequest("cuteLens/host/read", ({ uri }: { uri: string }) => {
    asked.push(uri);
    return { text: uri.endsWith("/tile.hpp") ? "#include <cute/tensor.hpp>\nusing Tile = cute::Int<64>;\n" : null };
  });
  connection.onRequest("cuteLens/host/list", ({ uri }: { uri: string }) => ({
    names: uri.endsWith("/project") ? ["kernel.cu", "tile.hpp"] : [],
  }));
  connection.listen();
  await connection.sendRequest("initialize", {
    processId: null,
    rootUri: "vscode-vfs://github/some/project",
    capabilities: { textDocument: { hover: { contentFormat: ["markdown"] } } },
    initializationOptions: { host: true, wasm: "http://test/" },
  });
  await connection.sendNotification("initialized", {});
  const uri = "vscode-vfs://github/some/project/kernel.cu";
  const text = '#include "tile.hpp"\nusing namespace cute;\nvoid f() { auto a = make_layout(Tile{}); }\n';
  await connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "cuda-cpp", version: 1, text },
  });
  const params = { textDocument: { uri }, position: { line: 2, character: 16 } };
  const hover = await connection.sendRequest<Hover>("textDocument/hover", params);
  expect(JSON.stringify(hover.contents)).toContain("_64:_1");
  expect(asked).toContain("vscode-vfs://github/some/project/tile.hpp");
  connection.dispose();
  await worker.terminate();
});

/** The two ends of a connection over a worker's messages. */
function portOf(worker: Worker) {
  const nothing = () => ({ dispose: () => undefined });
  const events = { onError: nothing, onClose: nothing, dispose: () => undefined };
  const reader = {
    ...events,
    onPartialMessage: nothing,
    listen: (callback: DataCallback) => {
      worker.on("message", callback);
      return { dispose: () => worker.off("message", callback) };
    },
  };
  const writer = {
    ...events,
    write: async (message: Message) => worker.postMessage(message),
    end: () => undefined,
  };
  return [reader, writer] as const;
}
