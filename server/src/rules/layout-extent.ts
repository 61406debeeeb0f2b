// LAY002: an extent of a layout that is not positive.

import type { Value } from "../../../src-engine/algebra/value.ts";
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument, declarations, guilty } from "./arguments.ts";
import type { CallRule, Finding, RuleContext, RulePage } from "./rule.ts";

const cpp = (rows: string, mark = ""): string => `
#include <cute/tensor.hpp>
using namespace cute;
constexpr int stages = ${rows};
void f() {
  auto a = make_layout(make_shape(Int<128>{}, Int<stages - 2>{}));${mark}
}`;

const dsl = (extent: string, mark = ""): string => `
import cutlass.cute as cute

@cute.jit
def f():
    stages = ${extent}
    a = cute.make_layout((128, stages - 2))${mark}
`;

export const layoutExtent: CallRule = {
  code: "layout-extent",
  number: "LAY002",
  severity: "error",
  title: "An extent of a layout is not positive.",
  on: "call",
  ops: ["make_layout"],
  check,
};

function check(call: CallFact, context: RuleContext): readonly Finding[] {
  const given = argument(call, "shape");
  if (given === undefined || given.value.kind === "layout") return [];
  const least = context.language === "python" ? 1 : 0;
  const extent = numbersIn(given.value, 0).find((n) => n < least);
  if (extent === undefined) return [];
  const message = `an extent of ${context.print(given.value)} is ${extent}; extents are positive: look at what it is computed from`;
  const related = declarations(context, [given]);
  return [{ ...guilty(call, given), message, related, fixes: [] }];
}

/** The extents that are known, at every level. */
function numbersIn(value: Value, depth: number): readonly number[] {
  if (value.kind === "type") return numbersIn(value.of, depth);
  if (value.kind === "tuple" && depth < 16) return value.items.flatMap((item) => numbersIn(item, depth + 1));
  const number = numberOf(value);
  return number === undefined ? [] : [number];
}

/** The page of layout-extent. */
export const layoutExtentPage = (): RulePage => ({
  doc: `
A layout maps coordinates 0 to extent - 1, so extents are at least 1; the DSL refuses 0 and less, C++ computes with a negative size.
It happens where an extent is computed: stages minus something, a tile larger than what it divides.

Look at what the extent is computed from. In C++ an extent of 0 is an empty layout and is left alone.`,
  references: ["CuTe DSL, core.py:339"],
  examples: [
    {
      language: "cpp",
      bad: cpp(
        "1",
        "\n  //                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ an extent of (_128,_-1) is -1; extents are positive",
      ),
      good: cpp("4"),
    },
    {
      language: "python",
      bad: dsl("2", "\n    #                    ^^^^^^^^^^^^^^^^^ an extent of (128,0) is 0; extents are positive"),
      good: dsl("4"),
    },
  ],
});
