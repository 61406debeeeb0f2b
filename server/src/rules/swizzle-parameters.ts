// LAY019: numbers that make no swizzle.
import { refusedRule } from "./refused.ts";

export const swizzleParameters = refusedRule({
  code: "swizzle-parameters",
  number: "LAY019",
  severity: "error",
  title: "These numbers make no swizzle, or two swizzles that cannot be merged.",
  doc: `
\`Swizzle<B,M,S>\` XORs B bits that stand S above the bits from M on: B and M are not negative, and S is at least B, or the two
ranges of bits would overlap. Two swizzles are merged into one only when they shift by the same S.`,
  references: ["cute/swizzle.hpp:61-63, :110-125 (CUTLASS 4.7)"],
  examples: [
    {
      language: "python",
      bad: `
import cutlass.cute as cute

@cute.jit
def f():
    s = cute.make_swizzle(3, 4, 2)
    #        ^^^^^^^^^^^^ make_swizzle: abs(SShift) must be at least BBits
`,
      good: `
import cutlass.cute as cute

@cute.jit
def f():
    s = cute.make_swizzle(3, 4, 3)
`,
    },
  ],
  at: ["swizzle.hpp:61", "swizzle.hpp:62", "swizzle.hpp:63", "swizzle.hpp:110", "swizzle.hpp:115", "swizzle.hpp:125"],
  say: (_, call) => call.stop?.message,
});
