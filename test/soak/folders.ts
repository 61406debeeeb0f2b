// Folders that are no pleasure: very many files, links in circles, slow reads, nothing to write to, gone while in use, two servers at once.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Host } from "../../server/src/host.ts";
import { nodeHost } from "../../server/src/host-node.ts";
import { nodeWasmFiles } from "../../server/src/languages/parse/node-wasm.ts";
import { createProject } from "../../server/src/project/create.ts";
import { type Server, startServer } from "../fuzz/server.ts";
import { megabytes } from "../fuzz/talks.ts";

const head = "#include <cute/tensor.hpp>\nusing namespace cute;\n";
const header = `${head}template <class T> void gemm(T t) {\n  auto inner = make_layout(t);\n}\n`;
const use = `${head}#include "gemm.hpp"\nvoid host() { gemm(Shape<_2, _16>{}); }\n`;

/** A folder with a header, its user, and so many other files. */
export function folderWith(files: number): string {
  const top = mkdtempSync(join(tmpdir(), "cute-lens-soak-"));
  writeFileSync(join(top, "gemm.hpp"), header);
  writeFileSync(join(top, "use.cu"), use);
  for (let i = 0; i < files; i++) {
    const folder = join(top, `d${Math.floor(i / 100)}`);
    if (i % 100 === 0) mkdirSync(folder);
    writeFileSync(join(folder, `f${i}.hpp`), `#pragma once\n#include "other${i}.hpp"\n`);
  }
  return top;
}

export interface Opened {
  readonly failures: readonly string[];
  /** What the hover over the header's layout says. */
  readonly hover: string;
  /** Milliseconds until the layout is known from the user's file. */
  readonly milliseconds: number;
  readonly megabytes: number;
}

/** Opens the header of the folder with the real server, and asks until its user has been found. */
export async function openIn(script: string, top: string, during?: (server: Server) => Promise<void>): Promise<Opened> {
  const server = await startServer(script, pathToFileURL(top).href);
  const begun = performance.now();
  const uri = pathToFileURL(join(top, "gemm.hpp")).href;
  await server.connection.sendNotification("textDocument/didOpen", {
    textDocument: { uri, languageId: "cpp", version: 1, text: header },
  });
  let hover = await hoverOf(server, uri);
  while (!hover.includes("(_2,_16)") && performance.now() - begun < 60_000) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    hover = await hoverOf(server, uri);
  }
  const milliseconds = Math.round(performance.now() - begun);
  await during?.(server);
  if (during !== undefined) hover = await hoverOf(server, uri);
  const result = { failures: [...server.failures], hover, milliseconds, megabytes: megabytes(server.process.pid) ?? 0 };
  await server.stop();
  return result;
}

export async function hoverOf(server: Server, uri: string): Promise<string> {
  const answered = await server.ask("textDocument/hover", {
    textDocument: { uri },
    position: { line: 3, character: 8 },
  });
  if ("failure" in answered) server.failures.push(answered.failure);
  return "answer" in answered ? JSON.stringify(answered.answer) : "";
}

/** Links to the folder above, to itself, and to nothing. */
export function addLoops(top: string): void {
  symlinkSync(top, join(top, "up"));
  symlinkSync(join(top, "a"), join(top, "b"));
  symlinkSync(join(top, "b"), join(top, "a"));
  symlinkSync(join(top, "missing.hpp"), join(top, "dangling.hpp"));
}

export const makeReadOnly = (top: string): void => chmodSync(top, 0o555);

export const remove = (top: string): void => rmSync(top, { recursive: true, force: true });

/** Every read and every list takes its time, as over a network. */
export const slowHost = (milliseconds: number): Host => ({
  read: async (path) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return nodeHost.read(path);
  },
  list: async (path) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return nodeHost.list(path);
  },
  watch: () => () => undefined,
});

/** Milliseconds of a whole analysis of the header, and how many facts it has. */
export async function analysedOver(host: Host, top: string): Promise<{ milliseconds: number; facts: number }> {
  const project = await createProject({ host, roots: [top] }, nodeWasmFiles());
  const path = join(top, "gemm.hpp");
  project.setDocument(path, { path, language: "cpp", version: 1, fragments: [header] });
  const begun = performance.now();
  const facts = await project.analyse(path);
  project.dispose();
  return { milliseconds: Math.round(performance.now() - begun), facts: facts?.facts.length ?? 0 };
}
