// cp.async against the counters of an H200: the bounds hold for every pattern, and where they meet they are what was counted.
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

test("wavefronts lie within the bounds, most of them are certain", () => {
  const bounded = patterns.map((one) => ({ ...one, bounds: asyncWavefronts(one.access) }));
  const outside = bounded.filter(({ bounds, wavefronts }) => wavefronts < bounds.least || bounds.most < wavefronts);
  expect(outside.map(({ line }) => line)).toEqual([]);
  const certain = bounded.filter(({ bounds }) => bounds.least === bounds.most);
  expect(`${certain.length} of ${bounded.length} certain`).toMatchInlineSnapshot(`"249 of 391 certain"`);
});
