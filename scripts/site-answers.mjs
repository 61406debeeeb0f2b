// What the server says of the page's first example, asked while the page is built of the very bundle that the page runs: so the
// first picture and hints are there before a visitor's browser has started the server.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { build } from "esbuild";
import {
  createConnection,
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { root } from "./steps.mjs";

const from = (...parts) => join(root, ...parts);

/** The answers for the kernel that the page opens with; `define` brings the playground's texts. */
export async function firstAnswers(define) {
  const { firstKernel, openedAs } = await bundled("site/src/playground.ts", define);
  const client = await startedServer();
  const { name, text, cursor } = firstKernel;
  const textDocument = { uri: openedAs(name), languageId: "cuda-cpp", version: 1, text };
  await client.sendNotification("textDocument/didOpen", { textDocument });
  const { uri } = textDocument;
  const position = positionAt(text, cursor);
  const range = { start: { line: 0, character: 0 }, end: positionAt(text, text.length) };
  const hints = await client.sendRequest("textDocument/inlayHint", { textDocument: { uri }, range });
  const lenses = await client.sendRequest("textDocument/codeLens", { textDocument: { uri } });
  const view = await client.sendRequest("cuteLens/view", { uri, position });
  if (view === null) throw new Error(`the server shows nothing at ${name}:${position.line + 1}`);
  client.dispose();
  return { name, cursor, view, hints, lenses };
}

async function bundled(entry, define) {
  const { outputFiles } = await build({
    entryPoints: [from(entry)],
    bundle: true,
    format: "esm",
    write: false,
    define,
    logLevel: "warning",
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`);
}

/** As the page's worker starts it: no files but the open one. */
async function startedServer() {
  globalThis.cuteLensAddress = import.meta.url;
  await import(from("dist/server-browser.js"));
  const { startServer, createProject } = globalThis.cuteLensCode;
  const [toServer, toClient] = [new PassThrough(), new PassThrough()];
  const locate = (file) => new Uint8Array(readFileSync(from("dist", file)));
  startServer(createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient)), {
    version: "",
    host: () => ({ read: async () => undefined, list: async () => [], watch: () => () => undefined }),
    createProject: (options) => createProject(options, { locate }),
    pages: undefined,
  });
  const client = createProtocolConnection(new StreamMessageReader(toClient), new StreamMessageWriter(toServer));
  client.listen();
  const initializationOptions = { pictures: true };
  await client.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {}, initializationOptions });
  await client.sendNotification("initialized", {});
  return client;
}

function positionAt(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length - 1, character: lines.at(-1).length };
}
