// LAY017: a recast, upcast or downcast that does not come out whole.
import { refusedRule, shown } from "./refused.ts";
import type { RulePage } from "./rule.ts";

export const recastDivisibility = refusedRule({
  code: "recast-divisibility",
  number: "LAY017",
  severity: "error",
  absent: { python: "the DSL rounds strides and extents where C++ refuses; the hover shows the result" },
  title: "The layout cannot be seen as elements of that width.",
  ops: ["upcast", "downcast", "recast_layout", "recast", "recast_tensor"],
  at: ["layout.hpp:1816", "layout.hpp:1862"],
  blames: ({ args }) => args.slice(0, 1),
  say: (_, call, context) =>
    `${shown(call, context, 1)} does not come out in whole elements of that width: its contiguous mode needs the static stride 1 and a size that divides`,
});

/** The page of recast-divisibility. */
export const recastDivisibilityPage = (): RulePage => ({
  doc: `
\`recast\`, \`upcast\` and \`downcast\` see the same bytes as wider or narrower elements. For wider ones each static stride must divide
the ratio or be a multiple of it; for narrower ones some mode must have the static stride 1.

Check the contiguous mode: its stride must be \`Int<1>{}\` and its size a multiple of the ratio.`,
  references: ["cute/layout.hpp:1816 and :1862 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_8{}, _8{}), make_stride(_3{}, _24{}));
  auto b = upcast<4>(a);
  //                 ^ upcast: (_8,_8):(_3,_24) does not come out in whole elements
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_8{}, _8{}), make_stride(_1{}, _8{}));
  auto b = upcast<4>(a);
}`,
    },
  ],
});
