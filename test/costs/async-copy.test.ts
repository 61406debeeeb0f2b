// cp.async against the counters of an H200: drawn patterns, then tiles of rows plain, padded and swizzled.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type AsyncAccess, asyncSectors, asyncWavefronts } from "../../src-engine/costs/async-copy.ts";

interface Pattern {
  readonly line: string;
  readonly access: AsyncAccess;
  readonly wavefronts: number;
  readonly sectors: number;
}

const patterns: readonly Pattern[] = readFileSync(new URL("async-patterns.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))
  .map((line) => {
    const [head = "", global = "", shared = ""] = line.split(" | ");
    const [cache, ...numbers] = head.split(" ");
    const [bytes = 0, wavefronts = 0, sectors = 0] = numbers.map(Number);
    const offsets = (text: string): readonly number[] => text.split(" ").map((unit) => Number(unit) * bytes);
    const access = { bytes, global: offsets(global), shared: offsets(shared), isPastL1: cache === "cg" };
    return { line, access, wavefronts, sectors };
  });

test("sectors are exact", () => {
  expect(patterns.filter(({ access, sectors }) => asyncSectors(access) !== sectors)).toEqual([]);
});

test("wavefronts are exact", () => {
  expect(patterns.filter(({ access, wavefronts }) => asyncWavefronts(access) !== wavefronts)).toEqual([]);
  expect(patterns.length).toBe(613);
});
