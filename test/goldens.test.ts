// The golden data: what the real libraries printed (test/goldens/README.md), against the engine, one test for each family.
//
// A golden with a result must be met to the character (spaces aside); one with an error must be refused for a reason of
// CuTe's, not for lack of ability. A new family is one line in `families`; atoms, tiled objects and TMA have files of their own.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { CaseOp } from "../src-engine/calculator/case.ts";
import { atomCases } from "../src-engine/calculator/goldens/atoms.ts";
import { costCases } from "../src-engine/calculator/goldens/costs.ts";
import { tmaCases } from "../src-engine/calculator/goldens/tma.ts";
import { answerLine } from "../src-engine/calculator/line.ts";

interface Golden {
  readonly op: string;
  readonly result?: unknown;
  readonly results?: readonly unknown[];
  readonly error?: string;
  readonly at?: string;
}

interface Answer {
  readonly result?: unknown;
  readonly error?: { readonly code: string; readonly at?: string };
}

/** Not able to, which is no refusal. */
const unable = new Set(["unknown-op", "parse", "unsupported", "internal", "budget"]);

const cases: ReadonlyMap<string, CaseOp> = new Map(
  [atomCases, tmaCases, costCases].flatMap((family) => Object.entries(family)),
);

const read = (file: string): readonly string[] =>
  readFileSync(new URL(`goldens/${file}`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");

/** Spaces and the order of keys do not count. */
function plain(value: unknown): unknown {
  if (typeof value === "string") return value.replace(/\s+/g, "");
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, item]) => [key, plain(item)]),
  );
}

function meets(golden: Golden, answer: Answer): boolean {
  if (golden.error !== undefined) return answer.error !== undefined && !unable.has(answer.error.code);
  const want = golden.results?.length === 1 ? golden.results[0] : (golden.results ?? golden.result);
  return answer.result !== undefined && JSON.stringify(plain(answer.result)) === JSON.stringify(plain(want));
}

interface Score {
  readonly missed: readonly string[];
  readonly total: number;
  readonly named: number;
  readonly namable: number;
}

function score(file: string): Score {
  const missed: string[] = [];
  let named = 0;
  let namable = 0;
  const lines = read(file);
  for (const line of lines) {
    const golden: Golden = JSON.parse(line);
    const { op, args, given, want, attrs, inputs } = JSON.parse(line);
    const text = answerLine(JSON.stringify({ op, args, given, want, attrs, inputs }), cases);
    const answer: Answer = JSON.parse(text);
    if (golden.error !== undefined && golden.at) namable++;
    if (golden.error !== undefined && golden.at && answer.error?.at === golden.at) named++;
    if (!meets(golden, answer)) missed.push(`${line}\n  got ${text}`);
  }
  return { missed, total: lines.length, named, namable };
}

/** The share of each family that must be met. */
const families: readonly (readonly [file: string, share: number])[] = [
  ["algebra.public.jsonl", 1],
  ["coords.public.jsonl", 1],
  ["swizzle.public.jsonl", 1],
  ["seeds.jsonl", 1],
  ["errors.public.jsonl", 1],
  ["cute_ir.public.jsonl", 1],
  ["memory.public.jsonl", 1],
];

describe("golden results of the real library", () => {
  it.each(families)("%s", (file, share) => {
    const { missed, total } = score(file);
    expect(
      missed.length,
      `${missed.length} of ${total} missed, among them\n${missed.slice(0, 3).join("\n")}`,
    ).toBeLessThanOrEqual(Math.floor(total * (1 - share)));
  });

  it("names the condition that refuses, for nine refusals in ten", () => {
    const { named, namable } = score("errors.public.jsonl");
    expect(named / namable).toBeGreaterThanOrEqual(0.9);
  });
});
