// While one long kernel is evaluated the server still answers: completion, hovers in other files, and an edit ends the work.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CompletionList, Hover } from "vscode-languageserver";
import type { Followed } from "../../server/src/protocol/hover.ts";
import { type LspClient, startClient } from "./client.ts";

const slow = "file:///work/slow.cu";
const quick = "file:///work/quick.cu";
const header = "#include <cute/tensor.hpp>\nusing namespace cute;\n";
const quickText = `${header}void f() {\n  auto small = make_layout(Shape<_4, _8>{});\n}\n`;
/** One function, a single entry of the work list: thousands of layouts. */
const slowText = `${header}void g() {
${Array.from({ length: 2500 }, (_, i) => `  auto a${i} = zipped_divide(make_layout(make_shape(Int<${64 * (i + 1)}>{}, _128{})), Shape<_8, _16>{});`).join("\n")}
  make_la
}
`;

let client: LspClient;
beforeAll(async () => {
  client = await startClient({ follows: true });
  client.open(quick, "cuda-cpp", quickText);
  await client.diagnostics(quick);
});
afterAll(async () => {
  expect(await client.stop()).toBe(0);
  expect(client.errors).toEqual([]);
});

test("completion and hovers come before the facts of a long kernel", async () => {
  const order: string[] = [];
  client.open(slow, "cuda-cpp", slowText);
  const facts = client.diagnostics(slow).then(() => order.push("facts"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const ask = async <R>(method: string, uri: string, needle: string, delta: number): Promise<R> => {
    const params = { textDocument: { uri }, position: client.position(uri, needle, delta) };
    const answer = await client.connection.sendRequest<R>(method, params);
    order.push(method);
    return answer;
  };
  const { items } = await ask<CompletionList>("textDocument/completion", slow, "make_la\n", 7);
  const hover = await ask<Hover | null>("textDocument/hover", quick, "small", 2);
  await facts;
  expect(items.map(({ label }) => label)).toContain("make_layout");
  // Before the same names of Pyright, `09.9999.make_layout`.
  for (const { sortText = "~" } of items) expect(sortText < "09").toBe(true);
  expect(JSON.stringify(hover?.contents)).toContain("(_4,_8):(_1,_4)");
  expect(order).toEqual(["textDocument/completion", "textDocument/hover", "facts"]);
});

test("an edit in the middle of the work: the answer is for the newer text", async () => {
  client.replace(slow, "auto a0 = zipped_divide", "auto b0 = zipped_divide");
  await new Promise((resolve) => setTimeout(resolve, 50));
  client.replace(slow, "_8, _16>", "_4, _16>");
  await client.diagnostics(slow);
  const params = { textDocument: { uri: slow }, position: client.position(slow, "b0 =", 1) };
  const hover = await client.connection.sendRequest<Hover | null>("textDocument/hover", params);
  expect(JSON.stringify(hover?.contents)).toContain("((_4,_16),(_16,_8)):((_1,_64),(_4,_1024))");
});

test("a hover does not wait for the evaluation of an edit: it says what was there before, and that it does", async () => {
  const position = client.position(slow, "a2400 =", 1);
  const ask = () =>
    client.connection.sendRequest<Hover | null>("textDocument/hover", { textDocument: { uri: slow }, position });
  const order: string[] = [];
  client.replace(slow, "Int<64>{}, _128{}", "Int<32>{}, _128{}");
  const facts = client.diagnostics(slow).then(() => order.push("facts"));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const early = ask().then((hover) => {
    order.push("hover");
    return JSON.stringify(hover?.contents);
  });
  // Right below the value, before other facts: a hover shows little without scrolling.
  expect(await early).toMatch(/\(\(_8,_16\),\(_19208,_8\)\)[^|]{0,80}as it was before the last edit/);
  // What one sees first; the rest of it comes with the answer that follows, above it.
  expect(await early).not.toMatch(/\| mode|!\[layout\]|before the last edit.*before the last edit/);
  await facts;
  expect(order).toEqual(["hover", "facts"]);
  expect(JSON.stringify((await ask())?.contents)).not.toContain("before the last edit");
});

test("asked again, a hover waits: for what holds now, or the word that it is the same", async () => {
  const ask = (needle: string, more: object = {}) => {
    const params = { textDocument: { uri: slow }, position: client.position(slow, needle, 1), ...more };
    return client.connection.sendRequest<(Hover & Followed) | null>("textDocument/hover", params);
  };
  client.replace(slow, "Int<32>{}, _128{}", "Int<16>{}, _128{}");
  await new Promise((resolve) => setTimeout(resolve, 50));
  const early = await Promise.all([ask("b0 ="), ask("a2400 =")]);
  expect(early.map((hover) => hover?.followed)).toEqual([true, true]);
  const late = await Promise.all([ask("b0 =", { settled: true }), ask("a2400 =", { settled: true })]);
  const [changed, same] = late.map((hover) => JSON.stringify(hover?.contents));
  expect(changed).toMatch(/^(?!.*before the last edit).*\(_4,_16\),\(_4,_8\)/);
  expect(same).toMatch(/\(_19208,_8\).*The edit has changed nothing here(?!\.).*\| mode/);
  expect((await ask("a2400 ="))?.followed).toBeUndefined();
});
