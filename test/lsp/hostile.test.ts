// Texts made to hang or end a server, opened as an editor opens them: each question is answered, also behind a letter typed into them, and
// so is what is asked of another file afterwards. One server has all of them, one after the other.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type LspClient, startClient } from "./client.ts";

const cpp = (text: string) =>
  `#include <cute/tensor.hpp>\nusing namespace cute;\n${text}\nauto last = make_layout(Int<4>{});\n`;
const python = (text: string) => `import cutlass.cute as cute\n${text}\nlast = cute.make_layout(4)\n`;
const lines = (count: number, line: (i: number) => string, first = ""): string =>
  [first, ...Array.from({ length: count }, (_, i) => line(i))].join("\n");

const texts: readonly (readonly [string, "cuda-cpp" | "python", string])[] = [
  ["conditions in conditions", "cuda-cpp", cpp("#if A\n".repeat(5_000))],
  ["a condition of many branches", "cuda-cpp", cpp(`#if A\n${"#elif B\nint a;\n".repeat(3_000)}#endif`)],
  [
    "macros of another one twice",
    "cuda-cpp",
    cpp(`${lines(60, (i) => `#define A${i + 1} (A${i}+A${i})`)}\nint x = A60;`),
  ],
  [
    "layouts of another one twice",
    "cuda-cpp",
    cpp(lines(60, (i) => `auto t${i + 1} = make_layout(t${i}, t${i});`, "auto t0 = make_layout(_2{});")),
  ],
  [
    "a call that passes twice its arguments",
    "cuda-cpp",
    cpp("template <int N, class... T> auto f(T... t) { return f<N + 1>(t..., t...); }\nvoid g() { auto x = f<0>(1); }"),
  ],
  ["classes of the one before", "cuda-cpp", cpp(lines(500, (i) => `struct A${i + 1} : A${i} {};`, "struct A0 {};"))],
  [
    "an if in each line",
    "cuda-cpp",
    cpp(`void f(int a) {\nint x = 0;\n${lines(3_000, (i) => `if (a == ${i}) x = 1;`)}}`),
  ],
  [
    "one if behind another's else",
    "cuda-cpp",
    cpp(`void f(int a) {\nint x = 0;\n${lines(3_000, (i) => `if (a == ${i}) x = 1; else`)} x = 2; }`),
  ],
  ["brackets", "cuda-cpp", cpp("(\n".repeat(20_000))],
  ["calls in calls", "cuda-cpp", cpp(`void f() { auto x = ${"make_tuple(\n".repeat(5_000)}1${")\n".repeat(5_000)}; }`)],
  ["a line of 5 MB", "cuda-cpp", cpp(`int a[] = {${"1,".repeat(2_500_000)}};`)],
  ["zero bytes", "cuda-cpp", cpp(`void f() { auto l = \0\0 make_layout(Int<4>{}); \0 }\n${"\0".repeat(20_000)}`)],
  ["halves of characters", "cuda-cpp", cpp(`auto l\ud800 = make_layout(Int<4>{}); // (\udc00)\nauto s = "\ud83d";`)],
  [
    "an elif in each line",
    "python",
    python(`def f(a):\n    x = 0\n    if a: x = 1\n${lines(5_000, (i) => `    elif a == ${i}: x = 2`)}`),
  ],
  ["an if in each line, in Python", "python", python(`def f(a):\n    x = 0\n${"    if a: x = 1\n".repeat(3_000)}`)],
  ["a list that grows", "python", python(`x = []\n${"x.append(1)\n".repeat(6_000)}`)],
  ["a text that never ends", "python", python(`def f(a):\n    x = '''\n${"    a = 1\n".repeat(3_000)}`)],
  ["tuples of another one twice", "python", python(`t = 1\n${"t = (t, t)\n".repeat(60)}l = cute.make_layout(t)`)],
  ["halves of characters, in Python", "python", python(`x\ud800 = "\udc00"\nl = cute.make_layout(8)  # (\udfff)`)],
];

const plain = "file:///w/plain.cu";
let client: LspClient;

beforeAll(async () => {
  client = await startClient({ pictures: true, commands: ["cuteLens.openPreviewAt", "cuteLens.copyText"] });
  client.open(plain, "cuda-cpp", cpp("void f() { auto l = make_layout(Shape<_4, _8>{}); }"));
});
afterAll(async () => {
  expect(client.errors).toEqual([]);
  expect(await client.stop()).toBe(0);
});

const ask = (method: string, params: object) => client.connection.sendRequest(method, params);

async function everything(uri: string): Promise<void> {
  const textDocument = { uri };
  const range = { start: { line: 0, character: 0 }, end: { line: 50, character: 0 } };
  const last = client.position(uri, "last = ");
  const places = [{ line: 2, character: 6 }, { line: 4, character: 6 }, last];
  await Promise.all([
    ask("textDocument/inlayHint", { textDocument, range }),
    ...places.flatMap((position) =>
      ["hover", "completion", "signatureHelp"].map((name) => ask(`textDocument/${name}`, { textDocument, position })),
    ),
    ask("textDocument/codeAction", { textDocument, range, context: { diagnostics: [] } }),
    ask("textDocument/semanticTokens/full", { textDocument }),
    ask("textDocument/documentSymbol", { textDocument }),
    ask("textDocument/codeLens", { textDocument }),
  ]);
}

test.each(texts)("%s", async (name, languageId, text) => {
  const uri = `file:///w/${encodeURIComponent(name)}.${languageId === "python" ? "py" : "cu"}`;
  client.open(uri, languageId, text);
  await everything(uri);
  client.replace(uri, "last = ", "lastly = ");
  client.replace(uri, "lastly = ", "last = ");
  await everything(uri);
  await client.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
  const position = client.position(plain, "l = ");
  expect(JSON.stringify(await ask("textDocument/hover", { textDocument: { uri: plain }, position }))).toContain(
    "(_4,_8)",
  );
});
