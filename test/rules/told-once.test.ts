// One mistake is told once, by the rule that knows most of it.
import { expect, test } from "vitest";
import { analysed } from "../features/analysed.ts";

test("a fragment of the other operand's partition, whose values are known", async () => {
  const source = `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel(half_t* smem) {
  auto mma = make_tiled_mma(SM90_64x64x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>{});
  auto thr = mma.get_slice(threadIdx.x);
  auto sA = make_tensor(make_smem_ptr(smem), tile_to_shape(GMMA::Layout_K_SW128_Atom<half_t>{}, Shape<_64, _64>{}));
  auto tCrA = thr.make_fragment_A(thr.partition_B(sA));
  auto tCrB = thr.make_fragment_B(thr.partition_B(sA));
  auto acc = partition_fragment_C(mma, Shape<_64, _64>{});
  mma.accumulate_ = GMMA::ScaleOut::Zero;
  warpgroup_arrive();
  gemm(mma, tCrA(_, _, 0), tCrB(_, _, 0), acc);
  warpgroup_commit_batch();
  warpgroup_wait<0>();
}
void launch(half_t* smem) { kernel<<<1, 128>>>(smem); }`;
  const { problems } = await analysed(source, "cpp");
  expect(problems.flatMap(({ code, severity }) => (severity === "hint" ? [] : [code]))).toHaveLength(1);
});
