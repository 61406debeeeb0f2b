// A hover on a name without facts waits for what holds on an assumption, and says on which.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hover } from "vscode-languageserver";
import { type LspClient, startClient } from "./client.ts";

const uri = "file:///work/kernel.cu";
const text = `#include <cute/tensor.hpp>
using namespace cute;
template <int CTA_M, class TypeA>
__global__ void kernel(TypeA const* A, int k) {
  auto rows = make_layout(make_shape(Int<CTA_M>{}, k));
  auto smem = tile_to_shape(GMMA::Layout_K_SW128_Atom<TypeA>{}, make_shape(Int<CTA_M>{}, Int<64>{}));
  // a word about smem in a comment
}
`;

let client: LspClient;
beforeAll(async () => {
  client = await startClient();
  client.open(uri, "cuda-cpp", text);
  await client.diagnostics(uri);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toEqual([]);
});

const hoverOn = async (needle: string, delta: number): Promise<string> => {
  const params = { textDocument: { uri }, position: client.position(uri, needle, delta) };
  return JSON.stringify(await client.connection.sendRequest<Hover | null>("textDocument/hover", params));
};

test("what symbols can say needs no assumption", async () => {
  expect(await hoverOn("rows =", 1)).toContain("(CTA_M,k):(_1,CTA_M)");
  expect(await hoverOn("rows =", 1)).not.toContain("if ");
});

test("an unbound element type: the layout of an example, and the words that it is one", async () => {
  const hover = await hoverOn("smem =", 1);
  expect(hover).toContain("((_8,_16),(_64,_1)):((_64,_512),(_1,_0))");
  expect(hover).toContain("if CTA_M = 128, TypeA = half_t");
});

test("after an edit the example is of the new text", async () => {
  client.replace(uri, "Int<64>", "Int<128>");
  const hover = await hoverOn("smem =", 1);
  expect(hover).toContain("((_8,_16),(_64,_2))");
});

test("a word that nothing declares has no hover", async () => {
  expect(await hoverOn("word", 1)).toBe("null");
});
