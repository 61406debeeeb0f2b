// Finds the wasm files on a machine with Node: beside the bundle (`dist/`), else in `node_modules` of the checkout.
// Used by the Node entry, the command line and the tests; a browser worker has its own `locate`.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { WasmFiles } from "./grammars.ts";

/** Bytes are read here rather than by the runtime: its own loader differs between Node versions. */
export const nodeWasmFiles = (from: string = import.meta.url): WasmFiles => ({
  locate: (fileName) => new Uint8Array(readFileSync(find(dirname(fileURLToPath(from)), fileName))),
});

function find(start: string, fileName: string): string {
  const owner = fileName.replace(/\.wasm$/, "");
  for (let folder = start; ; folder = dirname(folder)) {
    for (const path of [join(folder, fileName), join(folder, "node_modules", owner, fileName)]) {
      if (existsSync(path)) return path;
    }
    if (folder === dirname(folder))
      throw new Error(`${fileName} is not beside ${start} nor in a node_modules above it`);
  }
}
