// Typing fast, odd requests, several documents and folders: the server stays up and answers for the text as it is.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Hover, InlayHint } from "vscode-languageserver";
import { type LspClient, startClient } from "./client.ts";

const uri = "file:///work/typing.cu";
const kernel = `#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(Int<4>{}, Int<8>{}));
}
`;

let client: LspClient;
let folder = "";
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "cute-lens-lsp-"));
  client = await startClient({}, undefined, pathToFileURL(folder).href);
  client.open(uri, "cuda-cpp", kernel);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toEqual([]);
  rmSync(folder, { recursive: true });
});

async function hintTexts(document: string): Promise<readonly string[]> {
  const range = { start: { line: 0, character: 0 }, end: { line: 100, character: 0 } };
  const answer = await client.connection.sendRequest<InlayHint[]>("textDocument/inlayHint", {
    textDocument: { uri: document },
    range,
  });
  return answer.map(({ label }) => (typeof label === "string" ? label : label.map((part) => part.value).join("")));
}

test("a burst of edits: the answer is for the last one", async () => {
  for (let n = 4; n < 60; n++) client.replace(uri, `Int<${n}>{}, Int<8>`, `Int<${n + 1}>{}, Int<8>`);
  expect(await hintTexts(uri)).toEqual(["(_60,_8):(_1,_60)"]);
});

test("broken states while typing have no problems of ours and come back", async () => {
  client.replace(uri, "Int<8>{}));", "Int<8>{}");
  expect(await client.diagnostics(uri)).toEqual([]);
  client.replace(uri, "Int<8>{}", "Int<8>{}));");
  expect(await hintTexts(uri)).toEqual(["(_60,_8):(_1,_60)"]);
});

describe("odd requests", () => {
  test.each([
    ["a position beyond the end", uri, { line: 9999, character: 9999 }],
    ["an unknown document", "file:///work/other.cu", { line: 0, character: 0 }],
    ["no URI at all", "", { line: 0, character: 0 }],
  ])("%s", async (_name, document, position) => {
    const params = { textDocument: { uri: document }, position };
    expect(await client.connection.sendRequest("textDocument/hover", params)).toBeNull();
  });

  test("a layout that is far too large answers shortly", async () => {
    const huge = "file:///work/huge.cu";
    client.open(huge, "cuda-cpp", kernel.replace("Int<4>{}, Int<8>{}", "Int<1048576>{}, Int<1048576>{}"));
    const params = { textDocument: { uri: huge }, position: client.position(huge, "a = ") };
    const hover = await client.connection.sendRequest<Hover>("textDocument/hover", params);
    expect(JSON.stringify(hover.contents)).toContain("(_1048576,_1048576):(_1,_1048576)");
  });

  test("nesting ten thousand deep", async () => {
    const deep = "file:///work/deep.cu";
    client.open(deep, "cuda-cpp", `${kernel}auto x = ${"make_shape(".repeat(10_000)}1${")".repeat(10_000)};\n`);
    expect(await client.diagnostics(deep)).toEqual([]);
  });
});

test("cute-lens.json changed: problems follow, and the editor is asked to fetch hints anew", async () => {
  const capabilities = { workspace: { inlayHint: { refreshSupport: true } } };
  const other = await startClient({}, capabilities, pathToFileURL(folder).href);
  const refreshed = new Promise<void>((resolve) => {
    other.connection.onRequest("workspace/inlayHint/refresh", () => {
      resolve();
      return null;
    });
  });
  const bad = pathToFileURL(join(folder, "bad.cu")).href;
  other.open(bad, "cuda-cpp", kernel.replace("Int<8>{}))", "Int<8>{}), make_stride(_1{}))"));
  expect((await other.diagnostics(bad)).map(({ code }) => code)).toEqual(["layout-not-congruent"]);
  writeFileSync(join(folder, "cute-lens.json"), '{ "rules": { "layout-not-congruent": "off" } }');
  const changes = [{ uri: pathToFileURL(join(folder, "cute-lens.json")).href, type: 2 }];
  await other.connection.sendNotification("workspace/didChangeWatchedFiles", { changes });
  await refreshed;
  // Hints need not wait for the rules.
  await expect.poll(() => other.diagnostics(bad), { timeout: 10_000 }).toEqual([]);
  rmSync(join(folder, "cute-lens.json"));
  expect(await other.stop()).toBe(0);
});

describe("several documents", () => {
  test("a header that is open in the editor counts, not the file on the disk", async () => {
    const header = pathToFileURL(join(folder, "tile.hpp")).href;
    const user = pathToFileURL(join(folder, "user.cu")).href;
    const text = (n: number) => `#pragma once\n#include <cute/tensor.hpp>\nusing Tile = cute::Int<${n}>;\n`;
    writeFileSync(join(folder, "tile.hpp"), text(16));
    client.open(
      user,
      "cuda-cpp",
      `#include "tile.hpp"\nusing namespace cute;\nvoid f() { auto a = make_layout(Tile{}); }\n`,
    );
    expect(await hintTexts(user)).toEqual(["_16:_1"]);
    client.open(header, "cpp", text(32));
    await client.diagnostics(header);
    client.replace(user, "void f()", "void  f()");
    expect(await hintTexts(user)).toEqual(["_32:_1"]);
  });
});
