// A folder, a file and code with names, comments and texts made to be markup: all that the server says of them, rendered as editors do.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Hover, InlayHint } from "vscode-languageserver";
import { type LspClient, startClient } from "../lsp/client.ts";

interface Renderer {
  render(text: string): string;
}
// It comes without types.
const MarkdownIt = createRequire(import.meta.url)("markdown-it") as new (options: object) => Renderer;
// It would make no links to files and commands; VS Code makes them.
const renderer = Object.assign(new MarkdownIt({ html: true, linkify: true }), { validateLink: () => true });

const evil = [
  "<img src=x onerror=alert(1)>",
  "[x](command:y)",
  "![p](https://example.com/p.png)",
  "`",
  "``` ~~~",
  "| a |",
];
const top = mkdtempSync(join(tmpdir(), "cute-lens-names-"));
const folder = join(top, "[a](command:b) <b> `c`");
const comment = evil.join(" ");
const quoted = evil.map((one) => JSON.stringify(one));

const cpp = `#include <cute/tensor.hpp>
#include "helper.h"
using namespace cute;
#define EVIL ${comment.replaceAll("`", "")}
template <class T> void g(T a, int n, const char* s) {
  auto l = make_layout(make_shape(n, Int<8>{})); // (<b>M</b>,[x](command:y)) ${comment}
  auto m = make_layout(unknown_of(${quoted.join(", ")})); // ${comment}
  auto t = make_tensor(make_gmem_ptr((half_t*)s), l);
  auto z = make_layout(EVIL);
  static_assert(size(Layout<_4>{}) == 5, ${quoted[0]} ${quoted[1]});
  if (s == ${quoted[1]}) { auto c = make_layout(Int<4>{}); auto w = helper(c); }
  auto choice = s == ${quoted[2]} || n < 3 ? make_layout(4) : make_layout(8);
  printf(${quoted.join(", ")}, l); print(l);
  auto bad = make_layout(Shape<_4, _8>{}, Stride<_1>{});
}
void h() { g(${quoted[1]}, 4, ${quoted[0]}); g(${quoted[2]}, 5, ${quoted[3]}); }
`;
const helper = `#include <cute/tensor.hpp>
template <class L> auto helper(L l) { auto inside = cute::logical_divide(l, cute::Int<2>{}); return inside; }
`;
const python = `import cutlass.cute as cute
names = {${quoted[0]}: 4, ${quoted[1]}: 8, ${quoted[3]}: 2}
class Kernel:
    def __init__(self, mode=${quoted[1]}, n=names[${quoted[0]}]):
        self.mode, self.n = mode, n
    @cute.jit
    def __call__(self, a: cute.Tensor, which):
        l = cute.make_layout((self.n, names[${quoted[1]}]))  # (<b>M</b>,[x](command:y)) ${comment}
        m = cute.make_layout(other(${quoted.join(", ")}))
        if which == ${quoted[1]}:
            c = cute.make_layout(names[which])
        d = c if self.mode == ${quoted[2]} else l
        assert self.n == 5, ${quoted[0]}
        print(${quoted.join(", ")}, l)
        bad = cute.make_layout((4, 8), stride=(1,))
Kernel(${quoted[2]})(None, ${quoted[1]})
`;

const texts: readonly (readonly [string, string, string])[] = [
  ["k] (x) <i>.cu", "cuda-cpp", cpp],
  ["helper.h", "cuda-cpp", helper],
  ["k ![p](x).py", "python", python],
];
let client: LspClient;

beforeAll(async () => {
  mkdirSync(folder);
  for (const [name, , text] of texts) writeFileSync(join(folder, name), text);
  const options = { commands: ["cuteLens.openPreviewAt", "cuteLens.copyText", "cuteLens.chooseInstance"] };
  client = await startClient({ ...options, pictures: true }, undefined, pathToFileURL(folder).href);
});
afterAll(async () => {
  expect(client.errors).toEqual([]);
  expect(await client.stop()).toBe(0);
  rmSync(top, { recursive: true });
});

/** Links of our own: to files of the folder, and to the commands that the editor has told of; pictures that we have drawn. */
const ours = /<a href="(?:file:\/\/\/[^"]*|command:cuteLens\.(?:openPreviewAt|copyText|chooseInstance)\?[^"]*)">/g;

function expectText(markdown: string): void {
  const html = renderer
    .render(markdown)
    .replace(ours, "")
    .replace(/<img src="data:image\/svg\+xml,[^"]*" alt="layout"( \/)?>/g, "")
    .replace(
      /<\/?(?:p|a|ul|li|em|strong|code|pre|table|thead|tbody|tr|th|td|br)(?: class="language-cute-layout")? ?\/?>/g,
      "",
    )
    .replace(/<t[hd] style="text-align:\w+">/g, "");
  expect(html, markdown).not.toMatch(/[<>]/);
}

const markdownOf = (contents: Hover["contents"]): string =>
  typeof contents === "object" && "value" in contents ? contents.value : "";

test.each(texts)("%s: nothing is markup", async (name, languageId, text) => {
  const uri = pathToFileURL(join(folder, name)).href;
  client.open(uri, languageId, text);
  const problems = await client.diagnostics(uri);
  const lines = text.split("\n");
  let hovers = 0;
  for (const [line, content] of lines.entries())
    for (const { index } of content.matchAll(/\b\w/g)) {
      const params = { textDocument: { uri }, position: { line, character: index } };
      const answer = await client.connection.sendRequest<Hover | null>("textDocument/hover", params);
      if (answer === null) continue;
      hovers++;
      expectText(markdownOf(answer.contents));
    }
  expect(hovers).toBeGreaterThan(name === "helper.h" ? 3 : 20);
  const range = { start: { line: 0, character: 0 }, end: { line: lines.length, character: 0 } };
  const hints = await client.connection.sendRequest<InlayHint[]>("textDocument/inlayHint", {
    textDocument: { uri },
    range,
  });
  expect(hints.length).toBeGreaterThan(name === "helper.h" ? -1 : 0);
  for (const hint of hints) {
    const { tooltip } = await client.connection.sendRequest<InlayHint>("inlayHint/resolve", hint);
    expect(tooltip).toBeDefined();
    expectText(typeof tooltip === "object" ? tooltip.value : "");
  }
  // Problems are text for every editor; links in them are pages of our own.
  for (const { codeDescription } of problems) expect(codeDescription?.href ?? "").not.toMatch(/command:|example/);
  const lenses = await client.connection.sendRequest<readonly { command?: { command: string } }[]>(
    "textDocument/codeLens",
    { textDocument: { uri } },
  );
  for (const { command } of lenses) expect(command?.command ?? "").toMatch(/^$|^cuteLens\./);
});
