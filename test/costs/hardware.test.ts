// Kernels of our own against the counters of an H200: every access instruction, how often, its wavefronts and sectors.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { costList, type PlacedCost } from "../../server/src/costs/list.ts";
import { elementOp } from "../../server/src/costs/of-arguments.ts";
import type { FactIndex } from "../../server/src/facts/fact-index.ts";
import type { SideCost } from "../../src-engine/costs/copy-cost.ts";
import { operandWavefronts } from "../../src-engine/costs/gemm-cost.ts";
import type { Issue } from "../../src-engine/costs/instruction.ts";
import { analysed } from "../features/analysed.ts";

const folder = new URL("kernels/", import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), "utf8");

/** What the counters were read for is the copies alone. */
const beside: ReadonlySet<string> = new Set([elementOp, "cooperative_copy", "axpby"]);

const nothing: ReadonlySet<string> = new Set();

/** `kernel instruction` → warp instructions, wavefronts, sectors. */
type Counted = Map<string, readonly [number, number, number]>;

/** For each time that a copy is gone through. */
function counted(name: string): Counted {
  const rows = read(name)
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(/\s+/));
  return new Map(
    rows.map(([kernel, op, ...numbers]) => {
      const [executed = 0, wavefronts = 0, sectors = 0, times = 1] = numbers.map(Number);
      return [`${kernel} ${op}`, [executed / times, wavefronts / times, sectors / times]];
    }),
  );
}

/** The kernel that an instance belongs to: itself, or the one that calls it. */
function kernelOf(index: FactIndex, { placed }: PlacedCost): string {
  const instance = index.instances.get(placed.fact.instance);
  return instance?.calls.length === 1 ? instance.function : (instance?.label.split(":")[0] ?? "");
}

function sassOf({ access, space, direction, stream }: SideCost, { unit, isPastL1 }: Issue): string {
  const matrices = /^(ld|st)matrix(\.trans)?\.x(\d)/.exec(access);
  if (matrices !== null)
    return `${matrices[1] === "ld" ? "LDSM" : "STSM"}.16.M${matrices[2] === undefined ? "" : "T"}88.${matrices[3]}`;
  const size = { 1: ".U8", 2: ".U16", 4: "", 8: ".64", 16: ".128" }[stream.bytes] ?? "?";
  if (unit === "cp.async") return `LDGSTS.E.${isPastL1 === true ? "BYPASS." : ""}LTC128B${size}`;
  const name = `${direction === "load" ? "LD" : "ST"}${space === "shared" ? "S" : "G.E"}`;
  return name + size;
}

/** A kernel and the launch it is, counted from 0: `through_half/1`. */
function launchOf(index: FactIndex, { placed: { fact } }: PlacedCost): string {
  const name = index.instances.get(fact.instance)?.function ?? "";
  const all = [...index.instances.values()].filter((one) => one.function === name).map(({ label }) => label);
  return `${name}/${all.sort().indexOf(index.instances.get(fact.instance)?.label ?? "")}`;
}

function predicted(index: FactIndex, nameOf = kernelOf, without = beside): Counted {
  const sums: Counted = new Map();
  const add = (key: string, executed: number, wavefronts: number, sectors: number): void => {
    const [a, b, c] = sums.get(key) ?? [0, 0, 0];
    sums.set(key, [a + executed, b + wavefronts, c + sectors]);
  };
  for (const one of costList(index)) {
    const kernel = nameOf(index, one);
    const { cost } = one;
    const operands = cost.kind === "gemm" ? operandWavefronts(cost) : undefined;
    if (cost.kind === "gemm" && cost.count?.kind === "num" && operands !== undefined) {
      const warps = 4 * cost.count.value * (cost.groups ?? 1);
      add(`${kernel} HGMMA.64`, warps, warps * operands, 0);
    }
    if (cost.kind !== "copy" || without.has(one.call.op)) continue;
    // Both sides of cp.async are one instruction.
    for (const [i, side] of cost.sides.entries()) {
      if ("why" in side) continue;
      const of = side.shared?.of ?? side.global?.of ?? 0;
      const isSecond = cost.issue.unit === "cp.async" && i > 0;
      const key = `${kernel} ${sassOf(side, cost.issue)}`;
      add(key, isSecond ? 0 : of, side.shared?.worst.total.wavefronts ?? 0, side.global?.worst.total.sectors ?? 0);
    }
  }
  return sums;
}

