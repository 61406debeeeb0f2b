// Epilogues that CollectiveBuilder makes: what CUTLASS 4.7's headers, compiled on the host, print for each row of
// test/collective/epilogues.jsonl. `R` and `C` are RowMajor and ColumnMajor, `*` a pointer to a layout per group.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { collectiveEpilogue, type EpilogueSpec } from "../src-engine/algebra/atoms/collective/epilogue.ts";
import type { Operand } from "../src-engine/algebra/atoms/collective/types.ts";
import { namedType } from "../src-engine/algebra/atoms/element-types.ts";
import { symbol } from "../src-engine/algebra/int/ask.ts";
import { staticInt } from "../src-engine/algebra/int/int.ts";
import { print } from "../src-engine/algebra/notation/print.ts";
import { tupleOf } from "../src-engine/algebra/tuple/tree.ts";
import type { Int, Value } from "../src-engine/algebra/value.ts";
import { makeContext } from "../src-engine/calculator/context.ts";

interface Row {
  readonly arch: "Sm90" | "Sm100";
  readonly tile: readonly number[];
  readonly cluster: readonly (number | "int")[];
  readonly c: string;
  readonly lc: string;
  readonly alc: number;
  readonly d: string;
  readonly ld: string;
  readonly ald: number;
  readonly schedule: string;
  readonly epi: string;
  readonly want: Readonly<Record<string, unknown>>;
}

const rows: readonly Row[] = readFileSync(new URL("collective/epilogues.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line));

const ctx = makeContext("cpp", Number.MAX_SAFE_INTEGER);

const matrix = (type: string, layout: string, alignment: number): Operand => ({
  type: namedType(type),
  major: layout.startsWith("R") ? "K" : "MN",
  grouped: layout.endsWith("*"),
  alignment,
});

const extent = (x: number | "int"): Int => (x === "int" ? symbol("cluster", "", { min: 1 }) : staticInt(x));
const numbers = (text: string): readonly number[] => [...text.matchAll(/_(\d+)/g)].map((found) => Number(found[1]));

const specOf = (row: Row): EpilogueSpec => ({
  arch: row.arch,
  tile: tupleOf<Int>(...row.tile.map(staticInt)),
  cluster: tupleOf<Int>(...row.cluster.map(extent)),
  epilogueTile: row.epi === "EpilogueTileAuto" ? undefined : { kind: "tuple", items: numbers(row.epi).map(staticInt) },
  c: row.c === "void" ? undefined : matrix(row.c, row.lc, row.alc),
  d: matrix(row.d, row.ld, row.ald),
  schedule: row.schedule,
  accumulatorBits: 32,
  plainFusion: true,
});

function answer(spec: EpilogueSpec): Readonly<Record<string, unknown>> {
  const made = collectiveEpilogue(ctx, spec);
  const { name, stagesC, stagesD, fragmentSize, reuseSmemC, delayTmaStore } = made.policy;
  const parameters = [stagesC, stagesD, fragmentSize, reuseSmemC, delayTmaStore].filter((x) => x !== undefined);
  const shown = (key: string, value: unknown) => (value === undefined ? {} : { [key]: print(value as Value) });
  return {
    policy: name,
    shared: made.shared?.bytes,
    parameters,
    ...shown("tile", made.epilogueTile),
    ...shown("atomC", made.smemLayoutAtomC),
    ...shown("atomD", made.smemLayoutAtomD),
    ...shown("smemC", made.smemLayoutC),
    ...shown("smemD", made.smemLayoutD),
  };
}

const title = (row: Row): string =>
  `${row.arch} ${row.c} ${row.lc} ${row.d} ${row.ld} ${row.tile.join("x")} ${row.cluster.join("x")} ${row.schedule} ${row.epi}`;

test.each(rows.map((row) => [title(row), row] as const))("%s", (_, row) => {
  expect(answer(specOf(row))).toEqual(row.want);
});

test("storage of a fusion that keeps something is open", () => {
  expect(collectiveEpilogue(ctx, { ...specOf(rows[0]!), plainFusion: false }).shared).toBeUndefined();
});
