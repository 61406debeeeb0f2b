// cuteLens/changes over stdio: an open file against its committed text, which leaves no trace in what the file says.
import { afterEach, expect, test } from "vitest";
import type { Hover } from "vscode-languageserver";
import type { ChangesResult } from "../../server/src/protocol/changes.ts";
import { type LspClient, startClient } from "./client.ts";

const uri = "file:///work/rows.cu";
const committed = `#include <cute/tensor.hpp>
using namespace cute;
void rows() {
  auto layout = make_layout(Shape<_4, _8>{}, LayoutRight{});
}
`;

let client: LspClient;
afterEach(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toEqual([]);
});

async function open(settings: object): Promise<void> {
  client = await startClient({ settings });
  client.open(uri, "cuda-cpp", committed);
}

const changes = (params: object) => client.connection.sendRequest<ChangesResult>("cuteLens/changes", params);

test("the functions that differ, with a page for the one asked for; again none when the edit is taken back", async () => {
  await open({ changes: true });
  expect(await changes({ uri, before: committed })).toEqual({ functions: [] });
  client.replace(uri, "LayoutRight", "LayoutLeft");
  const { functions } = await changes({ uri, before: committed });
  expect(functions.map(({ name, text, range }) => [name, text, range.start.line])).toEqual([
    ["rows", "1 layout changed since HEAD", 2],
  ]);
  const { page } = await changes({ uri, before: committed, page: functions[0]?.id });
  expect(page).toContain("(_4,_8):(_8,_1)");
  const params = { textDocument: { uri }, position: client.position(uri, "layout =") };
  const hover = await client.connection.sendRequest<Hover>("textDocument/hover", params);
  expect(JSON.stringify(hover.contents)).toContain("(_4,_8):(_1,_4)");
  client.replace(uri, "LayoutLeft", "LayoutRight");
  expect(await changes({ uri, before: committed })).toEqual({ functions: [] });
});

test("presets hold for both texts, and a committed text without CuTe is none to compare with", async () => {
  await open({ changes: true, presets: { n: "16" } });
  client.replace(uri, "void rows() {", "void rows(int n) { auto own = make_layout(n);");
  const before = client.text(uri).replace("LayoutRight", "LayoutLeft");
  const { functions } = await changes({ uri, before });
  expect(functions.map(({ text }) => text)).toEqual(["1 layout changed since HEAD"]);
  expect(await changes({ uri, before: "int main() {}\n" })).toEqual({ functions: [] });
  expect(await client.diagnostics(uri)).toEqual([]);
});

test("nothing where it is switched off, and for parameters that are none", async () => {
  await open({});
  client.replace(uri, "LayoutRight", "LayoutLeft");
  expect(await changes({ uri, before: committed })).toEqual({ functions: [] });
  expect(await changes({ uri, before: 3 })).toEqual({ functions: [] });
});
