// The language server as a Node process: LSP over stdio (or IPC, or a socket), files through node:fs.
//
// The extension starts it as dist/server.js, `cute-lens lsp` imports it: importing it starts the server.
import { existsSync } from "node:fs";
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";
import { nodeHost } from "./host-node.ts";
import { startServer } from "./lsp/server.ts";
import { nodeWasmFiles } from "./parse/node-wasm.ts";
import { createProject } from "./project/create.ts";

const elsewhere = process.argv.some((a) => a === "--node-ipc" || a.startsWith("--socket") || a.startsWith("--pipe"));
const connection = elsewhere
  ? createConnection(ProposedFeatures.all)
  : createConnection(
      ProposedFeatures.all,
      new StreamMessageReader(process.stdin),
      new StreamMessageWriter(process.stdout),
    );

const pages = new URL("../docs/rules/", import.meta.url);

startServer(connection, {
  version: "0.1.0",
  host: () => nodeHost,
  createProject: (options) => createProject(options, nodeWasmFiles()),
  pages: existsSync(pages) ? pages.href : undefined,
});
