// CPP001: what CuTe C++ refuses to compile, where no rule has words of its own for it.
import { declarations, tmaConstructions } from "./arguments.ts";
import type { CallRule, RulePage } from "./rule.ts";

export const notCompiled: CallRule = {
  on: "call",
  code: "not-compiled",
  number: "CPP001",
  severity: "off",
  title: "CuTe C++ refuses to compile the call.",
  absent: { python: "it is about what the C++ compiler refuses; what the DSL refuses is not-traced" },
  fallback: true,
  check: (call, context) => {
    const { stop } = call;
    if (context.language !== "cpp" || stop?.at === undefined || !isAsked(call.op, stop.at)) return [];
    const message = `${call.op}: ${stop.message} (${stop.at})`;
    return [{ item: call.item, span: call.nameSpan, message, related: declarations(context, call.args), fixes: [] }];
  },
};

/** A condition on what the call is given; not one deep inside of an operation that is built of many, as a TMA is. */
const isAsked = (op: string, at: string): boolean => !tmaConstructions.includes(op) && !at.startsWith("tuple.hpp");

/** The page of not-compiled. */
export const notCompiledPage = (): RulePage => ({
  doc: `
A condition of a CuTe header does not hold for the values that reach the call, so that the compiler will stop at its \`static_assert\`,
often without a text. The message says what the condition asks, and the header and line where it stands. Conditions that people run into
often have rules of their own, which say more; this one stands behind them. It is off by default: deep in a library of templates a value
that was not followed exactly would make it speak of code that compiles.`,
  references: ["cute/tensor_impl.hpp, cute/int_tuple.hpp, cute/algorithm/tuple_algorithms.hpp (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto layout = make_layout(make_shape(_8{}, _4{}, _2{}));
  auto whole = append<2>(layout);
  //           ^^^^^^ append: rank 3 already exceeds 2 (tuple_algorithms.hpp:807)
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto layout = make_layout(make_shape(_8{}, _4{}, _2{}));
  auto whole = append<4>(layout);
}`,
    },
  ],
});
