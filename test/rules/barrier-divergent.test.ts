// barrier-divergent: who comes to a barrier of the whole block.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (body: string, threads = "128"): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__device__ void quiet(float* a) { a[threadIdx.x] = 0.0f; }
__device__ void meeting(float* a) { a[threadIdx.x] = 0.0f; __syncthreads(); }
__global__ void kernel(float* a, int n) {
  int warp = threadIdx.x / 32;
${body}
}
void launch(float* a, int n) { kernel<<<4, ${threads}>>>(a, n); }`;
  const { problems } = await analysed(source, "cpp");
  return problems
    .filter(({ code }) => code === "barrier-divergent")
    .map(({ message }) => message.replace(/ come.*/, ""));
};

test.each([
  ["below an index", "  if (threadIdx.x < 32) { a[0] = 1; __syncthreads(); }", ["only 32 of the block's 128 threads"]],
  ["below a warp's number", "  if (warp != 0) { quiet(a); __syncthreads(); }", ["only 96 of the block's 128 threads"]],
  ["all threads", "  if (threadIdx.x < 128) { a[0] = 1; __syncthreads(); }", []],
  ["one condition for the block", "  if (n > 3 && blockIdx.x == 0) { a[0] = 1; __syncthreads(); }", []],
  ["both sides", "  if (warp == 0) { a[0] = 1; __syncthreads(); } else { a[1] = 1; __syncthreads(); }", []],
  ["the rest has left", "  if (threadIdx.x >= 64) return;\n  a[threadIdx.x] = 1;\n  __syncthreads();", []],
  ["the others may meet in a function", "  if (warp == 0) { a[0] = 1; __syncthreads(); } else { meeting(a); }", []],
  ["in a function that nobody sees", "  if (warp == 0) { a[0] = 1; __syncthreads(); } else { elsewhere(a); }", []],
  ["what only the run knows", "  if (a[threadIdx.x] > 0) { a[0] = 1; __syncthreads(); }", []],
])("%s", async (_name, body, wanted) => {
  expect(await told(body)).toEqual(wanted);
});

test("a block that nobody knows", async () => {
  expect(await told("  if (threadIdx.x < 32) { a[0] = 1; __syncthreads(); }", "n")).toEqual([]);
});
