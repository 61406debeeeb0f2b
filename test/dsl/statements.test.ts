// Statements that the real CuTe DSL (nvidia-cutlass-dsl 4.8.1) traced: what str() of each variable writes, pointer attributes
// and all. A run-time integer is `?` in both; what divides it and its width are left out.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { pythonPrint } from "../../server/src/features/prints/python.ts";
import { traced } from "./statements.ts";

interface Snippet {
  readonly code: string;
  /** By variable. */
  readonly values: Readonly<Record<string, string>>;
}

const snippets = readFileSync(process.env.STATEMENTS ?? new URL("statements.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Snippet);

const plain = (text: string): string =>
  text
    .replace(/\?\{[^}]*\}/g, "?")
    .replace(/\bInt(?:32|64)\(\?\)/g, "?")
    .replace(/S<0,\d+,-?\d+>/g, "S<0>")
    .replace(/,\)/g, ")")
    .replace(/\s+/g, " ");

test.each(snippets)("$code", async ({ code, values }) => {
  const found = await traced(code);
  const texts = Object.keys(values).map((name) => {
    const value = found.get(name);
    return [
      name,
      value === undefined ? "nothing" : plain(pythonPrint([{ value, text: name } as never], () => undefined)),
    ];
  });
  expect(Object.fromEntries(texts)).toEqual(
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name, plain(value)])),
  );
});
