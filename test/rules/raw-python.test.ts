// Raw tensor maps of cuda-python: the driver's rules speak there as in C++.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const source = (stride: string, box = "64", pack = "cbd.cuuint32_t") => `
import cuda.bindings.driver as cbd

def make(address):
    swizzle = cbd.CUtensorMapSwizzle.CU_TENSOR_MAP_SWIZZLE_128B
    error, tensor_map = cbd.cuTensorMapEncodeTiled(
        cbd.CUtensorMapDataType.CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
        2,
        address,
        (cbd.cuuint64_t(1024), cbd.cuuint64_t(512)),
        (cbd.cuuint64_t(${stride}),),
        (${pack}(${box}), ${pack}(64)),
        (cbd.cuuint32_t(1),) * 2,
        cbd.CUtensorMapInterleave.CU_TENSOR_MAP_INTERLEAVE_NONE,
        swizzle,
        cbd.CUtensorMapL2promotion.CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
        cbd.CUtensorMapFloatOOBfill.CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE,
    )
`;

const told = async (text: string) =>
  (await analysed(text, "python")).problems.map(({ code, message }) => `${code}: ${message}`);

test("as it should be", async () => {
  expect(await told(source("2048"))).toEqual([]);
});

test("a stride that is no multiple of 16 bytes", async () => {
  expect(await told(source("2056"))).toEqual([
    expect.stringMatching(/^tma-raw-descriptor: the stride of dimension 1 is 2056 B/),
  ]);
});

test("a box that is wider than its swizzle", async () => {
  expect(await told(source("2048", "128"))).toEqual([
    expect.stringMatching(/^tma-raw-descriptor: the inner box is 256 B wide, the swizzle covers 128 B/),
  ]);
});

test("numbers that only the run knows", async () => {
  expect(await told(source("pitch(address)"))).toEqual([]);
});
