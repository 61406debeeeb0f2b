// LAY019: numbers that make no swizzle.
import { refusedRule } from "./refused.ts";

export const swizzleParameters = refusedRule({
  code: "swizzle-parameters",
  number: "LAY019",
  severity: "error",
  absent: { python: "`make_swizzle` turns such numbers into the identity, `S<0,4,3>`, which the hover shows" },
  title: "These numbers make no swizzle, or two swizzles that cannot be merged.",
  doc: `
\`Swizzle<B,M,S>\` XORs B bits that stand S above the bits from M on: B and M are not negative, and S is at least B, or the two
ranges of bits would overlap. Two swizzles are merged into one only when they shift by the same S.`,
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
  ],
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
  say: (_, call) => call.stop?.message,
});
