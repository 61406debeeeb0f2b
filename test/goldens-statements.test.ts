// Statements of CuTe C++ and what the library printed for each variable, or that the compiler refused them (test/goldens/statements.jsonl).
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Row, rowsOf } from "./evaluate/facts-of.ts";

interface Statements {
  readonly source: readonly string[];
  /** By variable; of statements that do not compile the compiler's message instead. */
  readonly values?: Readonly<Record<string, string>>;
  readonly refused?: string;
}

const goldens: readonly Statements[] = readFileSync(new URL("goldens/statements.jsonl", import.meta.url), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));

const source = (all: readonly Statements[]): string =>
  ["#include <cute/tensor.hpp>", "using namespace cute;"]
    .concat(all.map(({ source: lines }, i) => `void f${i}() {\n${lines.join("\n")}\n}`))
    .join("\n");

const plain = (value: string): string => value.replaceAll(/\(PTR(?:\.0)?\)|\s/g, "");

/** Of refused statements the last declares the variable that has no value. */
const refusedName = ({ source: lines }: Statements): string => / (\w+) = /.exec(lines.at(-1) ?? "")?.[1] ?? "";

test("what the library prints, and what it refuses", async () => {
  const rows = await rowsOf({ "/p/a.cu": source(goldens) }, "/p/a.cu");
  const found = new Map(rows.map((row): [string, Row] => [`${row.function}.${row.name}`, row]));
  const wrong = goldens.flatMap((golden, i) => {
    const wanted = golden.values ?? { [refusedName(golden)]: "unknown" };
    return Object.entries(wanted).flatMap(([name, value]) => {
      const got = found.get(`f${i}.${name}`);
      return plain(got?.value ?? "") === plain(value) ? [] : [`${name}: ${got?.value} (${got?.why}), not ${value}`];
    });
  });
  expect(wrong).toEqual([]);
});
