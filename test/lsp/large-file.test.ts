// A file with more functions than one evaluation goes through: what is in sight has its hints all the same.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hover, InlayHint } from "vscode-languageserver";
import { type LspClient, startClient } from "./client.ts";

const uri = "file:///work/large.cu";
const pair = (_: unknown, i: number) => `template <class T> void f${i}(T t) {
  auto l${i} = make_layout(make_shape(t, Int<8>{}), LayoutRight{});
}
void g${i}(int n) { f${i}(Int<${i}>{}); }
`;
const count = 2_400;
const text = `#include <cute/tensor.hpp>\nusing namespace cute;\n${Array.from({ length: count }, pair).join("")}`;

let client: LspClient;
beforeAll(async () => {
  client = await startClient();
  client.open(uri, "cuda-cpp", text);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toEqual([]);
});

const hintsAround = async (name: string): Promise<readonly string[]> => {
  const at = client.position(uri, `auto ${name} =`);
  const range = { start: { line: at.line - 20, character: 0 }, end: { line: at.line + 20, character: 0 } };
  const hints = await client.connection.sendRequest<InlayHint[]>("textDocument/inlayHint", {
    textDocument: { uri },
    range,
  });
  const labels = hints.filter(({ position }) => position.line === at.line).map(({ label }) => label);
  return labels.map((label) => (typeof label === "string" ? label : label.map(({ value }) => value).join("")));
};

test("hints and a hover of the last functions, as their callers bind them, and after an edit", async () => {
  const name = `l${count - 20}`;
  expect((await hintsAround(name)).join()).toContain(`(_${count - 20},_8):(_8,_1)`);
  const params = { textDocument: { uri }, position: client.position(uri, `${name} =`) };
  const hover = await client.connection.sendRequest<Hover | null>("textDocument/hover", params);
  expect(JSON.stringify(hover?.contents)).toContain(`(_${count - 20},_8):(_8,_1)`);
  client.replace(uri, `f${count - 20}(Int<${count - 20}>{})`, `f${count - 20}(Int<64>{})`);
  expect((await hintsAround(name)).join()).toContain("(_64,_8):(_8,_1)");
});

test("somewhere else in the meantime", async () => {
  expect((await hintsAround("l2200")).join()).toContain("(_2200,_8):(_8,_1)");
  await client.diagnostics(uri);
  expect((await hintsAround("l2100")).join()).toContain("(_2100,_8):(_8,_1)");
});
