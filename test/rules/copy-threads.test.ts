// More threads than a tiled copy has: told only where all of a known block certainly come to it by their own number.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (slice: string, before: string, launch = "<<<1, 256>>>"): Promise<readonly string[]> => {
  const { problems } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(float const* a, float* b, int n) {
  auto gA = make_tensor(make_gmem_ptr(a), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto gB = make_tensor(make_gmem_ptr(b), Layout<Shape<_32, _64>, Stride<_64, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>, float>{}, Layout<Shape<_8, _16>, Stride<_16, _1>>{}, Layout<Shape<_1, _4>>{});
  auto thr = tiled.get_slice(${slice});
  auto src = thr.partition_S(gA);
  auto dst = thr.partition_D(gB);
  ${before} copy(tiled, src, dst);
}
void launch(float const* a, float* b, int n) { kernel${launch}(a, b, n); }`,
    "cpp",
  );
  return problems.filter(({ code }) => code === "copy-threads").map(({ message }) => message.replace(/:.*/, ""));
};

const found = ["256 threads come to this copy, its tiled copy has 128"];

test("all threads of the block come", async () => {
  expect(await told("threadIdx.x", "")).toEqual(found);
  expect(await told("int(threadIdx.x)", "for (int i = 0; i < 2; ++i)")).toEqual(found);
  expect(await told("threadIdx.x", "for (int i = 0; i < n; ++i)")).toEqual(found);
  expect(await told("threadIdx.x", "if (blockIdx.x < n)")).toEqual(found);
});

test("only its own, or another number of each", async () => {
  expect(await told("threadIdx.x", "if (threadIdx.x < 128)")).toEqual([]);
  expect(await told("threadIdx.x", "if (threadIdx.x / 128 == 0)")).toEqual([]);
  expect(await told("threadIdx.x % 128", "")).toEqual([]);
  expect(await told("threadIdx.x - 128", "if (threadIdx.x >= 128)")).toEqual([]);
});

test("nobody knows who comes, or how many there are", async () => {
  expect(await told("threadIdx.x", "for (int i = threadIdx.x; i < n; i += blockDim.x)")).toEqual([]);
  expect(await told("threadIdx.x", "if (a[threadIdx.x] > 0)")).toEqual([]);
  expect(await told("threadIdx.x", "if (threadIdx.x < n)")).toEqual([]);
  expect(await told("threadIdx.x", "", "<<<1, n>>>")).toEqual([]);
  expect(await told("threadIdx.x", "", "<<<1, dim3(128, 2)>>>")).toEqual([]);
});
