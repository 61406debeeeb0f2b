// The choice of an instance, over stdio: the lens offers it, hover and hints follow, and it comes back at the next start.
import { afterAll, expect, test } from "vitest";
import type { CodeLens, Hover, InlayHint } from "vscode-languageserver";
import type { ChoicesParams } from "../../server/src/protocol/requests.ts";
import { type LspClient, startClient } from "./client.ts";

const uri = "file:///work/choice.cu";
const kernel = `#include <cute/tensor.hpp>
using namespace cute;
template <class L>
__global__ void kernel(float* p, L l) {
  auto t = make_tensor(make_gmem_ptr(p), l);
}
void nt(float* p, int m) {
  kernel<<<1, 128>>>(p, make_layout(make_shape(Int<8>{}, m)));
}
void tn(float* p, int m) {
  kernel<<<1, 128>>>(p, make_layout(make_shape(Int<8>{}, m), LayoutRight{}));
}
`;

const clients: LspClient[] = [];
afterAll(async () => {
  for (const client of clients) expect(await client.stop()).toBe(0);
});

async function start(choices: ChoicesParams["choices"] = {}): Promise<LspClient> {
  const client = await startClient({ choices });
  clients.push(client);
  client.open(uri, "cuda-cpp", kernel);
  // The first instance is shown before the second is known; problems come with both.
  await client.diagnostics(uri);
  return client;
}

async function seen(client: LspClient) {
  const textDocument = { uri };
  const lenses = await client.connection.sendRequest<CodeLens[]>("textDocument/codeLens", { textDocument });
  const range = { start: { line: 4, character: 0 }, end: { line: 4, character: 50 } };
  const hints = await client.connection.sendRequest<InlayHint[]>("textDocument/inlayHint", { textDocument, range });
  const position = client.position(uri, "t = make_tensor");
  const hover = await client.connection.sendRequest<Hover | null>("textDocument/hover", { textDocument, position });
  const [hint] = hints.map(({ label }) => (typeof label === "string" ? label : label[0]?.value));
  const title = /^t .*$/m.exec(JSON.stringify(hover?.contents).replaceAll("\\n", "\n"))?.[0];
  return { command: lenses[0]?.command, hint, title };
}

test("a click shows the next instance, everywhere, and the client keeps it", async () => {
  const client = await start();
  const before = await seen(client);
  expect(before.command?.title).toBe("2 instances: ▸ nt:8 · tn:11");
  expect([before.hint, before.title]).toEqual([
    "(_8,m):(_1,_8) · gmem float · one of 2",
    "t  gmem_ptr[32b] o (_8,m):(_1,_8)",
  ]);

  const kept = new Promise<ChoicesParams>((resolve) => client.connection.onNotification("cuteLens/choices", resolve));
  const { command, arguments: given } = before.command ?? {};
  await client.connection.sendRequest("workspace/executeCommand", { command, arguments: given });
  const { choices } = await kept;
  expect(choices).toEqual({ [uri]: { kernel: "tn:11" } });
  const after = await seen(client);
  expect(after.command?.title).toBe("2 instances: nt:8 · ▸ tn:11");
  expect([after.hint, after.title]).toEqual([
    "(_8,m):(m,_1) · gmem float · one of 2",
    "t  gmem_ptr[32b] o (_8,m):(m,_1)",
  ]);

  const again = await seen(await start(choices));
  expect(again).toEqual(after);
});
