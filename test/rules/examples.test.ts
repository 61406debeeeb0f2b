// Every rule's examples: the bad one gives exactly the marked findings of that rule, the good one gives nothing.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { rules } from "../../server/src/rules/list.ts";
import { pageOf } from "../../server/src/rules/pages.ts";
import type { Problem } from "../../server/src/rules/problem.ts";
import type { Example, Rule } from "../../server/src/rules/rule.ts";
import type { Settings } from "../../server/src/settings/schema.ts";
import { analysed } from "../features/analysed.ts";
import { readMarks } from "../features/marks.ts";

describe.each(rules.map((rule) => [rule.code, rule] as const))("%s", (_code, rule) => {
  const page = pageOf(rule);
  test("has a sentence, a page and a reference", () => {
    expect(rule.title).toMatch(/\.$/);
    expect(page.doc.trim().length).toBeGreaterThan(80);
    expect(page.references.length).toBeGreaterThan(0);
  });

  test("has an example in each language that it can arise in", () => {
    const shown = new Set(page.examples.map(({ language }) => language));
    const wanted = (["cpp", "python"] as const).filter((language) => rule.absent?.[language] === undefined);
    expect(wanted.filter((language) => !shown.has(language))).toEqual([]);
  });

  test.each(page.examples.map((example) => [example.language, example] as const))("%s", async (_language, example) => {
    await checkBad(rule, example);
    const good = await analysed(example.good, example.language, settingsFor(rule, example));
    expect(good.problems.filter((p) => p.severity !== "information" && isSaid(rule, p))).toEqual([]);
  });
});

/** A rule that is off by default is switched on. */
function settingsFor(rule: Rule, { arch }: Example): Partial<Settings> {
  const on = rule.severity === "off" ? { "diagnostics.severity": { [rule.code]: "information" as const } } : {};
  return arch === undefined ? on : { ...on, arch };
}

/** What other rules hint at, as at the cost of a copy, is no problem of the example. */
const isSaid = (rule: Rule, { code, severity }: Problem): boolean => severity !== "hint" || code === rule.code;

async function checkBad(rule: Rule, example: Example): Promise<void> {
  const { text, marks } = readMarks(example.bad);
  const { problems } = await analysed(text, example.language, settingsFor(rule, example));
  const found = problems
    .filter((p) => isSaid(rule, p))
    .map(({ code, place, message }) => ({
      code,
      at: text.slice(place.start, place.end),
      start: place.start,
      message: message.slice(0, marks[0]?.text.length),
    }));
  const wanted = marks.map((mark) => ({
    code: rule.code,
    at: text.slice(mark.start, mark.end),
    start: mark.start,
    message: mark.text,
  }));
  expect(found).toEqual(wanted);
}

test("codes and numbers are unique, codes are kebab-case", () => {
  const names = rules.flatMap((rule) => [rule.code, rule.number]);
  expect(new Set(names).size).toBe(names.length);
  for (const { code, number } of rules) {
    expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(number).toMatch(/^[A-Z]+\d{3}$/);
  }
});

test("docs/checks.md names every rule", () => {
  const page = readFileSync(new URL("../../docs/checks.md", import.meta.url), "utf8");
  const missing = rules.filter(({ code, number }) => !page.includes(`[${number}](rules/${code}.md)`));
  expect(missing.map(({ code }) => code).filter((code) => !/^(comment-|assertion-)/.test(code))).toEqual([]);
});
