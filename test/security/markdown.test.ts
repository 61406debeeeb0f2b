// What a workspace says stays text in hovers and pictures: a name, comment or path with HTML, links or commands does nothing.
import { describe, expect, test } from "vitest";
import { drawing } from "../../server/src/cli/drawing.ts";
import { hoverOf } from "../../server/src/convert/hover.ts";
import type { HoverAnswer } from "../../server/src/features/hover.ts";
import { hover } from "../../server/src/features/hover.ts";
import { analysed } from "../features/analysed.ts";

const hostile = [
  "<img src=x onerror=alert(1)>",
  "[Preview](command:workbench.action.terminal.new)",
  "![p](https://example.com/p.png)",
  "](command:x) [y](command:y",
  "` [x](command:x) `` ```",
  "*_~~**\n\n# heading\n\n- [x](command:x)\n\n<b>",
  "https://example.com www.example.com a@example.com <https://example.com>",
  "| a | b |\n|---|---|",
  "&lt;b&gt; \\<b>",
];

const map = { uris: ["file:///w/a.cu"], texts: [""], lines: [] } as never;

function shown(text: string): string {
  const place = { fragment: 0, start: 0, end: 0 };
  const line = { label: text, text, rank: "first" as const };
  const answer = {
    place,
    name: text,
    title: text,
    lines: [line, { ...line, brief: text }, { ...line, brief: text, further: true }, { ...line, rank: "more" }],
    modes: [{ name: text, shape: text, stride: text, size: text }],
    notes: [text],
    instances: [{ label: text, text }],
    origin: [{ kind: "call", text, calls: [{ text, file: `/w/${text}`, line: 1 }] }],
  } as unknown as HoverAnswer;
  const { contents } = hoverOf(map, answer, { markdown: true, links: [] });
  return typeof contents === "object" && "value" in contents ? contents.value : "";
}

/** Without fenced text, code spans, escapes, and the links of our own to files: what is left may not be markup. */
function active(markdown: string): string {
  return markdown
    .replace(/^(`{3,})cute-layout\n[\s\S]*?\n\1$/gm, "")
    .replace(/\\[\\`*_{}[\]<>()#+!|&~@:.]/g, "")
    .replace(/(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, "")
    .replace(/\]\(file:\/\/\/[^\s()]*\)/g, "");
}

describe("a hover", () => {
  test.each(hostile)("%j is text in every part of it", (text) => {
    const left = active(shown(text));
    expect(left).not.toMatch(/<|&|\]\(|!\[|command:[^ ]*\)|:\/\/|www\.|@|~~|^#/m);
  });

  test("a fence is longer than any run of backticks in the text", () => {
    expect(shown("````")).toMatch(/^`{5}cute-layout\n/);
  });

  test("the real one, of a comment and a string", async () => {
    const text = `#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto l = make_layout(Shape<_4, _8>{}, LayoutRight{}); // (<b>M</b>,[x](command:y))
  static_assert(size(l) == 4, "<img src=x> [x](command:y)");
}
`;
    const { index } = await analysed(text, "cpp");
    for (const needle of ["l = make", "static_assert", "size(l)"]) {
      const answer = hover(index, { fragment: 0, offset: text.indexOf(needle) }, { detail: "full" });
      if (answer === undefined) continue;
      const { contents } = hoverOf(
        { uris: ["file:///w/a.cu"], texts: [text], lines: [] } as never,
        { ...answer, place: { fragment: 0, start: 0, end: 0 } },
        { markdown: true, links: [] },
      );
      expect(active(typeof contents === "object" && "value" in contents ? contents.value : "")).not.toMatch(/<|\]\(/);
    }
  });
});

test("a picture's texts are escaped", async () => {
  const svg = await drawing("(_2,_2):(_2,_1)", {
    format: "svg",
    theme: "light",
    label: '<script>alert(1)</script>&"',
  }).catch(String);
  expect(svg).not.toMatch(/<script/);
});
