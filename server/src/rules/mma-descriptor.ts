// MMA010, MMA011, MMA012: shared memory that a wgmma or tcgen05 descriptor cannot describe.
import type { Value } from "../../../src-engine/algebra/value.ts";
import { descriptorWords, wantedMajor } from "./descriptor-words.ts";
import { refusedRule } from "./refused.ts";
import { withMajor } from "./rewrite.ts";

const kernel = (atom: string, major: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
__global__ void kernel() {
  extern __shared__ half_t shared[];
  auto mma = make_tiled_mma(SM90_64x64x16_F16F16F16_SS<GMMA::Major::${major}, GMMA::Major::${major}>{});
  auto layout = tile_to_shape(GMMA::${atom}<half_t>{}, Shape<_64, _64>{});
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto thr = mma.get_slice(0);
  auto tCsA = thr.partition_A(sA);
  auto tCrA = thr.make_fragment_A(tCsA);${mark}
}`;

const dsl = (major: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import warpgroup

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    op = warpgroup.MmaF16BF16Op(
        cutlass.Float16, cutlass.Float32, (64, 64, 16),
        warpgroup.OperandSource.SMEM, warpgroup.OperandMajorMode.${major}, warpgroup.OperandMajorMode.K,
    )
    mma = cute.make_tiled_mma(op)
    thr = mma.get_slice(0)
    sA = smem.allocate_tensor(cutlass.Float16, cute.make_layout((64, 64), stride=(64, 1)), 1024, swizzle=cute.make_swizzle(3, 4, 3))
    tCsA = thr.partition_A(sA)
    tCrA = mma.make_fragment_A(tCsA)${mark}
`;

import type { RulePage } from "./rule.ts";

export const mmaDescriptor = refusedRule({
  code: "mma-descriptor",
  number: "MMA010",
  severity: "error",
  title: "The shared-memory tile of a wgmma or tcgen05 operand has no descriptor.",
  at: [
    "mma_traits_sm90_gmma.hpp:185",
    "mma_sm100_desc.hpp:687",
    "mma_traits_sm90_gmma.hpp:369",
    "mma_sm100_desc.hpp:895",
  ],
  blames: ({ args }) => args.slice(-1),
  rewrites: (call) => {
    const wanted = wantedMajor(call);
    return wanted === undefined ? undefined : (text) => withMajor(text, wanted);
  },
  say: (_, call, context) => {
    // A swizzle in the DSL's layout is smem-fragment-swizzle's to tell.
    if (call.stop?.code === "descriptor-space" && call.args.some(({ value }) => isComposed(value))) return undefined;
    return descriptorWords(call, context);
  },
});

const isComposed = (value: Value): boolean => value.kind === "tensor" && value.layout.kind === "composed";

/** The page of mma-descriptor. */
export const mmaDescriptorPage = (): RulePage => ({
  doc: `
wgmma and tcgen05.mma read shared memory through 64-bit descriptors, which know a swizzle mode and two strides. CuTe looks for that form
in the partitioned tile and refuses others: another major mode than the instruction's, another element type, a tile that was not
built from the canonical atoms ("Not a canonical K Layout: Expected stride failure", "Expected profile failure" is what the compiler
says of them).

Tile the atom of the operand's element type and major mode: \`GMMA::Layout_K_SW128_Atom<T>\` for Major::K, \`Layout_MN_SW128_Atom<T>\` for
Major::MN (\`UMMA::\` on Blackwell); in the DSL \`make_smem_layout_a\` and \`make_smem_layout_b\`.`,
  references: ["cute/atom/mma_traits_sm90_gmma.hpp:185-286 (CUTLASS 4.7)", "cute/arch/mma_sm100_desc.hpp:684-826"],
  examples: [
    {
      language: "cpp",
      bad: kernel(
        "Layout_MN_SW128_Atom",
        "K",
        "\n  //                              ^^^^ make_fragment_A: the MMA reads A contiguous along K (K-major), and this tile is contiguous along M",
      ),
      good: kernel("Layout_K_SW128_Atom", "K"),
    },
    {
      language: "python",
      bad: dsl(
        "MN",
        "\n    #                          ^^^^ make_fragment_A: the MMA reads A contiguous along M (MN-major), and this tile is contiguous along K",
      ),
      good: dsl("K"),
    },
  ],
});
