// What is counted about layouts: footprints, bank conflicts, coalescing, permutations, bit matrices.
import { describe, expect, test } from "vitest";
import { print } from "../../src-engine/algebra/notation/print.ts";
import { attempt, makeContext } from "../../src-engine/calculator/context.ts";
import { evaluateText } from "../../src-engine/calculator/expression.ts";
import { bankConflicts, coalescing, threadStrides } from "../../src-engine/costs/access.ts";
import { bitMatrix, bitMatrixText } from "../../src-engine/costs/bit-matrix.ts";
import { contiguity, footprint } from "../../src-engine/costs/memory.ts";
import { offsetsOf, threadsOf } from "../../src-engine/costs/offsets.ts";
import { permutation } from "../../src-engine/costs/permutation.ts";
import { analysis } from "../../src-engine/costs/report.ts";
import { layoutIn } from "../../src-engine/views/operation-trace.ts";

const ctx = makeContext("cpp");

function layout(text: string) {
  const value = layoutIn(evaluateText(ctx, text));
  if (value === undefined) throw new Error(`${text} is no layout`);
  return value;
}
const offsets = (text: string) => offsetsOf(ctx, layout(text)) ?? [];
const threads = (text: string) => threadsOf(ctx, layout(text), offsets(text));

describe("memory", () => {
  test("dense, strided, broadcast", () => {
    expect(footprint(offsets("_8:_1"))).toMatchObject({ span: 8, unique: 8, holes: 0, reuse: 1, runs: 1 });
    expect(footprint(offsets("_4:_2"))).toMatchObject({ span: 7, unique: 4, holes: 3, runs: 4, longestGap: 1 });
    expect(footprint(offsets("(_4,_2):(_0,_1)"))).toMatchObject({ unique: 2, reuse: 4, mostShared: 4, shared: 2 });
  });
  test("contiguous from the first element", () => {
    expect(contiguity(offsets("(_4,_8):(_1,_4)"))).toBe(32);
    expect(contiguity(offsets("(_4,_8):(_1,_8)"))).toBe(4);
    expect(contiguity(offsets("_8:_2"))).toBe(1);
  });
});

describe("memories that are not 32 banks of 4 bytes", () => {
  test.each([
    ["_32:_32", { banks: 32, bankBytes: 4, warp: 32 }, 32],
    ["_32:_32", { banks: 64, bankBytes: 4, warp: 32 }, 16],
    ["_64:_32", { banks: 64, bankBytes: 4, warp: 64 }, 32],
    ["_32:_2", { banks: 32, bankBytes: 8, warp: 32 }, 1],
    ["_32:_2", { banks: 32, bankBytes: 4, warp: 32 }, 2],
  ] as const)("%s over %j: %i-way", (text, memory, ways) =>
    expect(bankConflicts(threads(text), 32, 0, memory).ways).toBe(ways),
  );
  test("said by the calculator, with the same words", () =>
    expect(print(evaluateText(makeContext("cpp"), "bank_conflicts(_64:_1, 32, 64, 4, 64)"), "cpp")).toBe("_1"));
});

describe("bank conflicts of a warp", () => {
  test.each([
    ["_32:_1", 16, 1],
    ["_32:_0", 16, 1],
    ["_32:_1", 32, 1],
    ["_32:_2", 32, 2],
    ["_32:_32", 32, 32],
    ["_32:_33", 32, 1],
    ["_32:_64", 16, 32],
  ])("%s of %i bits: %i-way", (text, bits, ways) => expect(bankConflicts(threads(text), bits).ways).toBe(ways));

  test("16 bytes a thread are served a quarter warp at a time", () => {
    expect(bankConflicts(threads("(_32,_8):(_8,_1)"), 16)).toMatchObject({ ways: 1, bytes: 16, phase: 8 });
    expect(bankConflicts(threads("(_32,_8):(_64,_1)"), 16)).toMatchObject({ ways: 8, bytes: 16, phase: 8 });
  });
  test("a swizzle takes the conflict of a column away", () => {
    expect(bankConflicts(threads("((_8,_4),_8):((_64,_512),_1)"), 16).ways).toBe(8);
    expect(bankConflicts(threads("Sw<3,3,3> o _0 o ((_8,_4),_8):((_64,_512),_1)"), 16).ways).toBe(1);
  });
});

