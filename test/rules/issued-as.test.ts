// A cost rule names the instruction as it is issued: cp.async is neither a load nor a store.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

test("cp.async down the columns of one memory and into one bank of the other", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t const* in) {
  __shared__ alignas(16) half_t buf[64 * 32];
  auto s = make_tensor(make_smem_ptr(buf), Layout<Shape<_32, _64>, Stride<_1, _32>>{});
  auto g = make_tensor(make_gmem_ptr(in), Layout<Shape<_32, _64>, Stride<_1, _32>>{});
  auto fill = make_tiled_copy(Copy_Atom<SM80_CP_ASYNC_CACHEALWAYS<uint32_t>, half_t>{}, Layout<Shape<_1, _32>>{}, Layout<Shape<_2, _1>>{});
  auto thr = fill.get_slice(threadIdx.x);
  copy(fill, thr.partition_S(g), thr.partition_D(s));
}`;
  const { problems } = await analysed(source, "cpp");
  expect(problems.map(({ message }) => message.replace(/,? (?:where|a \d+-way|\d+%) .*/, ""))).toEqual([
    "thr.partition_S(g): each cp.async of a warp touches 32 sectors",
    "thr.partition_D(s): cp.async takes 16 wavefronts",
  ]);
});
