// TMA069: tma_partition's CTAs do not divide one TMA instruction evenly.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { argument, declarations, refusal } from "./arguments.ts";
import { cppFunction, dslTmaRows } from "./example-text.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";

export const tmaPartitionMulticast: CallRule = {
  code: "tma-partition-multicast",
  number: "TMA069",
  severity: "warning",
  title: "The CTA layout of tma_partition does not divide the elements of one TMA instruction.",
  on: "call",
  ops: ["tma_partition"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const facts = refusal(call, "copy_traits_sm90_tma.hpp:1434")?.facts;
  if (facts?.divisor === undefined || facts.of === undefined) return [];
  const plain = (text: string) => text.replace(/^_/, "");
  const message =
    `${plain(context.print(facts.divisor))} CTAs do not divide the ${plain(context.print(facts.of))} elements of one TMA ` +
    "instruction: use the layout of the CTAs that share the load";
  const related = declarations(context, [argument(call, "cta-layout"), argument(call, "atom")]);
  return [{ item: call.item, span: call.nameSpan, message, related, fixes: [] }];
}

/** The page of tma-partition-multicast. */
export const tmaPartitionMulticastPage = (): RulePage => ({
  doc: `
Each CTA of a multicast loads its part of one instruction's elements, \`size / cosize(cta_layout)\` of them. Where that is not
whole the parts overlap or leave elements out, and nothing reports it.

Give \`tma_partition\` the layout of the CTAs that share the load, \`make_layout(size<0>(cluster_shape))\`, with a power of two.`,
  references: ["cute/atom/copy_traits_sm90_tma.hpp:1434 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_LOAD_MULTICAST{}, mA, layout, Shape<_128, _64>{}, Int<2>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, _));
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_3>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));
  //                  ^^^^^^^^^^^^^ 3 CTAs do not divide the 8192 elements of one TMA instruction`),
      good: cppFunction(`
  auto mA = make_tensor(make_gmem_ptr(A), make_shape(512, 1024), make_stride(1024, Int<1>{}));
  auto layout = make_layout(Shape<_128, _64>{}, LayoutRight{});
  auto tma = make_tma_atom(SM90_TMA_LOAD_MULTICAST{}, mA, layout, Shape<_128, _64>{}, Int<2>{});
  auto gA = local_tile(tma.get_tma_tensor(make_shape(512, 1024)), Shape<_128, _64>{}, make_coord(0, _));
  auto sA = make_tensor(make_smem_ptr(shared), layout);
  auto [tAgA, tAsA] = tma_partition(tma, Int<0>{}, Layout<_2>{}, group_modes<0, 2>(sA), group_modes<0, 2>(gA));`),
    },
    {
      language: "python",
      bad: dslTmaRows(`
    sA = smem.allocate_tensor(cutlass.Float16, layout, 1024, swizzle=swizzle)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(3), cute.group_modes(sA, 0, 2), gA)
    #                    ^^^^^^^^^^^^^ 3 CTAs do not divide the 8192 elements of one TMA instruction: use`),
      good: dslTmaRows(`
    sA = smem.allocate_tensor(cutlass.Float16, layout, 1024, swizzle=swizzle)
    tAsA, tAgA = cpasync.tma_partition(tma, 0, cute.make_layout(2), cute.group_modes(sA, 0, 2), gA)`),
    },
  ],
});
