// SMEM016: a shared-memory tensor whose swizzle is in the layout and on the pointer.
import { refusedRule } from "./refused.ts";
import { splitLayout } from "./swizzle-on-pointer.ts";

export const smemSwizzleTwice = refusedRule({
  code: "smem-swizzle-twice",
  number: "SMEM016",
  severity: "error",
  absent: { cpp: "nothing puts a swizzle on a pointer whose layout has one" },
  title: "The swizzle is in the layout and on the pointer at the same time.",
  at: ["memory/smem.py:463"],
  mend: splitLayout,
  say: (facts, _, context) =>
    `the swizzle ${facts.swizzle === undefined ? "" : `${context.print(facts.swizzle)} `}is in the layout and on the pointer: pass layout.outer with swizzle=layout.inner`,
});

/** The page of smem-swizzle-twice. */
export const smemSwizzleTwicePage = (): RulePage => ({
  doc: `
A shared-memory tensor is swizzled either by its layout or by its pointer. The allocator refuses both at once: the addresses would
be permuted twice. MMA and TMA want the swizzle on the pointer and the plain layout beside it.

Split the composed layout: \`allocate_tensor(dtype, layout.outer, align, swizzle=layout.inner)\`.`,
  references: ["CuTe DSL, memory/smem.py:463 (4.7)"],
  examples: [
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    sw = cute.make_swizzle(3, 4, 3)
    sA_layout = cute.make_composed_layout(sw, 0, cute.make_layout((8, 64), stride=(64, 1)))
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, sA_layout, 1024, swizzle=sw)
    #                                          ^^^^^^^^^ allocate_tensor: the swizzle S<3,4,3> is in the layout and on the pointer
`,
      good: `
import cutlass
import cutlass.cute as cute
import cutlass.utils as utils

@cute.kernel
def kernel():
    sw = cute.make_swizzle(3, 4, 3)
    sA_layout = cute.make_composed_layout(sw, 0, cute.make_layout((8, 64), stride=(64, 1)))
    smem = utils.SmemAllocator()
    sA = smem.allocate_tensor(cutlass.Float16, sA_layout.outer, 1024, swizzle=sA_layout.inner)
`,
    },
  ],
});

import type { RulePage } from "./rule.ts";
