// A partition of which a function of the user takes addresses, and which nobody copies, is nothing to be told of.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

async function told(body: string): Promise<readonly string[]> {
  const { problems } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
template <class T, class S>
__device__ void store(S& s, T const* p, int row) {
  ${body}
}
__global__ void kernel(float* p) {
  __shared__ float buffer[64 * 16];
  auto s = make_tensor(make_smem_ptr(buffer), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_128, _1>>{}, Layout<Shape<_1, _1>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tDs = thr.partition_D(s);
  store(tDs, p, 64);
}
void launch(float* p) { kernel<<<1, 128>>>(p); }`,
    "cpp",
  );
  return problems.filter(({ code }) => code === "copy-tile").map(({ message }) => message);
}

test("a function that copies it, and one that takes its elements", async () => {
  expect(await told("copy(make_tensor(p, s.layout()), s);")).toHaveLength(1);
  expect(await told("if (threadIdx.x < row) s(0, 0, 0) = p[threadIdx.x];")).toEqual([]);
});
