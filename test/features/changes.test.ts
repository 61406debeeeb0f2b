// Two texts of a file: the lens above each function whose layouts differ, and the page behind it.
import { expect, test } from "vitest";
import { changedFunctions, changesPage } from "../../server/src/features/diff/changes.ts";
import { compareVersions } from "../../server/src/features/diff/compare.ts";
import { analysed } from "./analysed.ts";

const committed = `#include <cute/tensor.hpp>
using namespace cute;
void first() {
  auto rows = make_layout(Shape<_4, _8>{}, LayoutRight{});
  auto twice = logical_product(rows, Layout<_2>{});
  auto lost = make_layout(Shape<_4>{});
}
void second() {
  auto same = make_layout(Shape<_2, _2>{});
  int n = 3;
}
`;

async function compared(before: string, after: string) {
  const [old, now] = [await analysed(before, "cpp"), await analysed(after, "cpp")];
  const version = (text: string, { index, problems }: typeof old) => ({ facts: index.facts, texts: [text], problems });
  const functions = changedFunctions(now.index, compareVersions(version(before, old), version(after, now)));
  return { index: now.index, functions };
}

async function lenses(before: string, after: string) {
  const { functions } = await compared(before, after);
  return functions.map(({ place, text }) => [after.slice(place.start).split("\n")[0], text]);
}

test("a function whose layouts differ has a lens, and no other has", async () => {
  const edited = committed.replace("LayoutRight", "LayoutLeft");
  expect(await lenses(committed, edited)).toEqual([["void first() {", "2 layouts changed since HEAD"]]);
});

test("what is no longer known is told apart", async () => {
  const edited = committed.replace("LayoutRight", "LayoutLeft").replace("Shape<_4>{}", "mystery()");
  expect(await lenses(committed, edited)).toEqual([
    ["void first() {", "2 layouts changed since HEAD, 1 no longer known"],
  ]);
});

test("lines that move, other integers and other names are no changed layouts", async () => {
  const edited = committed.replace("void second", "\n// moved\nvoid second").replace("n = 3", "n = 4");
  expect(await lenses(committed, edited)).toEqual([]);
  expect(await lenses(committed, committed.replaceAll("same", "other"))).toEqual([]);
});

test("the page has both texts and both pictures, and no script", async () => {
  const { index, functions } = await compared(committed, committed.replace("LayoutRight", "LayoutLeft"));
  const html = functions.map((one) => changesPage(index, one)).join("");
  expect(html).toContain("(_4,_8):(_8,_1)");
  expect(html).toContain("(_4,_8):(_1,_4)");
  expect(html.match(/<svg/g)).toHaveLength(4);
  expect(html).toContain("default-src 'none'");
  expect(html).not.toContain("<script");
});
