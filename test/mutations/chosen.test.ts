// Every mistake caught: the kernels of kernels.ts changed in one place; each change gives exactly the rule that is about it.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { rules } from "../../server/src/rules/list.ts";
import type { Rule } from "../../server/src/rules/rule.ts";
import type { Settings } from "../../server/src/settings/schema.ts";
import type { Language } from "../../src-engine/program/ir.ts";
import { analysed } from "../features/analysed.ts";
import { type Change, type Changes, changed } from "./changes.ts";
import { cppChanges } from "./cpp-changes.ts";
import { cpp, python } from "./kernels.ts";
import { pythonChanges } from "./python-changes.ts";

const languages: readonly (readonly [Language, string, Changes])[] = [
  ["cpp", cpp, cppChanges],
  ["python", python, pythonChanges],
];

/** The errors and warnings, and whatever the rule in question says. */
async function told(source: string, language: Language, settings: Partial<Settings>, rule?: Rule) {
  const { problems } = await analysed(source, language, settings);
  const counted = problems.filter(
    ({ severity, code }) => severity === "error" || severity === "warning" || code === rule?.code,
  );
  return [...new Set(counted.map(({ code }) => code))].filter((code) => code === rule?.code || !behind.has(code));
}

/** The copy, the barrier, or whatever else is not compiled, tells the same mistake once more, where it ends up. */
const behind = new Set(["copy-vector", "copy-extents", "not-compiled", "barrier-arrivals", "smem-launch"]);

/** A rule that is off by default is switched on. */
function settingsFor(rule: Rule, [, , arch]: Change): Partial<Settings> {
  const on = rule.severity === "off" ? { "diagnostics.severity": { [rule.code]: "information" as const } } : {};
  return arch === undefined ? on : { ...on, arch };
}

/** They tell of tensors that are not known; in these kernels all are. `test/rules` has kernels where none is. */
const ofUnknown = new Set(["mode-count", "role-swapped", "smem-field-alignment", "tma-direction"]);

describe("as they are, they have no problem", () => {
  test.each(languages)("%s", async (language, source) => {
    const { problems } = await analysed(source, language, {});
    expect(problems.filter(({ severity }) => severity === "error" || severity === "warning")).toEqual([]);
  });
});

describe.each(languages)("%s", (language, source, changes) => {
  for (const rule of rules)
    for (const change of changes[rule.code] ?? [])
      test(`${rule.code}: ${change[0]} → ${change[1]}`, async () => {
        expect(await told(changed(source, change), language, settingsFor(rule, change), rule)).toEqual([rule.code]);
      });

  test("every rule has two, but those that cannot arise here", () => {
    const few = rules.filter(
      ({ code, absent }) =>
        (changes[code]?.length ?? 0) < 2 && absent?.[language] === undefined && !ofUnknown.has(code),
    );
    expect(few.map(({ code }) => code)).toEqual([]);
    const both = rules.filter(({ code, absent }) => changes[code] !== undefined && absent?.[language] !== undefined);
    expect(both.map(({ code }) => code)).toEqual([]);
  });

  test("every code that is named is a rule", () => {
    const codes = new Set(rules.map(({ code }) => code));
    expect(Object.keys(changes).filter((code) => !codes.has(code))).toEqual([]);
  });
});

test("docs/checks.md says which rules one language has alone, and why", () => {
  const page = readFileSync(new URL("../../docs/checks.md", import.meta.url), "utf8");
  const rows = rules.flatMap(({ number, code, absent }) =>
    Object.entries(absent ?? {}).map(
      ([language, why]) =>
        `| [${number}](rules/${code}.md) | ${language === "cpp" ? "CuTe DSL" : "CuTe C++"} | ${why} |`,
    ),
  );
  expect(rows.filter((row) => !page.includes(row))).toEqual([]);
});
