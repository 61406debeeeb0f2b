// LAY022: a mode that a layout, tensor or tuple does not have.
import { refusedRule } from "./refused.ts";

export const modeRange = refusedRule({
  code: "mode-range",
  number: "LAY022",
  severity: "error",
  title: "A mode index or range lies outside the layout, tensor or tuple.",
  at: [
    "tuple.hpp:229",
    "int_tuple.hpp:56",
    "layout.hpp:511",
    "layout.hpp:512",
    "tuple_algorithms.hpp:502",
    "tuple_algorithms.hpp:682",
    "tuple_algorithms.hpp:788",
  ],
  blames: ({ args }) => args.slice(1),
  say: (_, call, context) => {
    const value = call.args[0]?.value;
    // An object may be what one side of an undecided branch returned, and so may a tuple of Python.
    const kinds = ["layout", "composed", "tensor", ...(context.language === "cpp" ? ["tuple"] : [])];
    if (value === undefined || !kinds.includes(value.kind)) return undefined;
    const layout = value.kind === "tensor" ? value.layout : value;
    return `${call.stop?.message ?? "the range"} lies outside ${context.print(layout.kind === "layout" ? layout.shape : layout)}: count the modes of this value`;
  },
});

/** The page of mode-range. */
export const modeRangePage = (): RulePage => ({
  doc: `
\`get<i>\`, \`group_modes<begin,end>\`, \`take<begin,end>\` count modes at the top level, from 0; the end is not included. A range that is
empty or reaches past the last mode does not compile.

Count the modes of the value that is passed: partitions and tiles have others than the tensor they come from.`,
  references: ["cute/layout.hpp:511-512, cute/algorithm/tuple_algorithms.hpp:502, :682, :788 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_8{}, _4{}, _2{}));
  auto b = take<1, 1>(a);
  //       ^^^^ take: take<1,1> lies outside (_8,_4,_2)
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_8{}, _4{}, _2{}));
  auto b = take<1, 2>(a);
}`,
    },
    {
      language: "python",
      bad: `
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((8, 4, 2))
    b = cute.group_modes(a, 2, 1)
    #                       ^^^^ group_modes: group<2,1> lies outside (8,4,2)
`,
      good: `
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((8, 4, 2))
    b = cute.group_modes(a, 1, 3)
`,
    },
  ],
});

import type { RulePage } from "./rule.ts";
