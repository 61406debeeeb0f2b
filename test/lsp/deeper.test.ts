// A hover on a name without facts waits a moment for what holds on an assumption, and says on which; where that takes longer it says
// that more is being worked out, and has it when one waits for it or asks again.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hover } from "vscode-languageserver";
import { type LspClient, startClient } from "./client.ts";

const uri = "file:///nowhere/kernel.py";
const text = `import cutlass
import cutlass.cute as cute

@cute.jit
def kernel(Q: cute.Tensor, k: cutlass.Int32):
    assert Q.element_type.width == 16
    rows = cute.make_layout((k, 8))
    vector = 128 // Q.element_type.width
    smem = cute.make_layout((64, vector))  # a word about smem
`;

let client: LspClient;
beforeAll(async () => {
  client = await startClient();
  client.open(uri, "python", text);
  await client.diagnostics(uri);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toEqual([]);
});

const hoverOn = async (needle: string, delta: number, more: object = {}): Promise<string> => {
  const params = { textDocument: { uri }, position: client.position(uri, needle, delta), ...more };
  return JSON.stringify(await client.connection.sendRequest<Hover | null>("textDocument/hover", params));
};

test("what symbols can say needs no assumption", async () => {
  expect(await hoverOn("rows =", 1)).toContain("(k,8):(1,k)");
  expect(await hoverOn("rows =", 1)).not.toContain("if ");
});

test("an element type that nobody gives: the layout of the one that the code asserts, and the words that it is an example", async () => {
  const hover = await hoverOn("smem =", 1, { settled: true });
  expect(hover).toContain("(64,8):(1,64)");
  expect(hover).toContain("Q.element_type = Float16");
});

test("after an edit the example is of the new text", async () => {
  client.replace(uri, "(64, vector)", "(128, vector)");
  const hover = await hoverOn("smem =", 1, { settled: true });
  expect(hover).toContain("(128,8):(1,128)");
});

test("a word that nothing declares has no hover", async () => {
  expect(await hoverOn("word", 1)).toBe("null");
});

const long = "file:///nowhere/long.py";
const kernel = text.slice(text.indexOf("@cute.jit"));
const longText = `${text}
${Array.from({ length: 1000 }, (_, i) => kernel.replace("kernel", `kernel${i}`)).join("\n")}
`;

test("in a long file the hover comes soon, and the value when one waits for it", async () => {
  client.open(long, "python", longText);
  await client.diagnostics(long);
  const hover = async (more: object = {}): Promise<string> => {
    const params = { textDocument: { uri: long }, position: client.position(long, "smem =", 1), ...more };
    return JSON.stringify(await client.connection.sendRequest<Hover | null>("textDocument/hover", params));
  };
  const first = await hover();
  expect(first).toContain("what it would be is being worked out");
  expect(first).toContain("the element type of Q is not visible");
  expect(await hover({ settled: true })).toContain("(64,8):(1,64)");
  expect(await hover()).toContain("(64,8):(1,64)");
});

test("asked to wait, it says where no more is known", async () => {
  const waiting = await startClient({ follows: true });
  const open = `@cute.jit\ndef open(k: cutlass.Int32):\n    odd = cute.make_layout(missing(k))\n`;
  waiting.open(long, "python", `${longText}\n${open}`);
  await waiting.diagnostics(long);
  const hover = async (needle: string, more: object = {}): Promise<string> => {
    const params = { textDocument: { uri: long }, position: waiting.position(long, needle, 1), ...more };
    return JSON.stringify(await waiting.connection.sendRequest<Hover | null>("textDocument/hover", params));
  };
  expect(await hover("odd =")).toMatch(/being worked out: it follows.*"followed":true/);
  expect(await hover("odd =", { settled: true })).toContain("No more is known.");
  expect(await waiting.stop()).toBe(0);
});
