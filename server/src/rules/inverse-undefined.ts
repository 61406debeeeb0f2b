// LAY014: a left inverse that CuTe cannot form.
import { refusedRule, shown } from "./refused.ts";

export const inverseUndefined = refusedRule({
  code: "inverse-undefined",
  number: "LAY014",
  severity: "error",
  title: "The layout has no left inverse that CuTe can form.",
  ops: ["left_inverse"],
  at: ["layout.hpp:1335", "layout.hpp:1350"],
  blames: ({ args }) => args.slice(0, 1),
  say: (_, call, context) =>
    `${shown(call, context, 1)} has no left inverse: its strides must be static and divide one another`,
});

/** The page of inverse-undefined. */
export const inverseUndefinedPage = (): RulePage => ({
  doc: `
\`left_inverse(L)\` gives back the index from an offset. CuTe forms it from static strides, each of which must divide the next one
in order of size. \`make_tiled_copy\` of TMEM and the retiling of copies use it.

Make the strides static, and check that the layout visits no offset twice.`,
  references: ["cute/layout.hpp:1335 and :1350 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_4{}, _4{}), make_stride(_2{}, _3{}));
  auto b = left_inverse(a);
  //                    ^ left_inverse: (_4,_4):(_2,_3) has no left inverse
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _8{}));
  auto b = left_inverse(a);
}`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, 4), stride=(2, 3))
    back = cute.left_inverse(a)
    #                        ^ left_inverse: (4,4):(2,3) has no left inverse: its strides must be
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, 4), stride=(1, 8))
    back = cute.left_inverse(a)
`,
    },
  ],
});

import type { RulePage } from "./rule.ts";
