// The driver's verdicts: every measured call of cuTensorMapEncodeTiled is judged as the H200's driver judged it.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Context, OpStop } from "../src-engine/algebra/context.ts";
import { tmaEncodeVerdict } from "../src-engine/calculator/goldens/tma-encode.ts";

const context: Context = {
  dialect: "cpp",
  step: () => {},
  need: () => {},
  stop: (stop) => {
    throw new OpStop(stop);
  },
};

const judge = (args: unknown) => tmaEncodeVerdict(context, { op: "tma_encode", args: [args], given: {}, want: [] });

interface Row {
  readonly args: readonly unknown[];
  readonly result: string;
}

test("all measured verdicts", () => {
  const text = readFileSync(new URL("goldens/tma_encode.public.jsonl", import.meta.url), "utf8");
  const rows: Row[] = text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
  const different = rows.filter((row) => judge(row.args[0]).result !== row.result);
  expect(rows.length).toBe(9489);
  expect(different).toEqual([]);
});

const base = {
  dataType: 6,
  rank: 2,
  addressOffset: 0,
  globalDim: [1024, 1024],
  globalStrides: [2048],
  boxDim: [64, 64],
  elementStrides: [1, 1],
  interleave: 0,
  swizzle: 0,
  l2Promotion: 0,
  oobFill: 0,
};

test.each([
  [{}, undefined],
  [{ addressOffset: 8 }, ["address"]],
  [{ globalStrides: [2056] }, ["global-stride"]],
  [{ globalStrides: [0] }, undefined],
  [{ boxDim: [257, 64] }, ["box-dim", "inner-box-bytes"]],
  [{ boxDim: [12, 64] }, ["inner-box-bytes"]],
  [{ swizzle: 2, boxDim: [64, 64] }, ["swizzle-width"]],
  [{ swizzle: 4 }, ["swizzle"]],
  [{ dataType: 13 }, ["data-type"]],
  [{ interleave: 2, globalStrides: [2064] }, ["rank", "global-stride"]],
  [{ dataType: 7, boxDim: [256, 229] }, ["box-bytes"]],
  [{ elementStrides: [1, 9] }, ["element-stride"]],
])("a half_t tile with %j breaks %j", (change, rules) => {
  expect(judge({ ...base, ...change }).rules).toEqual(rules);
});

test("arguments that are not arguments are refused, not guessed", () => {
  expect(() => judge(3)).toThrow("dataType");
  expect(() => judge({ ...base, boxDim: ["64"] })).toThrow("boxDim");
});
