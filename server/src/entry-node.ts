// The language server as a Node process: LSP over stdio (or IPC, or a socket), files through node:fs.
//
// The extension starts it as dist/server.js, `cute-lens lsp` imports it: importing it starts the server.
import {
  createConnection,
  ProposedFeatures,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver/node";

const elsewhere = process.argv.some((a) => a === "--node-ipc" || a.startsWith("--socket") || a.startsWith("--pipe"));
const connection = elsewhere
  ? createConnection(ProposedFeatures.all)
  : createConnection(
      ProposedFeatures.all,
      new StreamMessageReader(process.stdin),
      new StreamMessageWriter(process.stdout),
    );
connection.listen();
