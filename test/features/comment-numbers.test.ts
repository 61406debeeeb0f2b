// What stands in a template's source holds for all of its instances: neither the fix of a stale comment nor the offer to write
// one puts a number there that only one instance has.
import { expect, test } from "vitest";
import { commentActions } from "../../server/src/features/comment-action.ts";
import { analysed } from "./analysed.ts";

const template = (comment: string, callers: string) => `#include <cute/tensor.hpp>
using namespace cute;
template <class Tile> void tile(Tile t) {
  auto smem = make_layout(make_shape(get<0>(t), get<1>(t), Int<3>{}));${comment}
}
${callers}
`;
const one = "void a() { tile(Shape<_128, _64>{}); }";
const two = `${one}\nvoid b() { tile(Shape<_256, _32>{}); }`;

async function written(text: string): Promise<readonly string[]> {
  const { index, problems } = await analysed(text, "cpp");
  const at = text.indexOf("smem");
  const offered = commentActions(index, { fragment: 0, start: at, end: at });
  const fixes = problems.flatMap((problem) => problem.fixes);
  return [...fixes, ...offered].flatMap(({ edits }) => edits.map((edit) => edit.text.trim()));
}

const numbers = (texts: readonly string[]) => texts.flatMap((text) => text.match(/\b(?:128|256|64|32)\b/g) ?? []);

test("two instances with other sizes", async () => {
  expect(numbers(await written(template("", two)))).toEqual([]);
  expect(numbers(await written(template("  // (BLK_M,BLK_K)", two)))).toEqual([]);
});

test("one instance: another caller may come", async () => {
  expect(numbers(await written(template("", one)))).toEqual([]);
  expect(numbers(await written(template("  // (BLK_M,BLK_K)", one)))).toEqual([]);
});

test("what every instance has may be written", async () => {
  const plain = template("", two).replace("get<0>(t), get<1>(t)", "Int<4>{}, Int<8>{}");
  expect(await written(plain)).toEqual(["// (4,8,3)"]);
});
