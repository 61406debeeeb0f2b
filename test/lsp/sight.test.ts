// A constant that feeds the whole file: the lines in sight follow at once, the others keep what they had until they are known.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hover, InlayHint } from "vscode-languageserver";
import { type LspClient, startClient } from "./client.ts";

const uri = "file:///work/constant.cu";
/** Two functions: a short one, and one that takes a second. */
const text = `#include <cute/tensor.hpp>
using namespace cute;
constexpr int kTile = 64;
void f() {
  auto tile = make_layout(make_shape(Int<kTile>{}, _8{}));
}
void g() {
${Array.from({ length: 2500 }, (_, i) => `  auto a${i} = zipped_divide(make_layout(make_shape(Int<kTile * ${i + 1}>{}, _128{})), Shape<_8, _16>{});`).join("\n")}
}
`;
const lastLine = text.split("\n").findIndex((line) => line.includes("auto a2499"));

let client: LspClient;
let refreshed = 0;
beforeAll(async () => {
  const refresh = { inlayHint: { refreshSupport: true }, codeLens: { refreshSupport: true } };
  client = await startClient({}, { workspace: refresh });
  client.connection.onRequest("workspace/inlayHint/refresh", () => {
    refreshed++;
    return null;
  });
  client.connection.onRequest("workspace/codeLens/refresh", () => null);
  client.open(uri, "cuda-cpp", text);
  await client.diagnostics(uri);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toEqual([]);
});

const labels = async (from: number, to: number): Promise<readonly string[]> => {
  const range = { start: { line: from, character: 0 }, end: { line: to, character: 0 } };
  const params = { textDocument: { uri }, range };
  const hints = await client.connection.sendRequest<readonly InlayHint[]>("textDocument/inlayHint", params);
  return hints.map(({ label }) => (typeof label === "string" ? label : label.map(({ value }) => value).join("")));
};

test("hints in sight come before the rest is evaluated; elsewhere those of before stand", async () => {
  expect(await labels(2, 6)).toEqual([expect.stringContaining("(_64,_8):(_1,_64)")]);
  const before = refreshed;
  const order: string[] = [];
  client.replace(uri, "kTile = 64", "kTile = 32");
  const facts = client.diagnostics(uri).then(() => order.push("facts"));
  const [inSight] = await labels(2, 6);
  order.push("hints");
  const [elsewhere] = await labels(lastLine, lastLine + 1);
  order.push("elsewhere");
  await facts;
  expect(inSight).toContain("(_32,_8):(_1,_32)");
  expect(elsewhere).toBe("128×160000");
  expect(order).toEqual(["hints", "elsewhere", "facts"]);
  expect(refreshed).toBeGreaterThan(before);
  expect(await labels(lastLine, lastLine + 1)).toEqual(["128×80000"]);
});

test("a hover elsewhere says meanwhile that it was so before the edit", async () => {
  await labels(2, 6);
  client.replace(uri, "kTile = 32", "kTile = 64");
  const facts = client.diagnostics(uri);
  await labels(2, 6);
  const params = { textDocument: { uri }, position: client.position(uri, "a2499 =", 1) };
  const hover = await client.connection.sendRequest<Hover | null>("textDocument/hover", params);
  expect(JSON.stringify(hover?.contents)).toContain("as it was before the last edit");
  await facts;
});

test("every request is answered once", async () => {
  client.replace(uri, "kTile = 64", "kTile = 16");
  const facts = client.diagnostics(uri);
  const answers = await Promise.all([labels(2, 6), labels(2, 6), labels(lastLine, lastLine + 1)]);
  await facts;
  expect(answers.slice(0, 2)).toEqual([[expect.stringContaining("(_16,_8)")], [expect.stringContaining("(_16,_8)")]]);
});