const byKernel = (all: Counted): Record<string, readonly number[]> => Object.fromEntries([...all].sort());

/** One instruction of a warp: how many there are rests on blocks and rounds. */
const perInstruction = (all: Counted): Counted =>
  new Map(
    [...all].map(([key, [executed, wavefronts, sectors]]) => [key, [1, wavefronts / executed, sectors / executed]]),
  );

/** What the compiler joins with a neighbour or takes out of a loop, and two loops of different rounds. */
const merged = [
  "strided/0 STG.E",
  "strided/1 STG.E",
  "strided/0 LDS",
  "strided/1 LDS",
  "together/0 LDS.64",
  "together/1 LDS.64",
];

describe("what the hardware counted is what was predicted", () => {
  test("copies into, out of and through shared memory; warpgroup MMAs", async () => {
    const files = ["kernels.cu", "shapes.cu", "wgmma.cu"].map((name) => analysed(read(name), "cpp"));
    const all = new Map((await Promise.all(files)).flatMap(({ index }) => [...predicted(index)]));
    expect(byKernel(all)).toEqual(byKernel(counted("counted.txt")));
    expect(all.size).toBeGreaterThan(120);
  });

  test("templates with their tiles, several blocks, planes of threads, some of the warps, predicates, slabs", async () => {
    const files = ["tiles.cu", "corners.cu"].map((name) => analysed(read(name), "cpp"));
    const all = new Map((await Promise.all(files)).flatMap(({ index }) => [...predicted(index)]));
    expect(byKernel(all)).toEqual(byKernel(counted("counted-tiles.txt")));
  });

  test("copies below tests of the thread, of the warp; axpby", async () => {
    const { index } = await analysed(read("guards.cu"), "cpp");
    expect(byKernel(predicted(index, kernelOf, nothing))).toEqual(byKernel(counted("counted-guards.txt")));
  });

  test("nine kernels that were predicted before they ran", async () => {
    const { index } = await analysed(read("nine.cu"), "cpp");
    const all = predicted(index, launchOf);
    expect(byKernel(all)).toEqual(byKernel(counted("counted-nine.txt")));
    expect(all.size).toBe(72);
  });

  test("twelve ways to write a copy, predicted before they ran", async () => {
    const { index } = await analysed(read("styles.cu"), "cpp");
    const isJoined = (key: string): boolean => /^three_warps.* STS/.test(key);
    const isNeverMade = (key: string): boolean => /^matrices.* STG/.test(key);
    const all = [...predicted(index, launchOf, nothing)].filter(([key]) => !isJoined(key) && !isNeverMade(key));
    const hardware = [...counted("counted-styles.txt")].filter(([key]) => !isJoined(key));
    expect(byKernel(new Map(all))).toEqual(byKernel(new Map(hardware)));
    expect(all.length).toBe(99);
  });

  test("tutorials: plain loops, loops over the block's threads, predicates, layouts as arguments, words that threads share", async () => {
    const { index } = await analysed(read("tutorial.cu"), "cpp");
    const all = perInstruction(predicted(index, launchOf, nothing));
    const hardware = perInstruction(counted("counted-tutorial.txt"));
    for (const left of merged) all.delete(left);
    expect(byKernel(all)).toEqual(byKernel(hardware));
    expect(all.size).toBe(113);
  });

  test("CuTe DSL: transposes, cp.async and ldmatrix on plain, padded and swizzled tiles", async () => {
    const all: Counted = new Map();
    for (const variant of [
      "Transpose(0)",
      "Transpose(4)",
      'Matrices("plain")',
      'Matrices("padded")',
      'Matrices("swizzled")',
    ]) {
      const [kernel = ""] = variant.split("(");
      const text = read(`${kernel.toLowerCase()}.py`).replace(/^ {4}\w+\((?:0|"plain")\)/m, `    ${variant}`);
      const { index } = await analysed(text, "python");
      // The DSL leaves the length of L2's prefetch unsaid.
      for (const [key, numbers] of predicted(index))
        all.set(`${variant} ${(key.split(" ")[1] ?? "").replace(".LTC128B", "")}`, numbers);
    }
    expect(byKernel(all)).toEqual(byKernel(counted("counted-dsl.txt")));
  });
});
