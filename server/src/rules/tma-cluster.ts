// TMA066: a number of CTAs that TMA cannot multicast to.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf, sizeOf } from "../facts/sizes.ts";
import { argument, refusal, tmaConstructions } from "./arguments.ts";
import { cppFunction, dslFunction } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";
import { atConstruction, tmaAtomOf } from "./tma-atom.ts";

export const tmaCluster: CallRule = {
  code: "tma-cluster",
  number: "TMA066",
  severity: "error",
  title: "A TMA is shared by a number of CTAs that is no power of two up to 16.",
  on: "call",
  ops: tmaConstructions,
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  // A count that does not split the box or that the operation cannot have is tma-multicast's to tell.
  if (refusal(call, "copy_traits_sm90_tma.hpp:998", "cpasync/helpers.py:523") !== undefined) return [];
  const ctas = numberOf(tmaAtomOf(call.result)?.cluster) ?? numberOf(sizeOf(argument(call, "cluster")?.value));
  if (ctas === undefined || ctas < 1) return [];
  if (ctas > 16)
    return [
      atConstruction(call, context, `${ctas} CTAs share the box; a cluster has at most 16: share among 16 or fewer`),
    ];
  if (Math.log2(ctas) % 1 === 0) return [];
  const message = `${ctas} CTAs share the box; CuTe wants a power of two: share among 1, 2, 4, 8 or 16`;
  return [{ ...atConstruction(call, context, message), severity: "warning" }];
}

/** The page of tma-cluster. */
export const tmaClusterPage = (): RulePage => ({
  doc: `
The CTAs that share a multicast are those of a cluster, and a cluster has at most 16 CTAs. CuTe asks for a static power of two.

Take 1, 2, 4, 8 or 16 CTAs; above 8 the launch must allow non-portable cluster sizes.`,
  references: [
    "cute/atom/copy_traits_sm90_tma.hpp, make_tma_copy: cluster_size is a static power of two up to 16 (CUTLASS 4.7)",
  ],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, mA, sA, Shape<_128, _64>{}, Int<32>{});
  //         ^^^^^^^^^^^^^ 32 CTAs share the box; a cluster has at most 16`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto sA = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_copy(SM90_TMA_LOAD_MULTICAST{}, mA, sA, Shape<_128, _64>{}, Int<4>{});`),
    },
    {
      language: "python",
      bad: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SMulticastOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64), num_multicast=32)
    #                      ^^^^^^^^^^^^^^^^^^^ 32 CTAs share the box; a cluster has at most 16`),
      good: dslFunction(`
    mA = cute.make_tensor(p, cute.make_layout((512, 1024), stride=(1024, 1)))
    sA_layout = cute.make_layout((128, 64), stride=(64, 1))
    op = cpasync.CopyBulkTensorTileG2SMulticastOp()
    atom, tensor = cpasync.make_tiled_tma_atom(op, mA, sA_layout, (128, 64), num_multicast=4)`),
    },
  ],
});
