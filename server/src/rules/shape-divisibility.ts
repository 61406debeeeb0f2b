// LAY023: an exact division of shapes that leaves a remainder.
import { refusedRule, shown } from "./refused.ts";

export const shapeDivisibility = refusedRule({
  code: "shape-divisibility",
  number: "LAY023",
  severity: "error",
  title: "Two shapes or numbers do not divide where CuTe wants an exact division.",
  at: ["int_tuple.hpp:390", "int_tuple.hpp:408", "integral_constant.hpp:397"],
  say: (_, call, context) =>
    `${shown(call, context)} do not divide: choose sizes of which one is a multiple of the other`,
});

/** The page of shape-divisibility. */
export const shapeDivisibilityPage = (): RulePage => ({
  doc: `
\`shape_div\` and \`safe_div\` divide static numbers exactly; one must be a multiple of the other. They stand behind tilers, \`tile_to_shape\`,
partitions of threads and values, and behind \`Int<A>{} / Int<B>{}\` in CuTe's own code.

Choose sizes that divide, or round up with \`ceil_div\`.`,
  references: ["cute/int_tuple.hpp:390, :408, cute/numeric/integral_constant.hpp:397 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = shape_div(make_shape(_8{}, _6{}), make_shape(_2{}, _4{}));
  //                                         ^^^^^^^^^^^^^^^^^^^^^^ shape_div: (_8,_6) and (_2,_4) do not divide
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = shape_div(make_shape(_8{}, _8{}), make_shape(_2{}, _4{}));
}`,
    },
    {
      language: "python",
      bad: `
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.shape_div((8, 6), (2, 4))
    #                          ^^^^^^ shape_div: (8,6) and (2,4) do not divide
`,
      good: `
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.shape_div((8, 8), (2, 4))
`,
    },
  ],
});

import type { RulePage } from "./rule.ts";
