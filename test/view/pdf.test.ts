// A drawing as PDF: a page of its size, its text, and a table of objects that says where they stand.
import { expect, test } from "vitest";
import { parse } from "../../src-engine/algebra/notation/parse.ts";
import { makeContext } from "../../src-engine/calculator/context.ts";
import { renderPdf } from "../../src-engine/views/pdf.ts";
import { renderSvg } from "../../src-engine/views/svg.ts";
import { isPicture, viewOf } from "../../src-engine/views/view-of.ts";

function drawing(text: string, label = "offset") {
  const picture = viewOf(makeContext("cpp"), parse(text), { dialect: "cpp" });
  if (!isPicture(picture)) throw new Error(picture.why);
  return renderSvg(picture, { theme: "light", label, maxWidth: 800, maxHeight: 600 });
}

test("the page is as large as the drawing and has every label", () => {
  const drawn = drawing("(_2,_4):(_4,_1)");
  const pdf = renderPdf(drawn);
  expect(pdf).toContain(`/MediaBox [0 0 ${drawn.width} ${drawn.height}]`);
  for (let offset = 0; offset < 8; offset++) expect(pdf).toContain(`(${offset}) Tj`);
  expect(pdf).toContain("\\(_2,_4\\):\\(_4,_1\\)");
});

test("each object stands where the table says, and the stream is as long as it says", () => {
  const pdf = renderPdf(drawing("Sw<2,1,3> o _0 o (_4,_16):(_16,_1)", "before → after"));
  const table = [...pdf.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
  for (const [i, at] of table.entries()) expect(pdf.slice(at).startsWith(`${i + 1} 0 obj`)).toBe(true);
  const stream = /\/Length (\d+) >>\nstream\n([\s\S]*)\nendstream/.exec(pdf);
  expect(stream?.[2]?.length).toBe(Number(stream?.[1]));
  expect(pdf).toContain("(17->");
  expect([...pdf].every((c) => c.charCodeAt(0) < 256)).toBe(true);
});