describe("coalescing of a warp", () => {
  test("a line of floats, every other one, one line each", () => {
    expect(coalescing(threads("_32:_1"), 32)).toEqual({ sectors: 4, lines: 1, wanted: 128, moved: 128 });
    expect(coalescing(threads("_32:_2"), 32)).toEqual({ sectors: 8, lines: 2, wanted: 128, moved: 256 });
    expect(coalescing(threads("_32:_64"), 32)).toMatchObject({ sectors: 32, lines: 32 });
  });
  test("steps between threads", () => expect(threadStrides(threads("(_4,_2):(_1,_16)"))).toEqual([1]));
});

describe("permutations", () => {
  test("identity, transpose, swizzle", () => {
    expect(permutation(offsets("_4:_1"))).toMatchObject({ order: 1, fixed: 4, even: true });
    expect(permutation(offsets("(_2,_2):(_2,_1)"))).toMatchObject({ order: 2, fixed: 2, even: false });
    expect(permutation(offsets("Sw<1,0,1> o _0 o _4:_1"))?.cycles).toEqual([[0], [1], [2, 3]]);
  });
  test("none where offsets are left out or shared", () => {
    expect(permutation(offsets("_4:_2"))).toBeUndefined();
    expect(permutation(offsets("_4:_0"))).toBeUndefined();
  });
});

test("which bits of the index make a bit of the offset", () => {
  expect(bitMatrixText(bitMatrix(offsets("Sw<1,0,1> o _0 o (_2,_2):(_2,_1)")) ?? [])).toBe("bit 0  1 1\nbit 1  1 ·");
  expect(bitMatrix(offsets("_6:_1"))).toBeUndefined();
});

test("the report: rows, and why there are none", () => {
  const rows = new Map(analysis(ctx, layout("(_32,_4):(_4,_1)"), 32));
  expect(rows.get("shared memory")).toBe("no bank conflict; 16-byte accesses, 8 threads at a time");
  expect(rows.get("global memory")).toBe("16 sectors in 4 lines, 100% used by a warp");
  expect(analysis(ctx, layout("(_8,M):(_1,_8)"), 32)[0]?.[1]).toMatch(/needs a layout with numbers/);
});

describe("as words of the calculator", () => {
  const said = (text: string): string => {
    const outcome = attempt(() => evaluateText(ctx, text));
    if ("stop" in outcome) return outcome.stop.message;
    return outcome.value.kind === "text" ? outcome.value.value : print(outcome.value, "cpp");
  };
  test.each([
    ["slice_contiguity((_4,_8):(_8,_1), (0,_))", "_8"],
    ["slice_contiguity((_4,_8):(_8,_1), (_,0))", "_1"],
    ["functionally_equal((_2,_4):(_1,_2), _8:_1)", "_1"],
    ["functionally_equal((_2,_4):(_4,_1), _8:_1)", "_0"],
    ["image((_2,_4):(_1,_0))", "(_0,_1)"],
    ["bank_conflicts((_32,_1):(_32,_1), 32)", "_32"],
    ["coalescing((_32,_4):(_4,_1), 32)", "(_16,_4)"],
    ["cycles((_2,_4):(_4,_1))", "((_0),(_1,_4,_2),(_3,_5,_6),(_7))"],
    ["offset_table((_2,_2):(_1,_0))", "0  (0,0) (0,1)\n1  (1,0) (1,1)"],
    ["image((M,_4):(_1,M))", "a layout with numbers, of at most 65,536 elements, is wanted"],
  ])("%s", (text, wanted) => expect(said(text)).toBe(wanted));

  test.each([
    ["(_4,_8):(_8,_1)", "(_4,_8)"],
    ["((_2,_2),_4):((_1,_8),_2)", "(_4,_4)"],
    ["Sw<2,1,3> o _0 o (_8,_16):(_16,_1)", "(_8,_16)"],
    ["Sw<3,3,3> o _0 o (_8,_64):(_64,_1)", "(_8,_64)"],
    ["(_4,_8):(_8,_0)", "(_4,_8)"],
  ])("%s comes back from its matrix of bits", (text, shape) =>
    expect(said(`from_F2_matrix(to_F2_matrix(${text}), ${shape})`)).toBe(text),
  );

  test("no layout has a matrix that needs more", () => {
    expect(said("from_F2_matrix(((1,1,1),(0,1,1),(0,0,1)), (_2,_2,_2))")).toBe(
      "no layout with at most one swizzle has this matrix",
    );
    expect(said("from_F2_matrix(3, 4)")).toContain("rows of 0 and 1");
  });

  test("what an atom covers", () => {
    expect(said("analyse(SM80_16x8x16_F32F16F16F32_TN)")).toContain("all 256 elements, each once");
    expect(said("analyse(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K,GMMA::Major::K>{})")).toContain("by 128 threads");
  });
});
