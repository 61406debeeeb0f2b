// The MMA operations that CuTe DSL does not make: told where they are made, as it raises there.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (op: string): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `
import cutlass
import cutlass.cute as cute
from cutlass import BFloat16, Float16, Float32, Float8E4M3FN
from cutlass.cute.nvgpu import tcgen05, warp, warpgroup

@cute.jit
def go():
    mma = cute.make_tiled_mma(${op})
`,
    "python",
  );
  return problems.map(({ code, message }) => `${code}: ${message}`);
};

test("element types", async () => {
  expect(await told("warp.MmaF16BF16Op(Float32, Float32, (16, 8, 16))")).toEqual([
    "not-traced: MmaF16BF16Op: ab_dtype is Float32: it takes Float16 or BFloat16",
  ]);
  expect(await told("warp.MmaF16BF16Op(BFloat16, Float16, (16, 8, 16))")).toEqual([
    "not-traced: MmaF16BF16Op: BFloat16 is accumulated in Float32 only, acc_dtype is Float16",
  ]);
  expect(await told("warp.MmaFP8Op(Float16, Float32, (16, 8, 32))")).toEqual([
    "not-traced: MmaFP8Op: ab_dtype is Float16: it takes Float8E5M2 or Float8E4M3FN",
  ]);
});

const k = "warpgroup.OperandMajorMode.K";
const wgmma = (shape: string): string =>
  `warpgroup.MmaF16BF16Op(Float16, Float32, ${shape}, warpgroup.OperandSource.SMEM, ${k}, ${k})`;
const umma = (shape: string, group: string): string =>
  `tcgen05.MmaF16BF16Op(Float16, Float32, ${shape}, tcgen05.CtaGroup.${group}, tcgen05.OperandSource.SMEM, ${k.replace("warpgroup", "tcgen05")}, ${k.replace("warpgroup", "tcgen05")})`;

test("instruction shapes", async () => {
  expect(await told("warp.MmaF16BF16Op(Float16, Float32, (16, 16, 16))")).toEqual([
    "not-traced: MmaF16BF16Op: the operation has no instruction of shape (16,16,16): take (16,8,8) or (16,8,16)",
  ]);
  expect(await told(wgmma("(128, 128, 16)"))).toEqual([
    "not-traced: MmaF16BF16Op: M of the instruction is 128: it takes 64",
  ]);
  expect(await told(wgmma("(64, 264, 16)"))).toEqual([
    "not-traced: MmaF16BF16Op: N of the instruction is 264: it takes multiples of 8, up to 256",
  ]);
  expect(await told(wgmma("(64, 128, 32)"))).toEqual([
    "not-traced: MmaF16BF16Op: K of the instruction is 32: it takes 16",
  ]);
  expect(await told(umma("(256, 128, 16)", "ONE"))).toEqual([
    "not-traced: MmaF16BF16Op: M of the instruction is 256: it takes 64 or 128",
  ]);
  expect(await told(umma("(256, 24, 16)", "TWO"))).toEqual([
    "not-traced: MmaF16BF16Op: N of the instruction is 24: it takes multiples of 16, up to 256",
  ]);
});

test("what there is", async () => {
  expect(await told("warp.MmaF16BF16Op(BFloat16, Float32, (16, 8, 8))")).toEqual([]);
  expect(await told(wgmma("(64, 256, 16)"))).toEqual([]);
  expect(await told(umma("(256, 256, 16)", "TWO"))).toEqual([]);
  expect(await told(umma("(64, 8, 16)", "ONE"))).toEqual([]);
});

test("one SM has no instruction of 64 rows with scale factors", async () => {
  const scaled = (shape: string, group: string): string =>
    `tcgen05.MmaMXF4NVF4Op(Float8E4M3FN, ${shape}, tcgen05.CtaGroup.${group}, tcgen05.OperandSource.SMEM)`;
  expect(await told(scaled("(64, 128, 64)", "ONE"))).toEqual([
    "not-traced: MmaMXF4NVF4Op: M of the instruction is 64: it takes 128",
  ]);
  expect(await told(scaled("(128, 128, 64)", "ONE"))).toEqual([]);
  expect(await told(scaled("(256, 128, 64)", "TWO"))).toEqual([]);
});
