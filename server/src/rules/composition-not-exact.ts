// LAY011: a composition that CuTe lets pass although it is not A(B(i)).
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { declarations, guilty } from "./arguments.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";

export const compositionNotExact: CallRule = {
  code: "composition-not-exact",
  number: "LAY011",
  severity: "warning",
  title: "The composition compiles, but its result is not A(B(i)).",
  on: "call",
  ops: ["composition"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const need = call.needs.find((each) => each.kind === "exact" && each.holds === "no");
  const { left, right, result } = need?.facts ?? {};
  if (left === undefined || right === undefined || result === undefined) return [];
  const index = numberOf(need?.facts.index);
  const where = index === undefined ? "" : `, first at index ${index}`;
  const message =
    `composition: the result ${context.print(result)} is not what ${context.print(left)} gives at ${context.print(right)}` +
    `${where}: choose strides that divide the left side's modes`;
  return [{ ...guilty(call, call.args[1]), message, related: declarations(context, call.args), fixes: [] }];
}

/** The page of composition-not-exact. */
export const compositionNotExactPage = (): RulePage => ({
  doc: `
CuTe's checks for composition are weak: a stride below a mode's size passes without dividing it, and run-time numbers are not
checked at all. The result then maps some index to another offset than \`A(B(i))\`, or has lost elements.

Choose strides of B that divide A's modes or are multiples of them.`,
  references: ["cute/layout.hpp:1077 (CUTLASS 4.7)", "https://github.com/NVIDIA/cutlass/issues/3177"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_10{}, _2{}), make_stride(_16{}, _4{}));
  auto b = composition(a, make_layout(make_shape(_5{}, _4{}), make_stride(_1{}, _3{})));
  //                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ composition: the result (_5,_4):(_16,_48) is not what (_10,_2):(_16,_4) gives at (_5,_4):(_1,_3)
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto a = make_layout(make_shape(_10{}, _2{}), make_stride(_16{}, _4{}));
  auto b = composition(a, make_layout(make_shape(_5{}, _4{}), make_stride(_1{}, _5{})));
}`,
    },
    {
      language: "python",
      bad: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((10, 2), stride=(16, 4))
    b = cute.composition(a, cute.make_layout((5, 4), stride=(1, 3)))
    #                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ composition: the result (5,4):(16,48) is not what (10,2):(16,4) gives
`,
      good: `
import cutlass
import cutlass.cute as cute

@cute.jit
def f():
    a = cute.make_layout((10, 2), stride=(16, 4))
    b = cute.composition(a, cute.make_layout((5, 4), stride=(1, 5)))
`,
    },
  ],
});
