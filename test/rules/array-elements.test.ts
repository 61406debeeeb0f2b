// What a raw tensor map's arrays hold: written one by one, read in between, and not known where something else may change them.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const encode = (filled: string): string => `
#include <cuda.h>
void fill(cuuint32_t* box);
CUtensorMap map(void* p, bool tall) {
  CUtensorMap m;
  cuuint64_t size[2] = {1024, 1024}, stride[1] = {2048};
  cuuint32_t step[2] = {1, 1}, box[2] = {64, 64};
  ${filled}
  cuTensorMapEncodeTiled(&m, CU_TENSOR_MAP_DATA_TYPE_FLOAT16, 2, p, size, stride, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE,
    CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  return m;
}`;

const told = async (filled: string): Promise<readonly string[]> =>
  (await analysed(encode(filled), "cpp")).problems.map(({ message }) => message.split(";")[0] ?? "");

const tall = ["boxDim[1] is 512"];

test("the last element that is written counts", async () => {
  expect(await told("box[1] = 512;")).toEqual(tall);
  expect(await told("box[1] = 512; box[1] = 128;")).toEqual([]);
  expect(await told("box[0] = box[1] = 512;")).toContain("boxDim[0] is 512");
});

test("what is read changes nothing", async () => {
  expect(await told('box[1] = 512; printf("%u", box[1]);')).toEqual(tall);
});

test.each([
  "box[1] = 512; fill(box);",
  "box[1] = 512; if (!tall) box[1] = 64;",
  "if (tall) { box[1] = 512; }",
  "for (int i = 0; i < 2; ++i) box[i] = 512;",
  "box[1] = 512; box[1] /= 4;",
  "box[1] = 512; cuuint32_t& last = box[1]; last = 64;",
  "box[1] = 512; cuuint32_t* last = &box[1]; *last = 64;",
])("anything may have changed it: %s", async (filled) => {
  expect(await told(filled)).toEqual([]);
});
