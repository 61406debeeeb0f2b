// How much `__shared__` arrays may have: ptxas 13 takes 48 KiB for sm_90 and what a block may have for sm_90a.
import { expect, test } from "vitest";
import type { Arch } from "../../server/src/settings/schema.ts";
import { analysed } from "../features/analysed.ts";

const kernel = (parameter: string, bytes: number): string => `
#include <cuda.h>
#include <cute/tensor.hpp>
__global__ void kernel(${parameter}, char* out) {
  __shared__ alignas(128) char stages[${bytes}];
  out[threadIdx.x] = stages[threadIdx.x];
}`;

const map = "const __grid_constant__ CUtensorMap map";

test.each<readonly [Arch, string, number, readonly string[]]>([
  ["auto", "int n", 98_304, ["smem-static"]],
  ["auto", map, 98_304, []],
  ["auto", map, 240_000, ["smem-static"]],
  ["sm_90", map, 98_304, ["smem-static"]],
  ["sm_90a", "int n", 98_304, []],
  ["sm_120a", "int n", 98_304, []],
  ["sm_120a", "int n", 102_400, ["smem-static"]],
])("%s: a kernel of %s with %i B", async (arch, parameter, bytes, expected) => {
  const { problems } = await analysed(kernel(parameter, bytes), "cpp", { arch });
  expect(problems.map(({ code }) => code)).toEqual(expected);
});

test("what a kernel without CuTe is allowed", async () => {
  const source = (stages: number): string => `#include <cuda_bf16.h>
template <int Stages> struct Storage { alignas(128) __nv_bfloat16 a[128 * 64 * Stages], b[128 * 64 * Stages]; };
__global__ void kernel() {}
void launch() {
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, sizeof(Storage<${stages}>));
}`;
  const codes = async (stages: number) =>
    (await analysed(source(stages), "cpp", { arch: "sm_90a" })).problems.map(({ code }) => code);
  expect(await codes(7)).toEqual([]);
  expect(await codes(8)).toEqual(["smem-request"]);
});
