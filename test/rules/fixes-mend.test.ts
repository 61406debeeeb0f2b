// A law of all fixes: each one that a rule offers for its own bad example leaves fewer problems than there were. And the rewrites alone, by text.
import { describe, expect, test } from "vitest";
import { rules } from "../../server/src/rules/list.ts";
import { pageOf } from "../../server/src/rules/pages.ts";
import type { PlacedFix, Problem } from "../../server/src/rules/problem.ts";
import { type Rewrite, transposed, withMajor, withNumber, withStaticNumbers } from "../../server/src/rules/rewrite.ts";
import { analysed } from "../features/analysed.ts";
import { readMarks } from "../features/marks.ts";

const applied = (text: string, { edits }: PlacedFix): string =>
  [...edits]
    .sort((a, b) => b.place.start - a.place.start)
    .reduce((now, { place, text: by }) => now.slice(0, place.start) + by + now.slice(place.end), text);

const serious = (problems: readonly Problem[]): number =>
  problems.filter(({ severity }) => severity === "error" || severity === "warning").length;

const examples = rules.flatMap((rule) => pageOf(rule).examples.map((example) => [rule.code, example] as const));

test.each(examples)("%s: its fixes mend its example", async (code, { bad, language, arch }) => {
  const { text } = readMarks(bad);
  const settings = arch === undefined ? {} : { arch };
  const { problems } = await analysed(text, language, settings);
  for (const problem of problems.filter((one) => one.code === code && one.severity !== "hint"))
    for (const fix of problem.fixes) {
      const after = await analysed(applied(text, fix), language, settings);
      expect(serious(after.problems), fix.title).toBeLessThan(Math.max(serious(problems), 1));
    }
});

describe("rewrites", () => {
  const rewritten = (text: string, [rewrite]: readonly Rewrite[]): string | undefined =>
    rewrite === undefined ? undefined : text.slice(0, rewrite.start) + rewrite.text + text.slice(rewrite.end);

  test.each([
    ["tile_to_shape(GMMA::Layout_MN_SW128_Atom<T>{}, s)", "tile_to_shape(GMMA::Layout_K_SW128_Atom<T>{}, s)"],
    ["make_layout(Shape<_128, _64>{}, LayoutRight{})", "make_layout(Shape<_128, _64>{}, LayoutLeft{})"],
    ["make_layout(make_shape(bM, bK))", "make_layout(make_shape(bM, bK), LayoutRight{})"],
    ["cute.make_layout((128, 64), stride=(64, 1))", "cute.make_layout((128, 64), stride=(1, 128))"],
    ["cute.make_layout((128, 64), stride=(72, 1))", undefined],
    ["make_layout(s, make_stride(a, b))", undefined],
    ["f(Layout_K_SW128_Atom<T>{}, Layout_MN_SW64_Atom<T>{})", undefined],
  ])("transposed: %s", (text, wanted) => {
    expect(rewritten(text, transposed(text))).toBe(wanted);
  });

  test("of a wanted major mode nothing is changed", () => {
    expect(withMajor("Layout_K_SW64_Atom<T>{}", "K")).toEqual([]);
  });

  test.each([
    ["Stride<Int<66>, _1>{}", "Stride<Int<72>, _1>{}"],
    ["Stride<_66, _1>{}", "Stride<Int<72>, _1>{}"],
    ["make_stride(66, 66)", undefined],
    ["x66 + 660", undefined],
  ])("a number: %s", (text, wanted) => {
    expect(rewritten(text, withNumber(text, 66, 72, ""))).toBe(wanted);
  });

  test.each([
    ["make_tile(32, 16)", "make_tile(Int<32>{}, Int<16>{})"],
    ["make_tile(n, 16)", undefined],
  ])("static numbers: %s", (text, wanted) => {
    expect(rewritten(text, withStaticNumbers(text))).toBe(wanted);
  });
});
