// LAY013: a complement that does not exist.
import { refusedRule } from "./refused.ts";

export const complementUndefined = refusedRule({
  code: "complement-undefined",
  number: "LAY013",
  severity: "error",
  title: "The layout has no complement: it is not injective, or has run-time strides in several modes.",
  // CuTe DSL's complement gives a value that means nothing, and goes on; its products refuse.
  milder: ({ language }, { op }) => (language === "python" && op === "complement" ? "information" : "error"),
  at: ["layout.hpp:1188", "layout.hpp:1203", "layout.hpp:1213"],
  blames: ({ args }) => args.slice(0, 1),
  say: (facts, call) =>
    call.stop?.at === "layout.hpp:1188" || facts.layout !== undefined
      ? "the complement needs static strides: give all strides but one as Int<N>{}"
      : "the layout visits an offset twice, so it has no complement",
});

/** The page of complement-undefined. */
export const complementUndefinedPage = (): RulePage => ({
  doc: `
A complement fills the offsets that a layout leaves free. It exists for layouts that visit no offset twice, and CuTe computes it
where the strides are static (a single mode may have a run-time stride). \`logical_divide\` and \`logical_product\` use it.

Make the strides static (\`Int<N>{}\`), and take broadcast modes out first with \`filter\`.`,
  references: ["cute/layout.hpp:1188, :1203, :1213 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _2{}));
  auto b = complement(a, _64{});
  //                  ^ complement: the layout visits an offset twice
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_4{}, _4{}), make_stride(_1{}, _8{}));
  auto b = complement(a, _64{});
}`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, 4), stride=(1, 2))
    rest = cute.complement(a, 64)
    #                      ^ complement: the layout visits an offset twice, so it has no complement
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((4, 4), stride=(1, 8))
    rest = cute.complement(a, 64)
`,
    },
  ],
});

import type { RulePage } from "./rule.ts";
