// CuTe DSL's algebra as nvidia-cutlass-dsl 4.8.1 computes it (test/dsl/algebra.jsonl): that of C++, with sizes of 1 at stride 0.
//
// A run-time integer prints `?`; what is known to divide it and whether a 1 is static differ in print only and are left out.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "../src-engine/algebra/notation/parse.ts";
import { print } from "../src-engine/algebra/notation/print.ts";
import { attempt, makeContext } from "../src-engine/calculator/context.ts";
import { ops } from "../src-engine/calculator/ops/table.ts";

interface Row {
  readonly op: string;
  readonly args: readonly string[];
  readonly result: string;
}

const rows: readonly Row[] = readFileSync(new URL("dsl/algebra.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

const plain = (text: string): string => text.replace(/\s/g, "").replace(/\?\{[^}]*\}/g, "?");

test.each([...new Set(rows.map((row) => row.op))])("%s", (op) => {
  for (const row of rows.filter((each) => each.op === op)) {
    const args = row.args.map((arg) => parse(arg, { dialect: "dsl" }));
    const outcome = attempt(() => print(ops.get(op)!.run(makeContext("dsl"), args), "dsl"));
    expect("value" in outcome ? plain(outcome.value) : outcome.stop, row.args.join("  ")).toEqual(plain(row.result));
  }
});
