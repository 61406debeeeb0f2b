// The goldens of atoms, tiled copies and MMAs, and Blackwell: every part as the real library printed it; and what it refuses.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { attempt, makeContext } from "../src-engine/calculator/context.ts";
import { atomCases } from "../src-engine/calculator/goldens/atoms.ts";

interface Row {
  readonly op: string;
  readonly args: readonly unknown[];
  readonly given?: Readonly<Record<string, unknown>>;
  readonly want?: readonly string[];
  readonly result?: unknown;
  readonly error?: string;
  readonly at?: string;
}

const rows = (file: string): readonly Row[] =>
  readFileSync(new URL(`goldens/${file}`, import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

function answer(row: Row): unknown {
  const ctx = makeContext("cpp");
  const outcome = attempt(() =>
    atomCases[row.op]?.(ctx, { op: row.op, args: row.args, given: row.given ?? {}, want: row.want ?? [] }),
  );
  return "value" in outcome ? outcome.value : { refused: outcome.stop.message, at: outcome.stop.at };
}

describe.each(["atoms_mma", "atoms_copy", "tiled", "blackwell"])("%s", (family) => {
  const all = rows(`${family}.public.jsonl`);
  test.each([...new Set(all.map((row) => row.op))])("%s", (op) => {
    const mine = all.filter((row) => row.op === op).map((row) => ({ row, got: answer(row) }));
    const different = mine.filter(({ row, got }) => JSON.stringify(sorted(got)) !== JSON.stringify(sorted(row.result)));
    const shown = different.map(({ row, got }) => ({ args: row.args, given: row.given, want: row.result, got }));
    expect(shown.slice(0, 3), `${different.length} of ${mine.length} differ`).toEqual([]);
  });
});

test("refusals of copies and MMAs name the condition that CUTLASS names", () => {
  const mine = rows("errors.public.jsonl").filter((row) => row.op in atomCases);
  expect(mine.length).toBeGreaterThan(5);
  for (const row of mine) {
    // A static_assert without a message leaves the wording to us.
    const refused = row.error === "" ? expect.any(String) : row.error;
    expect(answer(row), JSON.stringify(row.args)).toEqual({ refused, at: row.at });
  }
});

function sorted(value: unknown): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
