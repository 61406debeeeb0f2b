// The comment of `diff` as a renderer of Markdown sees it: what stands in the code is text, and the comment has its limit.
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { diffFormats } from "../../server/src/cli/diff-formats.ts";
import type { ComparedFile, DiffReport } from "../../server/src/cli/diff-report.ts";

interface Renderer {
  render(text: string): string;
}
// It comes without types.
const MarkdownIt = createRequire(import.meta.url)("markdown-it") as new (options: object) => Renderer;

function report(text: string, files = 1): DiffReport {
  const at = { fragment: 0, start: 0, end: 0 };
  const change = { function: text, instances: [text], name: text, before: text, after: `${text} 2`, at };
  const problem = { code: text, severity: "hint", message: text, place: at };
  const diff = {
    values: [change],
    unknown: [],
    costs: [],
    kernels: [],
    problems: { new: [problem], gone: [] },
    appeared: 0,
    vanished: 0,
  };
  const one = { file: text, documents: { before: undefined, after: undefined }, diff } as unknown as ComparedFile;
  return { before: text, after: "b", files: Array.from({ length: files }, () => one) };
}

/** The texts of the rendered page in their order, without those of the frame. */
const rendered = (text: string): string => new MarkdownIt({ html: true, linkify: true }).render(text);
const plain = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot);/g, (_, one: "amp") => ({ amp: "&", lt: "<", gt: ">", quot: '"' })[one] ?? "");

test.each([
  "gmem_ptr[32b] o (_4,_2,⌈k/16⌉):(_32,8*m,16*m)",
  "ptr[16b](PTR) o (8,8):(1,8)",
  "[x](command:y) ![p](https://example.com/p.png) https://example.com www.example.com",
  "<img src=x onerror=alert(1)> </details> <!-- &lt;b&gt;",
  "` `` ``` | a | b |",
  "__a__ ~~b~~ *c* # d",
])("nothing of the code is markup: %s", (text) => {
  const html = rendered(diffFormats.markdown(report(text)));
  expect(
    html.match(/<(?!\/?(?:h3|p|ul|li|strong|code|b|table|thead|tbody|tr|th|td|details|summary)\b)[^>]*>/g),
  ).toBeNull();
  // The heading, the file, the problem's code and message, the function, its instance, the name and both values.
  expect(plain(html).split(text)).toHaveLength(10);
});

test("a comment ends where GitHub's limit does, and says how many files are left", () => {
  const markdown = diffFormats.markdown(report("x".repeat(2_000), 40));
  expect(markdown.length).toBeLessThan(65_536);
  expect(markdown).toMatch(/\n\n\d+ more files changed: `cute-lens diff` shows all\.\n$/);
});
