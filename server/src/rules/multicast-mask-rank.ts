// TMA070: a cluster layout that create_tma_multicast_mask does not take.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf, rankOf, sizeOf } from "../facts/sizes.ts";
import { argument, declarations } from "./arguments.ts";
import { cppFunction, dslKernel } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";

export const multicastMaskRank: CallRule = {
  code: "multicast-mask",
  number: "TMA070",
  severity: "error",
  title: "create_tma_multicast_mask cannot take this cluster layout.",
  on: "call",
  ops: ["create_tma_multicast_mask"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const ctas = argument(call, "ctas");
  const rank = rankOf(ctas?.value);
  const count = numberOf(sizeOf(ctas?.value));
  if (ctas === undefined) return [];
  const finding = (message: string): Finding => {
    const related = declarations(context, [ctas]);
    return { item: call.item, span: ctas.span, message, related, fixes: [] };
  };
  if (context.language === "python" && ctas.value.kind === "layout" && rank !== undefined && rank !== 4)
    return [finding(`the cluster layout has ${rank} modes, create_tma_multicast_mask wants 4: V, M, N, K`)];
  if (count === undefined || count <= 16) return [];
  return [finding(`the cluster has ${count} CTAs, a multicast mask 16 bits: a cluster has at most 16 CTAs`)];
}

/** The page of multicast-mask. */
export const multicastMaskRankPage = (): RulePage => ({
  doc: `
A multicast mask has 16 bits, one for each CTA of the cluster. The DSL's function wants the cluster layout with its four modes
(V, M, N, K), as \`cute.tiled_divide(cute.make_layout(cluster_shape), (tiled_mma.thr_id.shape,))\` gives it, and a coordinate of four.

Pass the VMNK layout; on Hopper V is 1.`,
  references: ["CuTe DSL, cpasync/helpers.py:730-735", "cute/atom/copy_traits_sm90_tma.hpp:1461-1512 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto cluster = make_layout(Shape<_8, _4>{});
  auto mask = create_tma_multicast_mask<1>(cluster, make_coord(0, 0));
  //                                       ^^^^^^^ the cluster has 32 CTAs, a multicast mask 16 bits`),
      good: cppFunction(`
  auto cluster = make_layout(Shape<_4, _4>{});
  auto mask = create_tma_multicast_mask<1>(cluster, make_coord(0, 0));`),
    },
    {
      language: "python",
      bad: dslKernel(`
    cluster = cute.make_layout((2, 2, 1))
    mask = cpasync.create_tma_multicast_mask(cluster, (0, 0, 0), 1)
    #                                        ^^^^^^^ the cluster layout has 3 modes, create_tma_multicast_mask wants 4`),
      good: dslKernel(`
    cluster = cute.make_layout((1, 2, 2, 1))
    mask = cpasync.create_tma_multicast_mask(cluster, (0, 0, 0, 0), 2)`),
    },
  ],
});
