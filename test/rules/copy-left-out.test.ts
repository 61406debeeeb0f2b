// A partition whose copy another configuration makes is nothing to be told of.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

async function told(mode: number, copy: string): Promise<readonly string[]> {
  const { problems } = await analysed(
    `#include <cute/tensor.hpp>
using namespace cute;
template <int Mode> __global__ void kernel(float* p) {
  __shared__ float buffer[64 * 16];
  auto s = make_tensor(make_smem_ptr(buffer), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  auto g = make_tensor(make_gmem_ptr(p), Layout<Shape<_64, _16>, Stride<_16, _1>>{});
  auto tiled = make_tiled_copy(Copy_Atom<UniversalCopy<float>, float>{}, Layout<Shape<_128, _1>>{}, Layout<Shape<_1, _1>>{});
  auto thr = tiled.get_slice(threadIdx.x);
  auto tSg = thr.partition_S(g);
  auto tDs = thr.partition_D(s);
  ${copy}
}
void launch(float* p) { kernel<${mode}><<<1, 128>>>(p); }`,
    "cpp",
  );
  return problems.filter(({ code }) => code === "copy-tile").map(({ message }) => message);
}

test("the copy stands in the branch that is compiled, in another one, or is not yet written", async () => {
  const copy = "if constexpr (Mode == 1) { copy(tiled, tSg, tDs); }";
  expect(await told(1, copy)).toHaveLength(2);
  expect(await told(0, copy)).toEqual([]);
  expect(await told(0, "")).toHaveLength(2);
});
