// LAY010: a composition whose numbers do not divide.
import { refusedRule, shown } from "./refused.ts";

export const compositionDivisibility = refusedRule({
  code: "composition-divisibility",
  number: "LAY010",
  severity: "error",
  title: "The strides or sizes of a composition do not divide the modes of its left side.",
  at: ["layout.hpp:1077", "layout.hpp:1101"],
  say: (_, call, context) =>
    // A tiler that does not divide is divide-not-exact's to tell.
    divides.includes(call.op)
      ? undefined
      : `${shown(call, context)} do not divide: CuTe refuses it; pick sizes that divide the left side's modes`,
});

const divides: readonly string[] = ["logical_divide", "zipped_divide", "tiled_divide", "flat_divide", "local_tile"];

/** The page of composition-divisibility. */
export const compositionDivisibilityPage = (): RulePage => ({
  doc: `
\`composition(A, B)\` walks through A with B's strides: each stride of B must be a multiple of A's mode sizes or divide them, and
each size of B must split along A's modes. CuTe refuses what is static and does not divide.

Choose shapes and strides of B that divide A's modes, or \`coalesce\` A first so that neighbouring modes become one.`,
  references: ["cute/layout.hpp:1077 and :1101 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_6{}, _2{}), make_stride(_8{}, _2{}));
  auto b = composition(a, make_layout(make_shape(_9{}), make_stride(_1{})));
  //                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ composition: (_6,_2):(_8,_2) and (_9):(_1) do not divide
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_6{}, _2{}), make_stride(_8{}, _2{}));
  auto b = composition(a, make_layout(make_shape(_3{}), make_stride(_1{})));
}`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((6, 10), stride=(16, 1))
    b = cute.composition(a, cute.make_layout(9, stride=1))
    #                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ composition: (6,10):(16,1) and 9:1 do not divide: CuTe refuses it;
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((6, 10), stride=(16, 1))
    b = cute.composition(a, cute.make_layout(12, stride=1))
`,
    },
  ],
});

import type { RulePage } from "./rule.ts";
