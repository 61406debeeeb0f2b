// The files around an open one, over LSP: the index with its progress, several folders, files that change on disk.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hover } from "vscode-languageserver";
import { type LspClient, startClient } from "./client.ts";

const header = "#include <cute/tensor.hpp>\nusing namespace cute;\n";
const kernel = `${header}#include "tile.hpp"\nvoid f() {\n  auto t = make_layout(Tile{});\n}\n`;
const tile = (n: number): string => `${header}using Tile = Shape<_4, Int<${n}>>;\n`;

let top = "";
let client: LspClient;
const seen: string[] = [];

const uriOf = (path: string): string => pathToFileURL(join(top, path)).href;
const write = (path: string, text: string): void => writeFileSync(join(top, path), text);

beforeAll(async () => {
  top = mkdtempSync(join(tmpdir(), "cute-lens-project-"));
  for (const folder of ["one", "one/many", "two", "two/inc"]) mkdirSync(join(top, folder));
  for (let i = 0; i < 500; i++) write(`one/many/x${i}.hpp`, "#pragma once\n");
  write("one/tile.hpp", tile(8));
  write("one/gemm.hpp", `${header}template <class T> void gemm(T t) {\n  auto inner = make_layout(t);\n}\n`);
  write("one/use.cu", `${header}#include "gemm.hpp"\nvoid host() { gemm(Shape<_2, _16>{}); }\n`);
  write("two/inc/tile.hpp", tile(64));
  write(
    "two/compile_commands.json",
    JSON.stringify([{ directory: join(top, "two"), file: "k.cu", command: "nvcc -Iinc k.cu" }]),
  );
  const capabilities = {
    window: { workDoneProgress: true },
    workspace: { workspaceFolders: true, didChangeWatchedFiles: { dynamicRegistration: true } },
    textDocument: { publishDiagnostics: { versionSupport: true } },
  };
  client = await startClient({}, capabilities, uriOf("one"));
  client.connection.onRequest("window/workDoneProgress/create", () => null);
  client.connection.onNotification("$/progress", ({ value }: { value: { kind: string } }) => {
    seen.push(value.kind);
  });
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toEqual([]);
  rmSync(top, { recursive: true });
});

async function hover(path: string, needle: string): Promise<string> {
  const params = { textDocument: { uri: uriOf(path) }, position: client.position(uriOf(path), needle, 1) };
  const answer = await client.connection.sendRequest<Hover | null>("textDocument/hover", params);
  return JSON.stringify(answer?.contents ?? "");
}

/** Asks until the answer is there: what changes on disk is followed when the editor says so. */
async function eventually(ask: () => Promise<string>, wanted: string): Promise<void> {
  await expect.poll(ask, { timeout: 60_000, interval: 100 }).toContain(wanted);
}

const changed = (paths: readonly string[], type: number): Promise<void> =>
  client.connection.sendNotification("workspace/didChangeWatchedFiles", {
    changes: paths.map((path) => ({ uri: uriOf(path), type })),
  });

describe("the index of users", () => {
  test("a template is known by a file that nobody opened, with progress begun, told and ended", async () => {
    client.open(
      uriOf("one/gemm.hpp"),
      "cpp",
      `${header}template <class T> void gemm(T t) {\n  auto inner = make_layout(t);\n}\n`,
    );
    await eventually(() => hover("one/gemm.hpp", "inner ="), "(_2,_16):(_1,_2)");
    await expect.poll(() => seen.at(-1), { timeout: 60_000 }).toBe("end");
    expect(seen[0]).toBe("begin");
    expect(seen.slice(1, -1).every((kind) => kind === "report")).toBe(true);
  });

  test("it follows the file of the call", async () => {
    write("one/use.cu", `${header}#include "gemm.hpp"\nvoid host() { gemm(Shape<_2, _32>{}); }\n`);
    await changed(["one/use.cu"], 2);
    await eventually(() => hover("one/gemm.hpp", "inner ="), "(_2,_32):(_1,_2)");
  });
});

describe("files on disk", () => {
  test("an included file that changes, goes and comes back", async () => {
    write("one/k.cu", kernel);
    client.open(uriOf("one/k.cu"), "cuda-cpp", kernel);
    await eventually(() => hover("one/k.cu", "t ="), "(_4,_8):(_1,_4)");
    write("one/tile.hpp", tile(16));
    await changed(["one/tile.hpp"], 2);
    await eventually(() => hover("one/k.cu", "t ="), "(_4,_16):(_1,_4)");
    rmSync(join(top, "one/tile.hpp"));
    await changed(["one/tile.hpp"], 3);
    await eventually(() => hover("one/k.cu", "t ="), "Tile");
    write("one/tile.hpp", tile(32));
    await changed(["one/tile.hpp"], 1);
    await eventually(() => hover("one/k.cu", "t ="), "(_4,_32):(_1,_4)");
  });

  test("a branch switch: hundreds of files at once", async () => {
    const paths = Array.from({ length: 500 }, (_, i) => `one/many/x${i}.hpp`);
    for (const path of paths) write(path, "#pragma once\n// other\n");
    write("one/tile.hpp", tile(128));
    await changed([...paths, "one/tile.hpp"], 2);
    await eventually(() => hover("one/k.cu", "t ="), "(_4,_128):(_1,_4)");
  });
});

describe("a second folder", () => {
  test("has its own includes, and its own compile_commands.json", async () => {
    const folder = { uri: uriOf("two"), name: "two" };
    await client.connection.sendNotification("workspace/didChangeWorkspaceFolders", {
      event: { added: [folder], removed: [] },
    });
    client.open(uriOf("two/k.cu"), "cuda-cpp", kernel);
    await eventually(() => hover("two/k.cu", "t ="), "(_4,_64):(_1,_4)");
    expect(await hover("one/k.cu", "t =")).toContain("(_4,_128):(_1,_4)");
    await client.connection.sendNotification("workspace/didChangeWorkspaceFolders", {
      event: { added: [], removed: [folder] },
    });
    expect(await hover("one/k.cu", "t =")).toContain("(_4,_128):(_1,_4)");
  });
});
