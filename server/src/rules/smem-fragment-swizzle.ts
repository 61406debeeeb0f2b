// SMEM017: an MMA that reads shared memory by descriptors, given a tensor with the swizzle in its layout.
import type { CallFact, Fact } from "../../../src-engine/program/facts.ts";
import { argument, declarations } from "./arguments.ts";
import type { Finding, InstanceRule, RuleContext, RulePage } from "./rule.ts";
import { swizzleOnPointer } from "./swizzle-on-pointer.ts";
import { pointerOf } from "./tensor-parts.ts";

const kernel = (allocate: string, mark = ""): string => `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils
from cutlass.cute.nvgpu import warpgroup

@cute.kernel
def kernel():
    smem = utils.SmemAllocator()
    op = warpgroup.MmaF16BF16Op(
        cutlass.Float16, cutlass.Float32, (64, 64, 16),
        warpgroup.OperandSource.SMEM, warpgroup.OperandMajorMode.K, warpgroup.OperandMajorMode.K,
    )
    mma = cute.make_tiled_mma(op)
    thr = mma.get_slice(0)
    swizzle = cute.make_swizzle(3, 4, 3)
    layout = cute.make_layout((64, 64), stride=(64, 1))
    sA = smem.allocate_tensor(cutlass.Float16, ${allocate})
    tCsA = thr.partition_A(sA)
    tCrA = mma.make_fragment_A(tCsA)${mark}
`;

export const smemFragmentSwizzle: InstanceRule = {
  code: "smem-fragment-swizzle",
  number: "SMEM017",
  severity: "error",
  absent: { cpp: "a layout without the flag of shared memory is told by mma-descriptor" },
  title: "The swizzle of an MMA's shared-memory operand is in its layout, not on its pointer.",
  on: "instance",
  check: ({ facts }, context) =>
    facts.flatMap((fact) => (fact.kind === "call" && fact.certain ? judge(fact, facts, context) : [])),
};

const makers: readonly string[] = ["make_fragment_A", "make_fragment_B"];

function judge(call: CallFact, facts: readonly Fact[], context: RuleContext): readonly Finding[] {
  if (!makers.includes(call.op)) return [];
  const input = argument(call, "input");
  if (input?.value.kind !== "tensor" || pointerOf(input.value)?.space !== "smem") return [];
  const { layout } = input.value;
  if (layout.kind !== "composed" || layout.outer.kind !== "swizzle" || !isDescribed(call)) return [];
  const message = `the swizzle of ${input.text} is in its layout: allocate with layout.outer and swizzle=layout.inner`;
  return [
    {
      item: call.item,
      span: input.span,
      message,
      related: declarations(context, [input]),
      fixes: swizzleOnPointer(facts),
    },
  ];
}

/** The fragment is a descriptor of shared memory, not registers. */
const isDescribed = ({ result, stop }: CallFact): boolean =>
  pointerOf(result)?.iterator?.includes("Descriptor") === true || stop?.code === "descriptor-space";

/** The page of smem-fragment-swizzle. */
export const smemFragmentSwizzlePage = (): RulePage => ({
  doc: `
wgmma and tcgen05 read shared memory by descriptors, which hold a swizzle mode and a plain layout. A tensor whose swizzle is part of
its layout has no such form, and the DSL refuses it.

Put the swizzle on the pointer: \`allocate_tensor(dtype, layout.outer, 1024, swizzle=layout.inner)\`.`,
  references: ["CuTe DSL, warpgroup/mma.py:231, tcgen05/mma.py:407"],
  examples: [
    {
      language: "python",
      bad: kernel(
        "cute.make_composed_layout(swizzle, 0, layout), 1024",
        "\n    #                          ^^^^ the swizzle of tCsA is in its layout",
      ),
      good: kernel("layout, 1024, swizzle=swizzle"),
    },
  ],
});
