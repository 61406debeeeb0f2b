// Quiet problems of one place that several instances have: told once, with the largest numbers.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

const told = async (launches: string): Promise<readonly string[]> => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
template <int Row> __global__ void kernel() {
  __shared__ alignas(16) half_t buffer[64 * Row];
  auto s = make_tensor(make_smem_ptr(buffer), Layout<Shape<_64, _16>, Stride<Int<Row>, _1>>{});
  auto thr = make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN{}, Layout<Shape<_4, _1, _1>>{}).get_slice(threadIdx.x);
  auto r = thr.partition_fragment_A(s);
  copy(thr.partition_A(s), r);
}
void launch() { ${launches} }`;
  const { problems } = await analysed(source, "cpp");
  return problems.flatMap(({ code, message }) => (code === "bank-conflict" ? [message] : []));
};

test("one instance's numbers stand for all, the largest", async () => {
  const words = (ways: string): string =>
    `thr.partition_A(s): ld.shared takes ${ways} bank conflict: swizzle its layout or pad its rows`;
  expect(await told("kernel<32><<<1, 128>>>(); kernel<64><<<1, 128>>>(); kernel<16><<<1, 128>>>();")).toEqual([
    `${words("8 wavefronts where 1 would do, an 8-way")} [launch:10 Row=64; 2 others differ]`,
  ]);
  expect(await told("kernel<32><<<1, 128>>>(); kernel<24><<<1, 128>>>();")).toEqual([
    `${words("4 wavefronts where 1 would do, a 4-way")} [launch:10 Row=32]`,
  ]);
});
