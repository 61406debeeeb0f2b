// docs/security.md keeps what it says: each of its lines names a test, and the test is there.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const page = readFileSync(fileURLToPath(new URL("../../docs/security.md", import.meta.url)), "utf8");
const rows = page.split("\n").filter((line) => line.startsWith("|") && !/^\|(-|.*\| Test \|$)/.test(line));

test("the page has lines", () => {
  expect(rows.length).toBeGreaterThan(25);
});

test.each(rows)("%s", (row) => {
  const [, file, words] = /\| ([./\w-]+): "([^"]+)" \|$/.exec(row) ?? [];
  expect(words, "a line ends in a test").toBeDefined();
  const source = readFileSync(fileURLToPath(new URL(`${file}.test.ts`, import.meta.url)), "utf8");
  expect(source).toContain(words);
});
