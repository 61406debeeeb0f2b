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

test("scale factors go from shared to tensor memory by descriptors, which have fewer elements than they lead to", async () => {
  const source = `import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
import cutlass.utils.blackwell_helpers as sm100_utils
import cutlass.utils.blockscaled_layout as blockscaled_utils
from cutlass.cute.nvgpu import tcgen05

@cute.kernel
def kernel():
    K = tcgen05.OperandMajorMode.K
    mma = sm100_utils.make_blockscaled_trivial_tiled_mma(
        cutlass.Float4E2M1FN, K, K, cutlass.Float8E4M3FN, 16, tcgen05.CtaGroup.ONE, (128, 128)
    )
    smem = utils.SmemAllocator()
    layout = blockscaled_utils.make_smem_layout_sfa(mma, (128, 128, 256), 16, 1)
    sSF = cute.filter_zeros(smem.allocate_tensor(cutlass.Float8E4M3FN, layout, 128))
    columns = cute.arch.retrieve_tmem_ptr(cutlass.Float8E4M3FN, 16, smem.allocate(4))
    one = cute.slice_(layout, (None, None, None, 0))
    tSF = cute.make_tensor(columns, blockscaled_utils.make_tmem_layout_sfa(mma, (128, 128, 256), 16, one))
    tSF = cute.filter_zeros(tSF)
    copier = tcgen05.make_s2t_copy(
        cute.make_copy_atom(tcgen05.Cp4x32x128bOp(tcgen05.CtaGroup.ONE), cutlass.Float8E4M3FN), tSF
    )
    thread = copier.get_slice(0)
    source = tcgen05.get_s2t_smem_desc_tensor(copier, thread.partition_S(sSF))
    cute.copy(copier, source[None, None, None, None, 0], thread.partition_D(tSF))
`;
  const { index } = await analysed(source, "python");
  expect(costList(index).map((one) => costWords(one, "python").title)).toEqual([
    "tcgen05.cp.32x128b.warpx4 2048 B × 4 per thread · 8 KiB per CTA",
  ]);
});
