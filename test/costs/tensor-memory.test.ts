// tcgen05: one thread issues an MMA, of two CTAs each computes its half; loads and stores say what a thread gets.
import { expect, test } from "vitest";
import { costList } from "../../server/src/costs/list.ts";
import { costWords } from "../../server/src/costs/words.ts";
import { analysed } from "../features/analysed.ts";

const kernel = (mma: string, mode: string): string => `#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  __shared__ alignas(128) half_t a[256 * 64];
  __shared__ alignas(128) half_t b[256 * 64];
  auto mma = make_tiled_mma(${mma}{});
  auto cta = mma.get_slice(_0{});
  Tensor sA = make_tensor(make_smem_ptr(a), UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, partition_shape_A(mma, Shape<${mode}, _64>{})));
  Tensor sB = make_tensor(make_smem_ptr(b), UMMA::tile_to_mma_shape(UMMA::Layout_K_SW128_Atom<half_t>{}, partition_shape_B(mma, Shape<${mode}, _64>{})));
  Tensor rA = cta.make_fragment_A(sA);
  Tensor rB = cta.make_fragment_B(sB);
  Tensor acc = cta.make_fragment_C(partition_shape_C(mma, Shape<${mode}, ${mode}>{}));
  gemm(mma, rA, rB, acc);
  auto t2r = make_tmem_copy(SM100_TMEM_LOAD_32dp32b32x{}, acc);
  auto thr = t2r.get_slice(threadIdx.x);
  Tensor from = thr.partition_S(acc);
  Tensor to = make_tensor<float>(shape(thr.partition_D(make_tensor<float>(shape(acc)))));
  copy(t2r, from, to);
}`;

async function titles(source: string): Promise<readonly string[]> {
  const { index } = await analysed(source, "cpp");
  return costList(index).map((one) => costWords(one, "cpp").title);
}

test("an MMA of one CTA", async () =>
  expect(
    await titles(
      kernel("SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 128, UMMA::Major::K, UMMA::Major::K>", "_128"),
    ),
  ).toMatchInlineSnapshot(`
    [
      "SM100_MMA_F16BF16_SS<half_t,half_t,float,128,128,K,K> × 4 by one thread · 2.1 MFLOP per CTA",
      "tcgen05.ld 128 B × 4 per thread · 64 KiB per CTA",
    ]
  `));

test("an MMA of two CTAs", async () =>
  expect(
    await titles(
      kernel("SM100_MMA_F16BF16_2x1SM_SS<half_t, half_t, float, 256, 256, UMMA::Major::K, UMMA::Major::K>", "_256"),
    ),
  ).toMatchInlineSnapshot(`
    [
      "SM100_MMA_F16BF16_2x1SM_SS<half_t,half_t,float,256,256,K,K> × 4 by one thread of 2 CTAs · 4.2 MFLOP per CTA",
      "tcgen05.ld 128 B × 8 per thread · 128 KiB per CTA",
    ]
  `));
