// The worker: asks for what the server will need while the server's own script still loads.
import type { FetchedFiles } from "../../server/src/protocol/fetched-files.ts";

declare function importScripts(name: string): void;

const names = ["web-tree-sitter.wasm", "tree-sitter-cuda.wasm"];
const fetched: FetchedFiles = new Map(
  names.map((name) => [new URL(name, location.href).href, fetch(name).then((response) => response.arrayBuffer())]),
);
// What fails here is asked for once more when it is needed.
for (const file of fetched.values()) file.catch(() => undefined);
Object.assign(globalThis, { cuteLensFetched: fetched });
importScripts("server-browser.js");
