// A client that refuses every dynamic registration, as Emacs' eglot does: it is served all the same. One that says it has
// none, as Helix does of settings, is not asked.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hover } from "vscode-languageserver";
import { type LspClient, startClient } from "./client.ts";

const uri = "file:///work/kernel.cu";
const text = `#include <cute/tensor.hpp>
using namespace cute;
void f() { auto tile = make_layout(make_shape(Int<4>{}, Int<8>{})); }
`;

let client: LspClient;
beforeAll(async () => {
  const didChangeConfiguration = { dynamicRegistration: false };
  const workspace = {
    configuration: true,
    didChangeWatchedFiles: { dynamicRegistration: true },
    didChangeConfiguration,
  };
  client = await startClient({}, { workspace, textDocument: { hover: {}, publishDiagnostics: {} } }, null, {
    registers: false,
  });
  client.open(uri, "cuda-cpp", text);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
});

test("hovers come", async () => {
  const params = { textDocument: { uri }, position: client.position(uri, "tile") };
  const hover = await client.connection.sendRequest<Hover | null>("textDocument/hover", params);
  expect(JSON.stringify(hover?.contents)).toContain("(_4,_8):(_1,_4)");
});

test("what the client can register is asked for, and nothing else", () => {
  expect(client.registered).toEqual(["workspace/didChangeWatchedFiles"]);
});
