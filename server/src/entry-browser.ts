// The language server in a web worker: the editor reads files for it and says where the wasm files are.
//
// Loaded by Node it starts nothing and offers its code (see lsp/offered-code.ts).
import type { Connection } from "vscode-languageserver";
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { uriOf } from "./convert/uri.ts";
import type { Host } from "./host.ts";
import type { WasmFiles } from "./languages/parse/grammars.ts";
import "./lsp/offered-code.ts";
import { startServer } from "./lsp/server.ts";
import { createProject } from "./project/create.ts";
import "./protocol/fetched-files.ts";
import { type HostListResult, type HostReadResult, hostListRequest, hostReadRequest } from "./protocol/requests.ts";
import { versionText } from "./version.ts";

/** A worker's scope speaks as a port does; its own type is in no library that fits all the builds. */
declare const self: MessagePort;

const emptyHost: Host = { read: async () => undefined, list: async () => [], watch: () => () => undefined };

if ("importScripts" in globalThis) serve();
else globalThis.cuteLensCode = { startServer, createProject };

function serve(): void {
  startServer(createConnection(new BrowserMessageReader(self), new BrowserMessageWriter(self)), {
    version: versionText(),
    host: (toClient, options) => (options.host === true ? clientHost(toClient) : emptyHost),
    createProject: (options, client) => createProject(options, wasmAt(client.wasm ?? "./")),
    pages: undefined,
  });
}

/** Files through the editor; it tells of changes by workspace/didChangeWatchedFiles. */
function clientHost(toClient: Connection): Host {
  return {
    read: async (path) => {
      const answer = await toClient.sendRequest<HostReadResult>(hostReadRequest, { uri: uriOf(path) });
      return answer.text ?? undefined;
    },
    list: async (path) => {
      const answer = await toClient.sendRequest<HostListResult>(hostListRequest, { uri: uriOf(path) });
      return answer.names;
    },
    watch: () => () => undefined,
  };
}

function wasmAt(base: string): WasmFiles {
  return {
    locate: async (fileName) => new Uint8Array(await bytesAt(`${base}${fileName}`)),
  };
}

/** A page may have begun to fetch it. */
async function bytesAt(address: string): Promise<ArrayBuffer> {
  const begun = globalThis.cuteLensFetched?.get(address);
  const bytes = await begun?.catch(() => undefined);
  return bytes ?? (await fetch(address)).arrayBuffer();
}
