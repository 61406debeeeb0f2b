// The TMA goldens: every field of every descriptor, tensor and partition as the real library printed it.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Context, OpStop } from "../src-engine/algebra/context.ts";
import { tmaCases } from "../src-engine/calculator/goldens/tma.ts";

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

const context: Context = {
  dialect: "cpp",
  step: () => {},
  need: () => {},
  stop: (stop) => {
    throw new OpStop(stop);
  },
};

interface Answer {
  readonly result?: unknown;
  readonly error?: string;
  readonly at?: string | undefined;
}

function answer(row: Row, given: Row["given"] = row.given ?? {}): Answer {
  try {
    const run = tmaCases[row.op];
    if (run === undefined) return { error: `no op ${row.op}` };
    return { result: run(context, { op: row.op, args: row.args, given, want: row.want ?? [] }) };
  } catch (error) {
    if (!(error instanceof OpStop)) throw error;
    return { error: error.stop.message, at: error.stop.at };
  }
}

const expected = (row: Row): Answer => (row.error === undefined ? { result: row.result } : { error: row.error });
const operations = [...new Set(rows("tma.public.jsonl").map((row) => row.op))];

describe("tma goldens", () => {
  test.each(operations)("%s", (op) => {
    const mine = rows("tma.public.jsonl").filter((row) => row.op === op);
    const different = mine
      .filter((row) => !readings(row).some((got) => equal(got, expected(row))))
      .map((row) => ({ args: row.args, given: row.given, want: expected(row), got: readings(row)[0] }));
    expect(different.slice(0, 3), `${different.length} of ${mine.length} differ`).toEqual([]);
  });
});

/**
 * The answers that a row may have. `cta_coord_in_cluster` is written `_k` for an Int<k> and for a run-time k alike (the
 * printed offsets show both), so a multicast row is computed both ways and must equal one of them in every field.
 */
const readings = (row: Row): readonly Answer[] =>
  [row.given ?? {}, { ...row.given, static_cta: true }]
    .map((given) => answer(row, given))
    .map((got) => (row.error === undefined ? got : { error: got.error ?? "" }));

const equal = (a: unknown, b: unknown): boolean => JSON.stringify(sorted(a)) === JSON.stringify(sorted(b));

const sorted = (value: unknown): unknown => {
  if (typeof value === "string") return value.replace(/\s+/g, "");
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
};

describe("refusals name the condition", () => {
  const refused = rows("errors.public.jsonl").filter((row) => row.op in tmaCases);
  test.each(refused.map((row) => [`${row.op}(${row.args.join("; ")})`, row] as const))("%s", (_, row) => {
    expect(answer(row)).toMatchObject({ at: row.at });
  });
});
