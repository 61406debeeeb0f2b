// LAY033: a block that none of the swizzled atoms for shared memory fits.
import { refusedRule } from "./refused.ts";
import type { RulePage } from "./rule.ts";

const cpp = (k: string, mark = ""): string => `
#include <cutlass/gemm/collective/collective_builder.hpp>
using namespace cute;
using Atom = decltype(cutlass::gemm::collective::detail::ss_smem_selector<GMMA::Major::K, half_t, _128, ${k}>());${mark}`;

export const smemSelector = refusedRule({
  code: "smem-selector",
  number: "LAY033",
  severity: "error",
  title: "No swizzled atom for shared memory fits the block.",
  absent: { python: "its helpers raise an error of their own, which not-traced tells" },
  at: ["sm90_common.inl:182", "sm90_common.inl:280", "sm100_common.inl:86"],
  blames: () => [],
  say: (_facts, call) =>
    `no atom fits the block (${call.stop?.message.replace(/\.$/, "")}): make it a multiple of 16 bytes along the contiguous mode, of 8 along the other`,
});

/** The page of smem-selector. */
export const smemSelectorPage = (): RulePage => ({
  doc: `
\`ss_smem_selector\`, \`rs_smem_selector\` and \`sm100_smem_selector\` take the widest canonical atom that divides the block: along the
contiguous mode it is 128, 64, 32 or 16 bytes wide, and 8 rows high. A block narrower than 16 bytes, or no multiple of them, has none:
8 elements of an 8-bit type are too few, 8 of half_t are enough.

Make the block a multiple of 16 bytes along the contiguous mode, and of 8 along the other.`,
  references: ["cutlass/gemm/collective/builders/sm90_common.inl:280, sm100_common.inl:86 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "_4",
        "\n//                    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ ss_smem_selector: no atom fits the block",
      ),
      good: cpp("_8"),
    },
  ],
});
