// LAY019: numbers that make no swizzle.
import type { CallFact } from "../../../src-engine/program/facts.ts";
import { numberOf } from "../facts/sizes.ts";
import { argument } from "./arguments.ts";
import { refusedRule } from "./refused.ts";
import type { CallRule, Finding, RulePage } from "./rule.ts";

const refused = refusedRule({
  code: "swizzle-parameters",
  number: "LAY019",
  severity: "error",
  title: "These numbers make no swizzle, or two swizzles that cannot be merged.",
  at: [
    "swizzle.hpp:61",
    "swizzle.hpp:62",
    "swizzle.hpp:63",
    "swizzle.hpp:110",
    "swizzle.hpp:115",
    "swizzle.hpp:125",
    "swizzle.hpp:380",
    "swizzle.hpp:397",
    "swizzle.hpp:442",
    "swizzle.hpp:445",
  ],
  blames: () => [],
  say: (_, { stop }) => words[stop?.message ?? ""] ?? stop?.message,
});

/** Of the three numbers of `Swizzle<bits, base, shift>`, and of the two groups of bits that it XORs. */
const words: Readonly<Record<string, string>> = {
  "MBase must be positive": "the second number, the lowest bit that is swizzled, must not be negative",
  "BBits must be positive": "the first number, how many bits are swizzled, must not be negative",
  "abs(SShift) must be at least BBits":
    "the third number, the distance of the bits, must be at least the first, how many they are, or they overlap",
  "Y and Z have different numbers of bits": "the bits that are read and those that are changed are not equally many",
  "the bits of Y or Z are not adjacent": "the bits that are read, or those that are changed, do not lie side by side",
};

export const swizzleParameters: CallRule = {
  ...refused,
  check: (call, context) => [...refused.check(call, context), ...(context.language === "python" ? identity(call) : [])],
};

/** The DSL's identity in place of a swizzle. */
function identity(call: CallFact): readonly Finding[] {
  const [b, m, s] = ["b", "m", "s"].map((role) => numberOf(argument(call, role)?.value));
  if (call.op !== "make_swizzle" || b === undefined || s === undefined || Math.abs(s) >= b) return [];
  const message = `make_swizzle(${b}, ${m}, ${s}) swizzles nothing: a shift of ${Math.abs(s)} is less than its ${b} bits; take at least ${b}`;
  return [{ item: call.item, span: call.nameSpan, message, severity: "warning", related: [], fixes: [] }];
}

/** The page of swizzle-parameters. */
export const swizzleParametersPage = (): RulePage => ({
  doc: `
\`Swizzle<B,M,S>\` XORs B bits that stand S above the bits from M on: B and M are not negative, and S is at least B, or the two
ranges of bits would overlap. Two swizzles are merged into one only when they shift by the same S.

C++ does not compile others. CuTe DSL makes \`make_swizzle(3, 4, 2)\` the identity, \`S<0,4,3>\`, without a word: the tile is not swizzled
at all. It is a warning there.`,
  references: ["cute/swizzle.hpp:61-63, :110-125 (CUTLASS 4.7)"],
  examples: [
    {
      language: "cpp",
      bad: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto s = composition(Swizzle<3, 4, 3>{}, Swizzle<1, 4, 1>{});
  //       ^^^^^^^^^^^ composition: only swizzles of the same shift merge
}`,
      good: `
#include <cute/tensor.hpp>
using namespace cute;
void f() {
  auto s = composition(Swizzle<3, 4, 3>{}, Swizzle<1, 4, 3>{});
}`,
    },
    {
      language: "python",
      bad: `
import cutlass.cute as cute

@cute.jit
def f():
    s = cute.make_swizzle(3, 4, 2)
    #        ^^^^^^^^^^^^ make_swizzle(3, 4, 2) swizzles nothing: a shift of 2 is less than its 3 bits`,
      good: `
import cutlass.cute as cute

@cute.jit
def f():
    s = cute.make_swizzle(3, 4, 3)`,
    },
  ],
});
